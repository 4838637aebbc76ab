import { assertEquals } from "@std/assert";
import type { HostileLayout } from "../../fixtures/hostile/layout.ts";
import { LINKS as LAYOUTS } from "../../fixtures/hostile/links.ts";
import type { ToolContext } from "../../mod.ts";
import { runCalls } from "../support/borders.ts";
import { buildLayouts, putOutside, removeLayouts, rootOf } from "../support/hostile.ts";
import type { Call } from "../support/list_dir_process.ts";
import { LINKS, needing } from "../support/machine.ts";

/** Whether every link in a layout leads where an outcome says. */
function leads({ asks = {} }: HostileLayout, outcome: string): boolean {
  return Object.entries(asks).every(([path, each]) =>
    !/^links\/[^/]+$/.test(path) || each === outcome
  );
}

const OUTWARD = LAYOUTS.filter((layout) => leads(layout, "link:outside"));
const HONEST = LAYOUTS.filter((layout) => leads(layout, "link:inside"));

/** What limits a call: the roots alone, or Deno's permissions alone. */
const BORDERS: readonly {
  readonly name: string;
  readonly flags: (roots: readonly string[]) => string[];
  readonly context: ToolContext;
}[] = [
  { name: "roots alone", flags: () => ["--allow-all"], context: { roots: ["."] } },
  { name: "--allow-read alone", flags: (roots) => [`--allow-read=${roots}`], context: {} },
  {
    name: "--allow-read inside wider roots",
    flags: (roots) => [`--allow-read=${roots}`],
    context: { roots: ["/"] },
  },
];

/** The links of a layout in their order, each with the target that it stores. */
function linksIn(all: string, layout: HostileLayout): [name: string, target: string][] {
  const folder = `${rootOf(all, layout)}/links`;
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  return names.map((name) => [name, Deno.readLinkSync(`${folder}/${name}`)]);
}

const FOLLOWING = { recursive: true, follow_folder_symlinks: true, follow_file_symlinks: true };

// That nothing behind such a link is read, followed, stat'ed or told apart, the torture `hostile` tries.
for (const { name, flags, context } of BORDERS) {
  Deno.test(
    needing(
      LINKS,
      `${name}: a link whose target is outside the roots or not granted is still listed as a link`,
    ),
    async () => {
      const all = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
      const layouts = [...OUTWARD, ...HONEST];
      try {
        await buildLayouts(all, layouts);
        await putOutside(all, layouts, "folders");
        const calls: Call[] = [];
        const expected: string[] = [];
        const expectAt = (layout: HostileLayout, args: object, output: string): void => {
          calls.push({ args, context: { cwd: rootOf(all, layout), ...context } });
          expected.push(output);
        };
        for (const layout of OUTWARD) {
          const links = linksIn(all, layout);
          const text = links.map(([name, target]) => `${name} (link -> ${target})`).join("\n");
          const children = links.map(([name, link_target]) => ({
            name,
            type: "link",
            link_target,
          }));
          const json = JSON.stringify({ name: "links", type: "folder", children }, null, 2);
          expectAt(layout, { path: "links", ...FOLLOWING, show_data: true }, text);
          expectAt(layout, { path: "links", ...FOLLOWING, format: "json" }, json);
          const names = links.map(([name]) => name).join("\n");
          expectAt(layout, { path: "links", filter: "files" }, names);
          expectAt(layout, { path: "links", filter: "folders" }, "");
          // Neither a `.gitignore` that is a link nor one above the scope hides anything.
          const inner = { path: "inner", recursive: true, use_gitignore: true, filter: "files" };
          expectAt(layout, inner, "b.txt\ndeep/c.txt");
        }
        // The same run does see what is inside, so the border is not too narrow.
        for (const layout of HONEST) {
          const links = linksIn(all, layout);
          const text = links.map(([name, target]) => `${name}/ (link -> ${target})`).join("\n");
          expectAt(layout, { path: "links", show_data: true }, text);
        }
        const roots = layouts.map((layout) => rootOf(all, layout));
        assertEquals(await runCalls(flags(roots), calls, all), expected);
      } finally {
        await removeLayouts(all);
      }
    },
  );
}

Deno.test("the links of the hostile layouts lead out in many ways, and stay in some", () => {
  assertEquals([OUTWARD.length > 8, HONEST.length > 0], [true, true]);
});
