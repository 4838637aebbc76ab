import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Cell, missingForFuse, runCell, withMount } from "./fuse.ts";

/** The paths that are denied or hidden, in the spelling that the disk stores. */
const DENIED_PATHS = ["Secret", "Été", "Secret.txt"];

Deno.test({
  name:
    "on a disk that does not tell upper from lower case, denials, patterns and roots hold for every spelling",
  ignore: missingForFuse() !== undefined,
  fn: () =>
    withMount({ program: "caseless_fs.py" }, async (mount) => {
      const cwd = `${mount}/In`;
      const order = { cwd, paths: spellings(mount), marks: ["inner-mark", "7654321"] };
      const denied = DENIED_PATHS.map((name) => `${cwd}/${name}`).join(",");
      const narrow = [`--allow-read=${cwd}`, `--deny-read=${denied}`];
      const policy = { hide: DENIED_PATHS.map((name) => `/${name}`) };
      const cells: Cell[] = [
        { flags: narrow, order: { ...order, roots: ["."] } },
        { flags: narrow, order: { ...order, roots: undefined } },
        { flags: ["--allow-all"], order: { ...order, roots: ["."], policy } },
      ];
      for (const cell of cells) {
        const { count, failures } = await runCell(cell, 60_000);
        assertEquals(failures, []);
        assert(count > order.paths.length, String(count));
      }
    }),
});

/** Random spellings of the denied paths, and of paths below and beside them. */
function spellings(mount: string): string[] {
  const denied = fc.constantFrom(
    ...DENIED_PATHS,
    "Secret/Deep",
    "Été/Deep",
    "to-open/../Secret",
    "to-secret",
    "to-deep",
    "to-out",
    "../Outside",
    "../In/Secret",
    `${mount}/In/Été`,
  );
  const one = fc.tuple(denied, fc.infiniteStream(fc.boolean()), fc.constantFrom("NFC", "NFD"))
    .map(([path, flips, form]) => {
      const start = path.startsWith(mount) ? mount : "";
      const rest = Array.from(
        path.slice(start.length),
        (each) => flips.next().value ? each.toUpperCase() : each.toLowerCase(),
      ).join("");
      return start + rest.normalize(form);
    });
  return [...new Set(fc.sample(one, 4))];
}
