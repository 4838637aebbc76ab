import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { Pacer } from "../../../../src/pacing/pacer.ts";
import type { Change } from "../../../../src/tools/agent/changes/compare.ts";
import { renderChanges } from "../../../../src/tools/agent/changes/render.ts";
import { budgetFor } from "../../../../src/tools/agent/overview/token_cost.ts";
import { BusyPacer } from "../../../support/counted_pacer.ts";

for (
  const [where, directories, text] of [
    ["one directory", 1, "d0/\n + f0\n + f1\n … 19998 added"],
    ["many", 20_000, "d0/ (1 added)\nd1/ (1 added)\n… 19998 added in 19998 more directories"],
  ] as const
) {
  Deno.test(`many changes in ${where} are put in order and counted without a long pause`, async () => {
    const changes = Array.from({ length: 20_000 }, (_, i) => (
      { type: "added", prefix: `d${i % directories}/`, name: `f${i}`, kind: "file" } as const
    ));
    const pacer = new BusyPacer();
    assertEquals(await renderChanges(changes, budgetFor(40), pacer), {
      counts: { added: 20_000, removed: 0, modified: 0, ignored: 0, renamed: 0 },
      text,
      isComplete: false,
    });
    assert(pacer.looks > changes.length, `only ${pacer.looks} looks`);
  });
}

async function rowOf(change: Change): Promise<string> {
  const { text } = await renderChanges([change], budgetFor(1000), new Pacer());
  return text.slice(text.indexOf("\n") + 1);
}

for (
  const [what, change, row] of [
    ["a link", { type: "added", name: "n", kind: "link" }, " + n@"],
    ["a file that ends like one", { type: "added", name: "n@", kind: "file" }, " + n\\u{40}"],
    ["a directory that does", { type: "added", name: "n@", kind: "directory" }, " + n@/"],
    ["a link that does", { type: "removed", name: "n@", kind: "link" }, " - n@@"],
    [
      "another kind",
      { type: "kind", name: "n", kind: "file", oldKind: "link" },
      " ~ n (was a link)",
    ],
    [
      "a name that says so",
      { type: "modified", name: "n (was a link)", kind: "file" },
      " ~ n \\u{28}was a link)",
    ],
    [
      "two of them",
      { type: "renamed", name: "n (was a)", kind: "link", oldPath: "a (was b)", isModified: false },
      " > n \\u{28}was a)@ (was a (was b))",
    ],
    [
      "one that was modified besides",
      { type: "renamed", name: "n", kind: "file", oldPath: "a", isModified: true },
      " > n (modified, was a)",
    ],
    ["an ignored one", { type: "ignored", name: "n", kind: "file" }, " - n (ignored now)"],
    [
      "a name that says that",
      { type: "removed", name: "n (ignored now)", kind: "file" },
      " - n \\u{28}ignored now)",
    ],
  ] as const
) {
  Deno.test(`a row of changes reads like no other change: ${what}`, async () => {
    assertEquals(await rowOf({ prefix: "", ...change }), row);
  });
}

Deno.test("a file named like the row of another change has another row", async () => {
  const name = fc.array(fc.constantFrom("n", "@", " (was n)", " (was a link)", "\\"), {
    minLength: 1,
    maxLength: 4,
  }).map((parts) => parts.join(""));
  // The slash after a directory is in no name.
  const kind = fc.constantFrom("file", "link");
  const prefix = fc.constant("");
  const change: fc.Arbitrary<Exclude<Change, { type: "renamed" }>> = fc.oneof(
    fc.record({ prefix, name, kind, type: fc.constantFrom("added", "removed", "modified") }),
    fc.record({ prefix, name, kind, type: fc.constant("kind"), oldKind: kind }),
  );
  await fc.assert(fc.asyncProperty(change, async (change) => {
    const row = await rowOf(change);
    const type = change.type === "kind" ? "modified" : change.type;
    const file: Change = { prefix: "", name: row.slice(" + ".length), kind: "file", type };
    const { name, kind } = change;
    assertEquals(
      await rowOf(file) === row,
      type === change.type && kind === "file" && name === file.name,
    );
  }));
});
