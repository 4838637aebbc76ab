import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import type { DiscoveryResult } from "../../../mod.ts";
import { cli } from "../../support/command_lines.ts";
import {
  LEAST,
  LISTINGS,
  pathsOf,
  ROOT_ARGUMENT,
  run,
  SEARCHES,
  TOOLS,
} from "../../support/discovery.ts";
import { diskCallsOf, osError, readsOf } from "../../support/disk_reads.ts";
import { FIFOS, LINKS, needing, RAW_NAMES, SHELL } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { fifo, link, type Tree, withTree } from "../../support/tree.ts";

const TREE: Tree = {
  "a/x.ts": "12345",
  "a/.hidden": "",
  "a-b": "1",
  "dir/": "",
  "link": link("a"),
  "pipe": fifo(),
};

Deno.test(
  needing(LINKS, "discovery error codes: what the path that a call names leads to"),
  async (t) => {
    const tree: Tree = {
      "in/file": "",
      "in/out": link("../out"),
      "in/out-missing": link("../nothing"),
      "in/far": link("/no/such/place"),
      "in/loop": link("loop"),
      "in/ping": link("pong"),
      "in/pong": link("ping"),
      "in/dangling": link("nothing"),
      "in/to-file": link("file"),
      "out/secret/file": "",
    };
    const long = "n".repeat(300);
    const rows: [path: string, code: string][] = [
      ["missing", "not_found"],
      ["missing/deeper", "not_found"],
      ["dangling", "not_found"],
      ["file", "not_a_directory"],
      ["to-file", "not_a_directory"],
      ["file/below", "not_a_directory"],
      ["out", "outside_root"],
      ["out/secret", "outside_root"],
      ["out/nothing", "outside_root"],
      ["out-missing", "outside_root"],
      ["far", "outside_root"],
      ["..", "outside_root"],
      ["../out", "outside_root"],
      ["../nothing", "outside_root"],
      ["../in-other", "outside_root"],
      ["/etc", "outside_root"],
      ["/no/such/place", "outside_root"],
      ["", "invalid_root"],
      ["a\0b", "invalid_root"],
      [long, "invalid_root"],
      ["loop", "invalid_root"],
      ["ping", "invalid_root"],
      ["ping/deeper", "invalid_root"],
    ];
    await withTree(tree, async (root) => {
      const cwd = `${root}/in`;
      for (const [path, code] of rows) {
        await t.step(`${path.slice(0, 20)}: ${code}`, async () => {
          for (const name of LISTINGS) {
            const result = await run(name, { [ROOT_ARGUMENT[name]!]: path }, cwd);
            assertEquals(result.error?.code, code, `${name}: ${JSON.stringify(result.error)}`);
            const { success, count, truncated, entries } = result;
            assertEquals({ success, count, truncated, entries }, {
              success: false,
              count: 0,
              truncated: false,
              entries: [],
            });
            assertEquals(Object.keys(result), [
              "success",
              "operation",
              "root",
              "query",
              "count",
              "truncated",
              "entries",
              "error",
            ]);
            assertEquals(Object.keys(result.error!), ["code", "message"]);
          }
        });
      }
      await t.step(
        "outside is said in the same words whether or not the thing exists",
        async () => {
          for (const name of LISTINGS) {
            const messages = new Set<string>();
            for (
              const path of ["out/secret", "out/nothing", "../out", "../nothing", "out-missing"]
            ) {
              const { error } = await run(name, { [ROOT_ARGUMENT[name]!]: path }, cwd);
              messages.add(error!.message.replace(path, "PATH"));
            }
            assertEquals(messages.size, 1);
          }
        },
      );
    });
  },
);

Deno.test("a path that is too long is invalid_root, wherever it is too long", async () => {
  await withTree({ "d/": "" }, async (root) => {
    for (const path of ["n".repeat(300), `d/${"n".repeat(256)}`, `${"n".repeat(5000)}/x`]) {
      for (const name of [...LISTINGS, "stat_path"]) {
        const { error } = await run(name, { [ROOT_ARGUMENT[name]!]: path }, root);
        assertEquals(error?.code, "invalid_root", `${name} ${path.length}`);
      }
    }
  });
});

Deno.test(
  needing(
    [LINKS, FIFOS],
    "EACCES/EPERM is permission_denied, the rest io_error; Deno's messages never show",
  ),
  async (t) => {
    const rows: [error: Error, code: string][] = [
      [osError("EACCES", Deno.errors.PermissionDenied), "permission_denied"],
      [osError("EPERM", Deno.errors.PermissionDenied), "permission_denied"],
      [new Deno.errors.PermissionDenied("EACCES: /secret/place"), "permission_denied"],
      [new Deno.errors.NotCapable("/secret/place"), "outside_root"],
      [osError("ENOENT", Deno.errors.NotFound), "not_found"],
      [osError("ENOTDIR", Deno.errors.NotADirectory), "not_a_directory"],
      [osError("ENAMETOOLONG"), "invalid_root"],
      [osError("ELOOP", Deno.errors.FilesystemLoop), "invalid_root"],
      [osError("EIO"), "io_error"],
      [osError("EMFILE"), "io_error"],
      [new TypeError("/secret/place"), "io_error"],
    ];
    await withTree(TREE, async (root) => {
      for (const [error, code] of rows) {
        await t.step(`${error.name} ${(error as { code?: string }).code}: ${code}`, async () => {
          for (const name of LISTINGS) {
            const { result } = await readsOf(
              () => run(name, { [ROOT_ARGUMENT[name]!]: "a" }, root),
              () => error,
            );
            assertEquals(result.error?.code, code, name);
            assertEquals(result.entries, []);
            assert(!JSON.stringify(result).includes("secret"), JSON.stringify(result));
            // The roots are named on purpose, and nothing else that is absolute.
            const rest = JSON.stringify(result).replace(`allowed roots: ${root}"`, "");
            assert(!rest.includes(root), rest);
          }
        });
      }
    });
  },
);

Deno.test("`skipped` counts directories that could not be read, by reason; nothing is lost", async (t) => {
  const rows: [error: Error, reason: string][] = [
    [osError("EACCES", Deno.errors.PermissionDenied), "permission_denied"],
    [osError("EPERM", Deno.errors.PermissionDenied), "permission_denied"],
    [new Deno.errors.NotCapable("/secret/place"), "outside_root"],
    [osError("ENOENT", Deno.errors.NotFound), "vanished"],
    [osError("ENOTDIR", Deno.errors.NotADirectory), "vanished"],
    [osError("ENAMETOOLONG"), "name_too_long"],
  ];
  const tree: Tree = { "a/1": "", "bad/1": "", "bad2/1": "", "c/1": "", "d": "" };
  await withTree(tree, async (root) => {
    for (const [error, reason] of rows) {
      await t.step(`${error.name}: ${reason}`, async () => {
        const failure = (path: string): Error | undefined =>
          path.includes("bad") ? error : undefined;
        const found = await readsOf(() => run("find_files", {}, root), failure);
        assertEquals(pathsOf(found.result), ["a/1", "c/1", "d"]);
        assertEquals(Object.entries(found.result.skipped!), [[reason, 2]]);
        assertEquals(found.result.success, true);
        const globbed = await readsOf(() => run("glob_search", {}, root), failure);
        assertEquals(pathsOf(globbed.result), ["a", "a/1", "bad", "bad2", "c", "c/1", "d"]);
        assertEquals(Object.entries(globbed.result.skipped!), [[reason, 2]]);
      });
    }
    await t.step("several reasons stand in one order", async () => {
      const { result } = await readsOf(
        () => run("find_files", {}, root),
        (path) =>
          path.endsWith("bad")
            ? osError("ENOENT", Deno.errors.NotFound)
            : path.endsWith("bad2")
            ? osError("EACCES", Deno.errors.PermissionDenied)
            : undefined,
      );
      assertEquals(JSON.stringify(result.skipped), '{"permission_denied":1,"vanished":1}');
    });
    await t.step("absent when empty", async () => {
      for (const name of Object.keys(TOOLS)) {
        assertEquals(Object.hasOwn(await run(name, {}, root), "skipped"), false, name);
      }
    });
    await t.step("over all pages each directory is counted once", async () => {
      const failure = (path: string): Error | undefined =>
        path.includes("bad") ? osError("EACCES", Deno.errors.PermissionDenied) : undefined;
      for (const limit of [1, 2, 3]) {
        let [cursor, skipped]: [string | undefined, number] = [undefined, 0];
        do {
          const { result } = await readsOf(
            () => run("find_files", { limit, cursor: cursor ?? null }, root),
            failure,
          );
          skipped += result.skipped?.permission_denied ?? 0;
          cursor = result.next_cursor;
        } while (cursor !== undefined);
        assertEquals(skipped, 2, `limit ${limit}`);
      }
    });
  });
});

Deno.test("a directory under --deny-read counts as outside_root in `skipped`, and is still listed", async () => {
  await withTree({ "a": "", "secret/key": "", "z": "" }, async (root) => {
    const permissions = [`--allow-read=${root}`, `--deny-read=${root}/secret`];
    const find = await cli(root, ["find_files", "--json"], permissions);
    const found: DiscoveryResult = JSON.parse(find.stdout);
    assertEquals([pathsOf(found), found.skipped], [["a", "z"], { outside_root: 1 }]);
    const glob = await cli(root, ["glob_search", "--pattern", "**", "--json"], permissions);
    const globbed: DiscoveryResult = JSON.parse(glob.stdout);
    assertEquals([pathsOf(globbed), globbed.skipped], [["a", "secret", "z"], { outside_root: 1 }]);
    const denied = await cli(root, ["find_files", "secret"], permissions);
    assertEquals([denied.code, denied.stdout], [1, ""]);
  });
});

Deno.test("wrong arguments: the message names the argument, its bound and the value; no disk", async (t) => {
  const rows: [tool: string, args: unknown, mentions: string[]][] = [
    ...[null, undefined, 5, "x", true, [], [{}]].flatMap((args) =>
      Object.keys(TOOLS).map((name): [string, unknown, string[]] => [name, args, ["object"]])
    ),
    ...Object.keys(TOOLS).map((name): [string, unknown, string[]] => [
      name,
      { ...LEAST[name], bogus: 1 },
      ["bogus", name],
    ]),
    ["stat_path", {}, ["path"]],
    ["stat_path", { path: null }, ["path"]],
    ["stat_path", { path: 5 }, ["path", "5"]],
    ["glob_search", {}, ["pattern"]],
    ["glob_search", { pattern: null }, ["pattern"]],
    ["glob_search", { pattern: ["a"] }, ["pattern"]],
    ["find_files", { limit: 0 }, ["limit", "1", "1000", "0"]],
    ["find_files", { limit: 1001 }, ["limit", "1", "1000", "1001"]],
    ["find_files", { limit: -1 }, ["limit", "-1"]],
    ["find_files", { limit: 1.5 }, ["limit", "1.5"]],
    ["find_files", { limit: NaN }, ["limit", "NaN"]],
    ["find_files", { limit: Infinity }, ["limit", "Infinity"]],
    ["find_files", { limit: "5" }, ["limit", '"5"']],
    ["find_files", { limit: true }, ["limit", "true"]],
    ["find_files", { max_depth: 0 }, ["max_depth", "1", "0"]],
    ["find_files", { max_depth: -3 }, ["max_depth", "1", "-3"]],
    ["find_files", { max_depth: 1.5 }, ["max_depth", "1.5"]],
    ["find_files", { extensions: "ts" }, ["extensions", "ts"]],
    ["find_files", { extensions: ["ts", ""] }, ["extensions"]],
    ["find_files", { extensions: [5] }, ["extensions", "5"]],
    ["find_files", { extensions: [null] }, ["extensions", "null"]],
    ["find_files", { exclude_dirs: [""] }, ["exclude_dirs"]],
    ["find_files", { exclude_dirs: {} }, ["exclude_dirs"]],
    ["find_files", { name_contains: 1 }, ["name_contains", "1"]],
    ["find_files", { path_contains: ["x"] }, ["path_contains", "x"]],
    ["find_files", { case_sensitive: "yes" }, ["case_sensitive", "yes"]],
    ["find_files", { case_sensitive: 1 }, ["case_sensitive", "1"]],
    ["find_files", { use_gitignore: 0 }, ["use_gitignore", "0"]],
    ["find_files", { cursor: 5 }, ["cursor", "5"]],
    ["find_files", { root: 5 }, ["root", "5"]],
    ["find_files", { root: ["a"] }, ["root"]],
    ["glob_search", { pattern: "*", kind: "symlink" }, ["kind", "file", "dir", "any", "symlink"]],
    ["glob_search", { pattern: "*", kind: "" }, ["kind", "file", "dir", "any"]],
    ["glob_search", { pattern: "*", max_results: 0 }, ["max_results", "1", "1000", "0"]],
    ["glob_search", { pattern: "*", max_results: 1001 }, ["max_results", "1000", "1001"]],
    ["glob_search", { pattern: "*", limit: 5 }, ["limit"]],
    ["list_dir_entries", { limit: 1001 }, ["limit", "1000", "1001"]],
    ["list_dir_entries", { limit: 0 }, ["limit", "1", "0"]],
    ["list_dir_entries", { include_hidden: "no" }, ["include_hidden", "no"]],
    ["list_dir", { path: true }, ["path", "true"]],
    ["list_dir", { path: ".", cursor: null }, ["cursor"]],
    ["list_dir", JSON.parse('{"__proto__": 1}'), ["__proto__"]],
    ["list_dir", { constructor: 1 }, ["constructor"]],
  ];
  for (const [name, args, mentions] of rows) {
    await t.step(`${name} ${JSON.stringify(args)}`, async () => {
      let result: DiscoveryResult | undefined;
      const calls = await diskCallsOf(async () => result = await TOOLS[name]!.execute(args, {}));
      const { success, error, count, truncated, entries, operation } = result!;
      assertEquals(error?.code, "invalid_argument");
      assertEquals([success, operation, count, truncated, entries], [false, name, 0, false, []]);
      for (const mention of mentions) assert(error!.message.includes(mention), error!.message);
      assertEquals(calls, []);
    });
  }
});

Deno.test(
  needing([LINKS, FIFOS], "wrong arguments: a bad path, pattern or cursor opens nothing"),
  async (t) => {
    const rows: [tool: string, args: Record<string, unknown>, code: string][] = [
      ["find_files", { root: "" }, "invalid_root"],
      ["find_files", { root: "a\0" }, "invalid_root"],
      ["find_files", { cursor: "x" }, "bad_cursor"],
      ["glob_search", { pattern: "" }, "bad_pattern"],
      ["glob_search", { pattern: "a/../b" }, "bad_pattern"],
      ["glob_search", { pattern: "**", cursor: "x" }, "bad_cursor"],
      ["list_dir_entries", { path: "\0" }, "invalid_root"],
      ["list_dir_entries", { cursor: " " }, "bad_cursor"],
      ["stat_path", { path: "" }, "invalid_root"],
      ["list_dir", { path: "" }, "invalid_root"],
    ];
    await withTree(TREE, async (root) => {
      for (const [name, args, code] of rows) {
        await t.step(`${name} ${JSON.stringify(args)}`, async () => {
          const { result, reads } = await readsOf(() => run(name, args, root));
          assertEquals([result.error?.code, reads], [code, []]);
        });
      }
    });
  },
);

Deno.test("a bad pattern is refused before it is known whether root exists", async () => {
  const { error } = await run("glob_search", { pattern: "a//b", root: "nowhere" }, "/");
  assertEquals(error?.code, "bad_pattern");
});

Deno.test("maxScanned: a listing of one directory reads it whole, whatever the budget", async () => {
  await withTree({ a: "", b: "", c: "" }, async (cwd) => {
    for (const name of ["list_dir", "list_dir_entries"]) {
      const { count, success } = await TOOLS[name]!.execute({}, { cwd, maxScanned: 1 });
      assertEquals([success, count], [true, 3], name);
    }
  });
});

Deno.test(needing([LINKS, FIFOS], "roots: [] allows nothing, and says outside_root"), async () => {
  await withTree(TREE, async (root) => {
    for (const name of Object.keys(TOOLS)) {
      assertEquals((await run(name, {}, root, [])).error?.code, "outside_root", name);
    }
  });
});

Deno.test("without roots, `discovery` sees cwd and nothing beside it; roots compare by segment", async () => {
  await withTree({ "in/f": "", "in-side/g": "" }, async (root) => {
    for (const name of Object.keys(TOOLS)) {
      const args = { [ROOT_ARGUMENT[name]!]: "../in-side" };
      assertEquals((await run(name, args, `${root}/in`)).error?.code, "outside_root", name);
      assertEquals((await run(name, args, `${root}/in`, [root])).success, true, name);
    }
  });
});

Deno.test(
  needing(
    RAW_NAMES,
    "names that are not valid UTF-8: listed, never stat'ed, `skipped.unaddressable`",
  ),
  async () => {
    await withTree({ "a": "x" }, async (root) => {
      const script = `mkdir "$(printf 'd\\377')" && touch "$(printf 'd\\377')/in" ` +
        `"$(printf 'f\\376')" "$(printf 'f\\377')"; printf xyz > "$(printf 'f\\357\\277\\275')"`;
      await shell(root, script);
      const found = await run("find_files", {}, root);
      assertEquals(found.entries.map(({ name, size }) => [name, size]), [["a", 1], [
        "f\uFFFD",
        null,
      ]]);
      assertEquals(found.skipped, { unaddressable: 1 });
      const globbed = await run("glob_search", {}, root);
      assertEquals(pathsOf(globbed), ["a", "d\uFFFD", "f\uFFFD"]);
      assertEquals(globbed.skipped, { unaddressable: 1 });
      const listed = await run("list_dir_entries", {}, root);
      assertEquals(
        listed.entries.map(({ name, size, modified_unix_ms }) => [
          name,
          size,
          modified_unix_ms === null,
        ]),
        [["d\uFFFD", null, true], ["a", 1, false], ["f\uFFFD", null, true]],
      );
      assertEquals((await run("stat_path", { path: "f\uFFFD" }, root)).entries[0]?.kind, "missing");
    });
  },
);

Deno.test(
  needing(SHELL, "paths longer than PATH_MAX: the walk goes on, `skipped.name_too_long`"),
  async () => {
    const root = Deno.makeTempDirSync({ prefix: "dirscope-" });
    try {
      const name = "n".repeat(250);
      const script = `touch z; i=0; while [ $i -lt 20 ]; do mkdir ${name} && cd -P ${name}; ` +
        "touch f; i=$((i+1)); done";
      await shell(root, script);
      const found = await run("find_files", {}, root);
      assertEquals(found.success, true);
      assertEquals(pathsOf(found).at(-1), "z");
      assert(found.count > 10 && found.count < 20, String(found.count));
      assertEquals(found.skipped, { name_too_long: 1 });
    } finally {
      await shell("/", `rm -rf '${root}'`);
    }
  },
);

Deno.test(needing(SHELL, "2,000 levels are fine, and a cursor resumes at the bottom"), async () => {
  const root = Deno.makeTempDirSync({ dir: "/tmp" });
  try {
    const deepest = "d/".repeat(1990);
    await shell(root, `mkdir -p ${deepest}; cd ${deepest}; touch x y`);
    const first = await run("find_files", { limit: 1 }, root);
    assertEquals([first.entries[0]?.name, first.truncated], ["x", true]);
    const second = await run("find_files", { limit: 1, cursor: first.next_cursor }, root);
    assertEquals([second.entries[0]?.name, second.truncated], ["y", false]);
    assertEquals((await run("glob_search", { pattern: "**/d/x" }, root)).count, 1);
  } finally {
    await shell("/", `rm -rf '${root}'`);
  }
});

Deno.test(
  needing(
    [LINKS, FIFOS],
    "execute and pages throw AbortError when the signal aborts, before and during",
  ),
  async () => {
    await withTree(TREE, async (cwd) => {
      for (const [name, tool] of Object.entries(TOOLS)) {
        const context = { cwd, signal: AbortSignal.abort() };
        const error = await assertRejects(() => tool.execute(LEAST[name], context), DOMException);
        assertEquals(error.name, "AbortError");
        if (tool.pages === undefined) continue;
        const pages = tool.pages(LEAST[name], context)[Symbol.asyncIterator]();
        assertInstanceOf(await assertRejects(() => pages.next()), DOMException);
      }
      for (const name of SEARCHES) {
        const abort = new AbortController();
        const { signal } = abort;
        // Slow reads, so that the walk has to yield.
        const { result } = await readsOf(
          () =>
            assertRejects(
              () => TOOLS[name]!.execute(LEAST[name], { cwd, signal }),
              DOMException,
            ),
          () => {
            abort.abort();
            for (const end = performance.now() + 25; performance.now() < end;);
            return undefined;
          },
        );
        assertEquals(result.name, "AbortError", name);
      }
    });
  },
);
