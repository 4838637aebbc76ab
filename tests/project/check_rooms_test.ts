import { assertEquals } from "@std/assert";
import { complaintsAbout, ROOMS } from "../../tools/check_rooms.ts";
import { projectFile } from "../support/process.ts";

// "A check in `deno task check` fails on a circle of imports and on an import into a room above".
const cases: readonly [what: string, imports: Record<string, string[]>, complaints: string[]][] = [
  ["an import of a room below", { "walk/walk.ts": ["scope/scope.ts"], "scope/scope.ts": [] }, []],
  ["an import within a room", { "walk/walk.ts": ["walk/queue.ts"], "walk/queue.ts": [] }, []],
  ["an import of a room above", { "scope/scope.ts": ["walk/walk.ts"], "walk/walk.ts": [] }, [
    "scope/scope.ts imports walk/walk.ts, which is not in a room below",
  ]],
  ["an import across a row", { "log/a.ts": ["memory/b.ts"], "memory/b.ts": [] }, [
    "log/a.ts imports memory/b.ts, which is not in a room below",
  ]],
  [
    "the rooms within tools",
    {
      "tools/agent/a.ts": ["tools/discovery/b.ts", "tools/schema.ts"],
      "tools/discovery/b.ts": ["tools/agent/a.ts"],
      "tools/tree/c.ts": ["tools/files/d.ts", "tools/schema.ts"],
    },
    [
      "tools/discovery/b.ts imports tools/agent/a.ts, which is not in a room below",
      "tools/tree/c.ts imports tools/files/d.ts, which is not in a room below",
      "a circle: tools/agent/a.ts -> tools/discovery/b.ts -> tools/agent/a.ts",
    ],
  ],
  ["a module outside every room", { "stray.ts": [] }, ["stray.ts is in no room"]],
  ["a circle of one", { "tool.ts": ["tool.ts"] }, ["a circle: tool.ts -> tool.ts"]],
  [
    "a circle that is reached from outside",
    { "walk/a.ts": ["walk/b.ts"], "walk/b.ts": ["walk/c.ts"], "walk/c.ts": ["walk/b.ts"] },
    ["a circle: walk/b.ts -> walk/c.ts -> walk/b.ts"],
  ],
];

for (const [what, imports, complaints] of cases) {
  Deno.test(`the check of the rooms judges ${what}`, () => {
    assertEquals(complaintsAbout(new Map(Object.entries(imports))), complaints);
  });
}

Deno.test("ARCHITECTURE.md has one line for each row of rooms, from top to bottom", async () => {
  const text = await Deno.readTextFile(projectFile("ARCHITECTURE.md"));
  const rows = [...text.matchAll(/^- (`[^`]+`(?: `[^`]+`)*):/gm)].map(([, cell]) => cell!);
  const rooms = rows.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, room]) => room!));
  assertEquals<unknown>(rooms, ROOMS);
});
