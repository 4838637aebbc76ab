import { assertEquals } from "@std/assert";
import { readLinkTarget } from "../../src/directory/link_target.ts";
import { sortListing } from "../../src/directory/sort_listing.ts";
import { takeAtOnce } from "../../src/pacing/paced_steps.ts";
import { readDirectory } from "../../src/directory/read_directory.ts";
import type { Resolution } from "../../src/scope/scoped_path.ts";
import { Scope } from "../../src/scope/scope.ts";
import { failingDisk, watching } from "../support/failing_disk.ts";
import { LINKS, needing, RAW_NAMES } from "../support/machine.ts";
import { shell } from "../support/shell.ts";
import { link, type Tree, withTree } from "../support/tree.ts";

const TREE: Tree = {
  "d/f": "",
  "f": "",
  "to-d": link("d"),
  "to-f": link("f"),
  "to-d-slash": link("d/"),
  "to-inner": link("d/f"),
  "to-link": link("to-d"),
  "to-self": link("."),
  "gone": link("nowhere"),
  "loop": link("loop"),
  "loop-slash": link("loop-slash/"),
  "outside": link("/"),
};

function endOf(resolution: Resolution, root: string): string {
  switch (resolution.outcome) {
    case "failed":
      return resolution.code;
    case "cycle":
      return resolution.stored;
    default:
      return resolution.end.real.slice(root.length);
  }
}

/** The stored target, the outcome, and the end, the error code or the stored target of a cycle. */
const rows: [name: string, stored: string | undefined, outcome: string, end: string][] = [
  ["to-d", "d", "directory", "/d"],
  ["to-f", "f", "file", "/f"],
  ["to-d-slash", "d/", "directory", "/d"],
  ["to-inner", "d/f", "file", "/d/f"],
  ["to-link", "to-d", "directory", "/d"],
  ["to-self", ".", "directory", ""],
  ["gone", "nowhere", "failed", "not_found"],
  ["loop", "loop", "cycle", "loop"],
  ["loop-slash", "loop-slash/", "cycle", "loop-slash/"],
  ["outside", "/", "failed", "outside_scope"],
  ["f", undefined, "failed", "not_found"],
  ["no-such-link", undefined, "failed", "not_found"],
];

Deno.test(
  needing(LINKS, "readLinkTarget() resolves links alike with and without a listing"),
  () =>
    withTree(TREE, (root) => {
      const scope = new Scope({ cwd: root, roots: ["."] });
      const directory = scope.enter(".");
      for (
        const listing of [undefined, takeAtOnce(sortListing(readDirectory(scope.fileSystem, root)))]
      ) {
        for (const [name, ...expected] of rows) {
          const { stored, resolution } = readLinkTarget(scope, directory, name, listing);
          const end = endOf(resolution, root);
          assertEquals([stored, resolution.outcome, end], expected, name);
        }
      }
    }),
);

Deno.test(
  needing(LINKS, "readLinkTarget() resolves a neighbour from the listing without a system call"),
  async () => {
    await withTree(TREE, (root) => {
      const scope = new Scope({ cwd: root, roots: ["."] });
      const directory = scope.enter(".");
      const listing = takeAtOnce(sortListing(readDirectory(scope.fileSystem, root)));
      let calls = 0;
      using _disk = failingDisk(watching(["lstatSync", "realPathSync"], () => void calls++));
      readLinkTarget(scope, directory, "to-d", listing);
      assertEquals(calls, 0);
    });
  },
);

Deno.test(
  needing([RAW_NAMES, LINKS], "readLinkTarget() never reads a link whose name is not UTF-8"),
  async () => {
    await withTree({ "m\uFFFD": link("f"), "f": "" }, async (root) => {
      await shell(root, `ln -s f "$(printf 'm\\377')"`);
      const scope = new Scope({ cwd: root, roots: ["."] });
      assertEquals(readLinkTarget(scope, scope.enter("."), "m\uFFFD"), {
        stored: undefined,
        resolution: { outcome: "failed", code: "not_found" },
      });
    });
  },
);
