import { assertEquals } from "@std/assert";
import { type FilesOutput, TOOLSETS } from "../mod.ts";
import { tooManyEntries } from "../src/errors.ts";
import { farthestFrom, outputsOf, subjectOf, SUBJECTS } from "./support/every_tool.ts";
import { failingDisk, watching } from "./support/failing_disk.ts";
import { DIRECTORY_SIZES, LINKS, testsNeeding } from "./support/machine.ts";
import { link, withQuickTree } from "./support/tree.ts";
import { whenHuge } from "./support/walking.ts";

const test = testsNeeding(LINKS);

const DEEP = "a/b/c/d/e";

/** No output may hold this name, nor this size. */
const MARK = "outside-mark";
const SIZE = 7_654_321;

/** A disk that calls what is named `lie` a directory, and what is named `lie-too` a file. */
function lyingDisk(): Disposable {
  const lied = (entry: Deno.DirEntry): Deno.DirEntry => {
    if (!entry.name.startsWith("lie")) return entry;
    const isDirectory = entry.name === "lie";
    return { name: entry.name, isDirectory, isFile: !isDirectory, isSymlink: false };
  };
  return failingDisk({
    readDirSync: (_path, proceed) => [...proceed()].map(lied)[Symbol.iterator](),
    async *readDir(_path, proceed) {
      for await (const entry of await proceed()) yield lied(entry);
    },
  });
}

test("a file system that calls a link a directory, five levels down, shows no tool what is outside", async () => {
  // Decision 2.5: "Every directory, at every depth, is asked (`lstat`) whether it is one right before
  // it is read".
  const tree = {
    [`root/${DEEP}/lie`]: link("../../../../../../outside"),
    [`root/${DEEP}/lie-too`]: link(`../../../../../../outside/${MARK}`),
    [`root/${DEEP}/inside.txt`]: "",
    "root/.git/": "",
    "outside/.gitignore": `${MARK}\n`,
    [`outside/${MARK}`]: "",
  };
  await withQuickTree(tree, async (folder) => {
    Deno.truncateSync(`${folder}/outside/${MARK}`, SIZE);
    using _disk = lyingDisk();
    const cwd = `${folder}/root`;
    const context = { cwd, roots: ["."] };
    for (const subject of SUBJECTS) {
      for (const path of [".", DEEP, `${DEEP}/lie`, `${DEEP}/lie/${MARK}`]) {
        const args = farthestFrom(subject, path, context);
        const call = () => outputsOf(subject, args, context);
        const outputs = [await call(), await whenHuge(call)];
        // The arguments of a call come back in its answer.
        const text = JSON.stringify(outputs).replaceAll(`lie/${MARK}`, "");
        const what = `${subject.id} ${JSON.stringify(args)}: ${text}`;
        assertEquals([text.includes(MARK), text.includes(String(SIZE))], [false, false], what);
      }
    }
  });
});

Deno.test("a directory whose lstat fails is not read; the failure is reported like that of a read", () =>
  withQuickTree({ [`${DEEP}/f`]: "" }, async (cwd) => {
    let reads = 0;
    using _disk = failingDisk({
      lstatSync(path, proceed) {
        if (path === `${cwd}/${DEEP}`) {
          throw Object.assign(new Error("/secret"), { code: "EIO" });
        }
        return proceed();
      },
      readDirSync(path, proceed) {
        if (path === `${cwd}/${DEEP}`) reads++;
        return proceed();
      },
    });
    const { skipped } = await TOOLSETS.discovery.find_files.execute({}, { cwd });
    assertEquals([skipped, reads], [{ io_error: 1 }, 0]);
  }));

Deno.test("a deep directory is read by its size: one that states a huge one, or none, is streamed", async () => {
  for (const size of [4 * 1024 * 1024, 0]) {
    await withQuickTree({ [`${DEEP}/f`]: "" }, async (cwd) => {
      const streamed: string[] = [];
      using _disk = failingDisk({
        lstatSync(path, proceed) {
          const info = proceed();
          return path === `${cwd}/${DEEP}` ? { ...info, size } : info;
        },
        readDir(path, proceed) {
          streamed.push(path.slice(cwd.length + 1));
          return proceed();
        },
      });
      assertEquals(
        await TOOLSETS.tree.list_dir.execute({ recursive: true, filter: "files" }, { cwd }),
        `${DEEP}/f`,
      );
      assertEquals(streamed, Deno.build.os === "windows" && size === 0 ? [] : [DEEP]);
    });
  }
});

testsNeeding(DIRECTORY_SIZES)(
  "a directory too large to be held is reported in each tool's own shape",
  () =>
    withQuickTree({ "f": "", "large/x": "" }, async (cwd) => {
      const large = `${cwd}/large`;
      using _disk = failingDisk({
        lstatSync: (path, proceed) => path === large ? { ...proceed(), size: 0 } : proceed(),
        async *readDir(path, proceed) {
          yield* await proceed();
          if (path === large) throw tooManyEntries(2_000_000);
        },
      });
      const failed = "more than 2000000 entries";
      const rows: readonly (readonly [id: string, args: Record<string, unknown>, text: string])[] =
        [
          ["tree.list_dir", { recursive: true }, "f\nlarge/\n[stopped after 2 entries]"],
          ["tree.list_dir", { path: "large", format: "json" }, "Error: stopped after 0 entries."],
          ["envelope.LS", { path: "large" }, `Failed to list directory - ${failed}`],
          ["codex.list_dir", { dir_path: cwd }, `failed to read directory: ${failed}`],
          ["codex.list_dir", { dir_path: large }, `failed to read directory: ${failed}`],
          ["discovery.list_dir", { path: "large" }, `error io_error: ${failed}`],
          ["discovery.find_files", {}, "find_files .: 1 entry\nf\nskipped: 1 io_error"],
          ["agent.overview", { path: "large" }, `error io_error: ${failed}`],
        ];
      for (const [id, args, text] of rows) {
        const { tool } = subjectOf(id);
        assertEquals(tool.toResult(await tool.execute(args, { cwd })).text, text, id);
      }
      const listing = ({ content: [{ text }] }: FilesOutput) => JSON.parse(text);
      const whole = listing(await TOOLSETS.files.ls.execute({ path: "." }, { cwd }));
      assertEquals(Object.values(whole), [[`${cwd}/f`], true, 1, false, false, 1]);
      const part = listing(await TOOLSETS.files.ls.execute({ path: "large" }, { cwd }));
      assertEquals([part.files, part.truncated], [[], true]);
      const { text } = await TOOLSETS.agent.overview.execute({}, { cwd });
      assertEquals(text, "f\nlarge/ (cannot be read)\nomitted: 1 io_error");
      // A small budget still reads a directory whole.
      const small = { cwd, maxScanned: 1 };
      assertEquals(await TOOLSETS.tree.list_dir.execute({ path: "." }, small), "f\nlarge/");
    }),
);

/** Runs a test in which `sub` becomes a link to `outside` right before one call, and stays one. */
async function withSwapAt(
  operation: "lstatSync" | "readDirSync",
  path: string,
  test: (cwd: string) => Promise<void>,
): Promise<void> {
  const tree = {
    "root/sub/.gitignore": "x\n",
    "root/sub/inside": "",
    "root/.git/": "",
    "outside/.gitignore": "inside\n",
    "outside/inside": "",
    [`outside/${MARK}`]: "",
  };
  await withQuickTree(tree, async (folder) => {
    const cwd = `${folder}/root`;
    Deno.truncateSync(`${folder}/outside/inside`, SIZE);
    let isSwapped = false;
    using _disk = failingDisk(watching([operation], (call) => {
      if (call.path !== `${cwd}/${path}` || isSwapped) return;
      isSwapped = true;
      Deno.renameSync(`${cwd}/sub`, `${folder}/kept`);
      Deno.symlinkSync(`${folder}/outside`, `${cwd}/sub`);
    }));
    await test(cwd);
    assertEquals(isSwapped, true);
  });
}

Deno.test("a named directory that becomes a link after its stat is not listed", async () => {
  for (const subject of SUBJECTS) {
    if (["stat_path", "explain_path"].includes(subject.name)) continue;
    await withSwapAt("readDirSync", "sub", async (cwd) => {
      const args = farthestFrom(subject, "sub", { cwd });
      const context = { cwd, roots: ["."] };
      const text = JSON.stringify(await outputsOf(subject, args, context));
      assertEquals(text.includes(MARK), false, `${subject.id}: ${text}`);
    });
  }
});

Deno.test("no size or time is shown of what came in the place of a directory", async () => {
  const { find_files, list_dir_entries, stat_path } = TOOLSETS.discovery;
  await withSwapAt("lstatSync", "sub/inside", async (cwd) => {
    const { entries } = await find_files.execute({ name_contains: "inside" }, { cwd });
    assertEquals(entries.map(({ path, size }) => [path, size]), [["sub/inside", null]]);
  });
  await withSwapAt("lstatSync", "sub/inside", async (cwd) => {
    const { entries } = await list_dir_entries.execute({ path: "sub" }, { cwd });
    assertEquals(
      entries.map(({ name, size, modified_unix_ms }) => [name, size, modified_unix_ms]),
      [
        ["inside", null, null],
      ],
    );
  });
  await withSwapAt("lstatSync", "sub/inside", async (cwd) => {
    const { entries: [entry] } = await stat_path.execute({ path: "sub/inside" }, { cwd });
    assertEquals([entry?.kind, entry?.size], ["missing", null]);
  });
});

test("no rule is read from a .gitignore that came with another directory", () =>
  withSwapAt("lstatSync", "sub/.gitignore", async (cwd) => {
    const result = await TOOLSETS.agent.explain_path.execute({ path: "sub/inside" }, { cwd });
    assertEquals([result.rule, result.unreadable_gitignore], [null, 1]);
  }));
