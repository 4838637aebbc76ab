import { assertEquals, assertRejects } from "@std/assert";
import {
  directoryKey,
  type EntryKey,
  fileKey,
  linkKey,
  otherKey,
} from "../../src/directory/entry_key.ts";
import { DirscopeError } from "../../src/errors.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { streamChildren } from "../../src/walk/stream_children.ts";
import { failingDisk, watching } from "../support/failing_disk.ts";
import { FIFOS, LINKS, needing, RAW_NAMES } from "../support/machine.ts";
import { shell } from "../support/shell.ts";
import { fifo, link, withQuickTree } from "../support/tree.ts";
import { whenHuge } from "../support/walking.ts";

type Size = "small" | "huge";

async function childrenOf(root: string, size: Size, pacer = new Pacer()): Promise<EntryKey[]> {
  const scope = new Scope({ cwd: root, roots: ["."] });
  const start = scope.enter(".");
  const keys: EntryKey[] = [];
  const read = () => streamChildren(scope, start, pacer, (key) => void keys.push(key));
  await (size === "small" ? read() : whenHuge(read));
  return keys.sort();
}

for (const size of ["small", "huge"] as const) {
  Deno.test(
    needing(
      [LINKS, FIFOS],
      `streamChildren() passes on each key of a ${size} directory, and counts`,
    ),
    async () => {
      await withQuickTree({ "d/inner": "", "f": "", "l": link("d"), "p": fifo() }, async (root) => {
        const pacer = new Pacer();
        assertEquals(await childrenOf(root, size, pacer), [
          directoryKey("d"),
          fileKey("f"),
          linkKey("l"),
          otherKey("p"),
        ]);
        assertEquals([pacer.counts.directories, pacer.counts.entries], [1, 4]);
      });
    },
  );

  Deno.test(
    needing(
      RAW_NAMES,
      `streamChildren() passes on names of a ${size} directory that read back equal once`,
    ),
    async () => {
      // "names that read back equal are listed once"
      await withQuickTree({ "a": "" }, async (root) => {
        const script =
          `touch "$(printf 'm\\377')" "$(printf 'm\\376')"; mkdir "$(printf 'm\\375')"`;
        await shell(root, script);
        const keys = await childrenOf(root, size);
        assertEquals(keys.map((key) => key.split("\0")[0]), ["a", "m\uFFFD"]);
      });
    },
  );

  Deno.test(`streamChildren() throws why a ${size} directory cannot be read`, async () => {
    await withQuickTree({ "a": "" }, async (root) => {
      using _disk = failingDisk(watching(["readDir", "readDirSync"], () => {
        throw new Deno.errors.PermissionDenied("no");
      }));
      const error = await assertRejects(() => childrenOf(root, size), DirscopeError);
      assertEquals(error.code, "permission_denied");
    });
  });
}

Deno.test("streamChildren() throws not_a_directory for what no longer is one", async () => {
  await withQuickTree({ "d/x": "" }, async (root) => {
    const scope = new Scope({ cwd: root, roots: ["."] });
    const start = scope.enter("d");
    Deno.removeSync(`${root}/d`, { recursive: true });
    Deno.writeTextFileSync(`${root}/d`, "");
    const read = () => streamChildren(scope, start, new Pacer(), () => {});
    assertEquals((await assertRejects(read, DirscopeError)).code, "not_a_directory");
  });
});

Deno.test("streamChildren() rejects with AbortError once the signal aborts", async () => {
  await withQuickTree({ "a": "", "b": "" }, async (root) => {
    const controller = new AbortController();
    const reading = childrenOf(root, "huge", new Pacer({ signal: controller.signal }));
    controller.abort();
    assertEquals((await assertRejects(() => reading, DOMException)).name, "AbortError");
  });
});
