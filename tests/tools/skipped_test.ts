import { assertEquals } from "@std/assert";
import { callTool, TOOLSETS, toToolResult } from "../../mod.ts";
import { follow, pathsOf, stream } from "../support/discovery.ts";
import { osError, readsOf } from "../support/disk_reads.ts";
import { argumentsFor, SUBJECTS } from "../support/every_tool.ts";
import { failingDisk } from "../support/failing_disk.ts";
import { FIFOS, LINKS, testsNeeding } from "../support/machine.ts";
import { type Tree, withQuickTree } from "../support/tree.ts";

const test = testsNeeding(LINKS, FIFOS);

const { tree, codex, files, discovery, agent } = TOOLSETS;

const PLACES: Tree = {
  ".git/": "",
  ".gitignore": "x\n",
  "a/.gitignore": "y\n",
  "a/y": "",
  "b/.gitignore": "z\n",
  "b/z": "",
  "c/f": "",
  "d/f": "",
  "e/f": "",
};

/** A disk on which `a/.gitignore` cannot be read, nor two directories. */
function brokenDisk(root: string): Disposable {
  const disks = [
    failingDisk({
      openSync(path, proceed) {
        if (path === `${root}/a/.gitignore`) throw osError("EACCES");
        return proceed();
      },
    }),
    failingDisk({
      readDirSync(path, proceed) {
        if (path === `${root}/c`) throw osError("EIO");
        if (path === `${root}/d`) throw osError("EACCES", Deno.errors.PermissionDenied);
        return proceed();
      },
    }),
  ];
  return { [Symbol.dispose]: () => disks.forEach((disk) => disk[Symbol.dispose]()) };
}

async function withBrokenDisk(test: (root: string) => Promise<void>): Promise<void> {
  await withQuickTree(PLACES, async (root) => {
    using _disk = brokenDisk(root);
    await test(root);
  });
}

const ALL = { io_error: 1, permission_denied: 1, unreadable_gitignore: 1 };

Deno.test("what could not be read is said wherever a design leaves room: discovery by reason, on the page where it was met", () =>
  withBrokenDisk(async (cwd) => {
    const args = { use_gitignore: true };
    const whole = await discovery.find_files.execute(args, { cwd });
    assertEquals(whole.skipped, ALL);
    assertEquals(whole.entries.map(({ path }) => path), [
      ".gitignore",
      "a/.gitignore",
      "a/y",
      "b/.gitignore",
      "e/f",
    ]);
    assertEquals(
      toToolResult(discovery.find_files, whole).text.split("\n").at(-1),
      "skipped: 1 io_error, 1 permission_denied, 1 unreadable_gitignore",
    );
    const paged = await follow(discovery.find_files, { ...args, limit: 1 }, { cwd });
    assertEquals(paged.map(({ skipped }) => skipped), [
      undefined,
      { unreadable_gitignore: 1 },
      undefined,
      undefined,
      { io_error: 1, permission_denied: 1 },
    ]);
    const streamed = await stream(discovery.find_files, { ...args, limit: 1 }, { cwd });
    assertEquals(JSON.stringify(streamed), JSON.stringify(paged));
    const glob = await discovery.glob_search.execute({ ...args, pattern: "**" }, { cwd });
    assertEquals(glob.skipped, ALL);
  }));

// Decision 8.2: "`skipped` counts directories that could not be read, by reason […]; absent when empty. Nothing is
// dropped silently."
Deno.test("discovery: each reason for which a directory is skipped, in one order, over all pages once", async () => {
  const rows: readonly (readonly [error: Error, reason: string])[] = [
    [osError("EACCES", Deno.errors.PermissionDenied), "permission_denied"],
    [osError("EPERM", Deno.errors.PermissionDenied), "permission_denied"],
    [new Deno.errors.NotCapable("/secret/place"), "outside_root"],
    [osError("ENOENT", Deno.errors.NotFound), "vanished"],
    [osError("ENOTDIR", Deno.errors.NotADirectory), "vanished"],
    [osError("ENAMETOOLONG"), "name_too_long"],
    [osError("EIO"), "io_error"],
  ];
  const { find_files, glob_search } = discovery;
  await withQuickTree({ "a/1": "", "bad/1": "", "bad2/1": "", "c/1": "", "d": "" }, async (cwd) => {
    for (const [error, reason] of rows) {
      const failure = (path: string) => path.includes("bad") ? error : undefined;
      const calls = [
        () => follow(find_files, {}, { cwd }),
        () => follow(glob_search, { pattern: "**", kind: "file" }, { cwd }),
        ...[1, 2, 3].map((limit) => () => follow(find_files, { limit }, { cwd })),
        ...[1, 2, 3].map((limit) => () => stream(find_files, { limit }, { cwd })),
      ];
      for (const call of calls) {
        const { result: pages } = await readsOf(call, failure);
        assertEquals(pages.flatMap(pathsOf), ["a/1", "c/1", "d"]);
        const skipped = pages.flatMap((page) => Object.entries(page.skipped ?? {}));
        assertEquals(
          skipped.reduce((sum, [reported, count]) => reported === reason ? sum + count : NaN, 0),
          2,
        );
      }
    }
    const [first, second] = [rows[3]![0], rows[0]![0]];
    const { result } = await readsOf(
      () => find_files.execute({}, { cwd }),
      (path) => path.endsWith("bad") ? first : path.endsWith("bad2") ? second : undefined,
    );
    assertEquals(JSON.stringify(result.skipped), '{"permission_denied":1,"vanished":1}');
    for (const { tool, ...subject } of SUBJECTS.filter(({ toolset }) => toolset === "discovery")) {
      const args = argumentsFor({ tool, ...subject }, ".", { cwd });
      assertEquals(Object.hasOwn(await tool.execute(args, { cwd }) as object, "skipped"), false);
    }
  });
});

Deno.test("a .gitignore above the start that cannot be read is said once", () =>
  withQuickTree(
    { ".git/": "", ".gitignore": "x\n", "a/b/f": "", "a/b/g": "" },
    async (root) => {
      using _disk = failingDisk({
        openSync() {
          throw osError("EIO");
        },
      });
      const args = { root: "a/b", use_gitignore: true, limit: 1 };
      const context = { cwd: root };
      const paged = await follow(discovery.find_files, args, context);
      assertEquals(paged.map(({ skipped }) => skipped), [{ unreadable_gitignore: 1 }, undefined]);
      assertEquals(await stream(discovery.find_files, args, context), paged);
      const { unreadable_gitignore } = await agent.explain_path.execute({ path: "a/b/f" }, context);
      assertEquals(unreadable_gitignore, 1);
    },
  ));

Deno.test("what could not be read is said: overview by reason, `io_error` among them", () =>
  withBrokenDisk(async (cwd) => {
    const output = await agent.overview.execute({}, { cwd });
    const { io_error, denied } = output.omitted;
    assertEquals([io_error, denied, output.unreadable_gitignore], [1, 1, 1]);
    const lines = toToolResult(agent.overview, output).text.split("\n");
    assertEquals(lines.filter((line) => /^[cd]\//.test(line)), [
      "c/ (cannot be read)",
      "d/ (permission denied)",
    ]);
    assertEquals(lines.at(-1), "omitted: 2 ignored, 1 denied, 1 io_error");
  }));

Deno.test("`agent` says what could not be read before what it found: the rest may be ignored", () =>
  withBrokenDisk(async (cwd) => {
    const said = `skipped: ${Object.entries(ALL).map(([why, n]) => `${n} ${why}`).join(", ")}`;
    const rows: [name: string, args: Record<string, unknown>, said: string, row: string][] = [
      ["find_files", {}, said, "a/y"],
      ["glob_search", { pattern: "**" }, said, "a/y"],
      ["find_path", { queries: ["y"] }, said, "a/y\texact"],
      ["overview", {}, "skipped: 1 unreadable_gitignore", " y"],
    ];
    for (const [name, args, said, row] of rows) {
      const { text } = await callTool("agent", name, args, { cwd });
      const [, first, ...lines] = text.split("\n");
      assertEquals(
        [first, lines.includes(row), text.split("skipped").length],
        [said, true, 2],
        name,
      );
    }
  }));

Deno.test("`files` a sixth key `unreadable`, a count, where it is not 0", () =>
  withBrokenDisk(async (cwd) => {
    const reported: unknown[] = [];
    const onSkipped = (skipped: unknown): void => void reported.push(skipped);
    const { content: [{ text }] } = await files.ls.execute({ path: "." }, { cwd, onSkipped });
    assertEquals(Object.keys(JSON.parse(text)), [
      "files",
      "truncated",
      "total-files",
      "max-depth-reached",
      "max-files-reached",
      "unreadable",
    ]);
    assertEquals([JSON.parse(text).unreadable, reported], [3, [ALL]]);
    const { content: [whole] } = await files.ls.execute({ path: "e" }, { cwd, onSkipped });
    assertEquals([Object.keys(JSON.parse(whole.text)).length, reported.length], [5, 1]);
  }));

Deno.test("`tree` and `codex` keep the line of such a directory and say no more; the host is told", () =>
  withBrokenDisk(async (cwd) => {
    const reported: unknown[] = [];
    const context = { cwd, onSkipped: (skipped: unknown): void => void reported.push(skipped) };
    const args = { recursive: true, use_gitignore: true, filter: "folders" } as const;
    assertEquals(await tree.list_dir.execute(args, context), "a\nb\nc\nd\ne");
    assertEquals(reported, [ALL]);
    const { content } = await codex.list_dir.execute({ dir_path: cwd }, context);
    assertEquals(content.split("\n").filter((line) => /^[a-e]\//.test(line)).length, 5);
    assertEquals(reported[1], { io_error: 1, permission_denied: 1 });
  }));

test("a .gitignore is opened without blocking and compared with what was asked", async () => {
  const swaps: readonly [what: string, swap: (path: string) => void][] = [
    ["a link", (path) => Deno.symlinkSync("outside", path)],
    ["a FIFO", (path) => void new Deno.Command("mkfifo", { args: [path] }).outputSync()],
    ["another file", (path) => Deno.writeTextFileSync(path, "y\n")],
    ["nothing", () => {}],
  ];
  for (const [what, swap] of swaps) {
    await withQuickTree(
      { ".git/": "", ".gitignore": "x\n", "outside": "y\n", "y": "" },
      async (cwd) => {
        const path = `${cwd}/.gitignore`;
        using _disk = failingDisk({
          lstatSync(requested, proceed) {
            const info = proceed();
            if (requested === path) {
              // The inode number must not be free for what comes in its place.
              Deno.renameSync(path, `${cwd}/kept`);
              swap(path);
            }
            return info;
          },
        });
        const args = { use_gitignore: true, extensions: ["y"], name_contains: null };
        const { skipped } = await discovery.find_files.execute(args, { cwd });
        assertEquals(skipped, what === "nothing" ? undefined : { unreadable_gitignore: 1 }, what);
        const { rule } = await agent.explain_path.execute({ path: "y" }, { cwd });
        assertEquals(rule, null, what);
      },
    );
  }
});
