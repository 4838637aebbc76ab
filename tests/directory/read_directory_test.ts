import { assertEquals, assertRejects } from "@std/assert";
import type { EntryKey } from "../../src/directory/entry_key.ts";
import { sortListing } from "../../src/directory/sort_listing.ts";
import { readDirectory, readInParts } from "../../src/directory/read_directory.ts";
import { DirscopeError } from "../../src/errors.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { takeAtOnce, takePaced } from "../../src/pacing/paced_steps.ts";
import { DENO_FILE_SYSTEM, type FileSystem } from "../../src/scope/file_system.ts";
import { LINKS, testsNeeding } from "../support/machine.ts";
import { shell } from "../support/shell.ts";
import { link, withQuickTree } from "../support/tree.ts";

const test = testsNeeding(LINKS);

/** All keys of a directory that is read in parts. */
function partsOf(path: string, pacer = new Pacer()): Promise<EntryKey[]> {
  return takePaced(readInParts(DENO_FILE_SYSTEM, path), pacer);
}

test("readInParts() equals readDirectory() on 30,000 files, and aborts", async () => {
  const tree = { "sub/": "", "link": link("sub"), "é": "", "😀": "", "\uE000": "" };
  await withQuickTree(tree, async (root) => {
    await shell(root, "seq -f 'file-with-a-rather-long-name-%06g' 30000 | xargs touch");
    const expected = takeAtOnce(sortListing(readDirectory(DENO_FILE_SYSTEM, root)));
    assertEquals(expected.keys.length, 30_005);
    const parts = await partsOf(root);
    const huge = await takePaced(sortListing(parts), new Pacer());
    assertEquals(huge.keys.join("\n"), expected.keys.join("\n"));
    assertEquals({ ...huge, keys: [] }, { ...expected, keys: [] });
    const controller = new AbortController();
    const pacer = new Pacer({ signal: controller.signal });
    const reading = partsOf(root, pacer);
    controller.abort("why");
    const error = await assertRejects(() => reading, DOMException);
    assertEquals(error.name, "AbortError");
  });
});

Deno.test("readInParts() closes an endless directory, which has too many entries", () =>
  withQuickTree({ "a": "" }, async (root) => {
    let isClosed = false;
    const endless: FileSystem = {
      ...DENO_FILE_SYSTEM,
      async *readHugeDirectory(path) {
        try {
          for (;;) yield* Deno.readDir(path);
        } finally {
          isClosed = true;
        }
      },
    };
    const fail = readInParts(endless, root, 1000);
    const error = await assertRejects(() => takePaced(fail, new Pacer()), DirscopeError);
    assertEquals([error.code, error.message], ["scan_limit", "more than 1000 entries"]);
    await Promise.resolve();
    assertEquals(isClosed, true);
  }));
