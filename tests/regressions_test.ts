import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { DirscopeError } from "../src/errors.ts";
import { type ToolContext, TOOLSETS } from "../mod.ts";
import { withUnreadable } from "./support/disk_reads.ts";
import { SUBJECTS, textIn } from "./support/every_tool.ts";
import { failingDisk } from "./support/failing_disk.ts";
import { LINKS, testsNeeding } from "./support/machine.ts";
import { sketch } from "./support/sketch.ts";
import { link, withTree } from "./support/tree.ts";

const test = testsNeeding(LINKS);

const { tree, envelope, discovery, agent } = TOOLSETS;

test("`.git -> .git` (a loop) is no repository root: it does not exist", async () => {
  await withTree({ ".git": link(".git"), "sub/a": "" }, async (cwd) => {
    const { rules_above_scope } = await agent.explain_path.execute({ path: "sub/a" }, { cwd });
    assertEquals(rules_above_scope, "unknown");
  });
  await withTree({ ".git/HEAD": "", "sub/a": "" }, async (cwd) => {
    const { rules_above_scope } = await agent.explain_path.execute({ path: "sub/a" }, { cwd });
    assertEquals(rules_above_scope, undefined);
  });
});

Deno.test("a modification time out of JavaScript's range is null, shown as -", () =>
  withTree({ "f": "x" }, async (cwd) => {
    const mtime = new Date(NaN);
    using _disk = failingDisk({
      lstatSync: (path, proceed) => ({ ...proceed(), ...path.endsWith("/f") && { mtime } }),
    });
    const listed = await textIn(cwd, "discovery.list_dir_entries", {});
    assertEquals(listed, "list_dir_entries .: 1 entry\nf\t1\t-");
    const { entries: [entry] } = await discovery.stat_path.execute({ path: "f" }, { cwd });
    assertEquals(entry?.modified_unix_ms, null);
    assert(!(await textIn(cwd, "discovery.stat_path", { path: "f" })).includes("NaN"));
  }));

test("LS: `context.cwd` is `.` where the root was given through a link to the working directory", () =>
  withTree({ "p/a": "", "to_p": link("p") }, async (root) => {
    const rows: [cwd: string, root: string, expected: string][] = [
      ["p", "to_p", "."],
      ["to_p", "to_p", "."],
      ["p", ".", "p"],
    ];
    for (const [cwd, given, expected] of rows) {
      const context = { cwd: `${root}/${cwd}`, roots: [`${root}/${given}`] };
      const { context: shown } = await envelope.LS.execute({ path: `${root}/${given}` }, context);
      assertEquals(shown.cwd, expected, `${cwd} in ${given}`);
    }
  }));

test("a link whose text cannot be read shows no target", () =>
  withTree({ "l": link("x") }, async (cwd) => {
    using _disk = failingDisk({
      readLinkSync() {
        throw new Deno.errors.InvalidData("not UTF-8");
      },
    });
    assertEquals(await textIn(cwd, "tree.list_dir", { show_data: true }), "l (link)");
    const { children } = JSON.parse(await textIn(cwd, "tree.list_dir", { format: "json" }));
    assertEquals(children, [{ name: "l", type: "link" }]);
    assertEquals((await agent.overview.execute({}, { cwd })).text, "l@ -> (unreadable)");
    const { entries: [entry] } = await discovery.stat_path.execute({ path: "l" }, { cwd });
    assertEquals([entry?.kind, "link_target" in entry!], ["symlink", false]);
  }));

Deno.test("a lone surrogate in a path is refused like U+FFFD: it reaches nothing", () =>
  withTree({ "D\uFFFD/secret": "", "D": "" }, async (cwd) => {
    for (const path of ["D\ud800", "D\uFFFD", "D\ud800/secret"]) {
      const { entries: [entry] } = await discovery.stat_path.execute({ path }, { cwd });
      assertEquals(entry?.exists, false, path);
      const listed = await discovery.list_dir.execute({ path }, { cwd });
      assertEquals(listed.error?.code, "not_found", path);
    }
  }));

Deno.test("a cursor of another query says: send the other arguments unchanged", () =>
  withTree({ a: "", b: "", c: "" }, async (cwd) => {
    const first = await discovery.find_files.execute({ limit: 1 }, { cwd });
    const { error } = await discovery.find_files.execute(
      { limit: 1, extensions: ["ts"], cursor: first.next_cursor! },
      { cwd },
    );
    assertEquals(error, {
      code: "bad_cursor",
      message: "cursor is of another query: send the other arguments unchanged",
    });
  }));

Deno.test("`null` anywhere in a context is as good as absent", async () => {
  const fields = [
    "roots",
    "memory",
    "projectMemory",
    "signal",
    "onProgress",
    "maxScanned",
    "policy",
    "gitignore",
    "log",
  ];
  const nothing = Object.fromEntries(fields.map((field) => [field, null]));
  await withTree({ "in/a": "", "out": "" }, async (root) => {
    for (const { id, tool } of SUBJECTS) {
      const messageAt = (path: string) =>
        textIn(`${root}/in`, id, { [tool.TRAITS.pathArgument]: path }, nothing);
      assert(!/outside|denied/i.test(await messageAt(`${root}/in`)), id);
      // "`roots: null` from a host's JSON lists everything": no longer.
      if (tool.TRAITS.isRooted) assert(/outside|denied/i.test(await messageAt(`${root}/out`)), id);
    }
  });
});

Deno.test('a context of wrong types is a TypeError that names the field, and so is "a field that is not named here (`rots` must not fail open)"', async () => {
  const rows: [field: string, value: unknown][] = [
    ["cwd", 7],
    ["roots", "."],
    ["roots", [7]],
    ["memory", "x"],
    ["projectMemory", {}],
    ["signal", {}],
    ["onProgress", 1],
    ["maxScanned", "1"],
    ["maxScanned", -1],
    ["maxScanned", NaN],
    ["gitignore", "all"],
    ["log", {}],
    ["cache", new Map()],
    ["rots", ["."]],
    ["toString", false],
  ];
  for (const { tool } of SUBJECTS) {
    for (const [field, value] of rows) {
      const context = { [field]: value } as unknown as ToolContext;
      const calls = [
        () => tool.execute({}, context),
        () => tool.fail(new DirscopeError("timed_out"), {}, context),
        ...tool.pages ? [() => Array.fromAsync(tool.pages!({}, context))] : [],
      ];
      for (const call of calls) {
        const { message } = await assertRejects(async () => await call(), TypeError);
        const expected = `Cannot use the context: ${field} (must be |is no known field)`;
        assertMatch(message, new RegExp(expected));
      }
    }
    await assertRejects(
      () => tool.execute({}, 5 as unknown as ToolContext),
      TypeError,
      "an object",
    );
    const absent = { rots: null, cwd: null, roots: undefined } as unknown as ToolContext;
    await tool.fail(new DirscopeError("timed_out"), {}, absent);
  }
});

Deno.test("a context whose fields are a class's getters limits a call all the same", () =>
  withTree({ "in/a": "", "in/b": "", "out/c": "" }, async (root) => {
    class Policy {
      get hide(): string[] {
        return ["b"];
      }
    }
    class Context {
      get cwd(): string {
        return `${root}/in`;
      }
      get roots(): string[] {
        return ["."];
      }
      get policy(): Policy {
        return new Policy();
      }
    }
    const { list_dir } = TOOLSETS.tree;
    assertEquals(await list_dir.execute({ path: "." }, new Context()), "a");
    assertMatch(await list_dir.execute({ path: "../out" }, new Context()), /access denied/);
  }));

Deno.test("a `bad_pattern` message holds the mend", async () => {
  const alone = "** stands alone between slashes, as in **/*.ts";
  const rows: [pattern: string, message: string][] = [
    ["./src/*.ts", '"." segment at character 1: drop ./'],
    ["../src/*.ts", '".." segment at character 1: say in root where to search'],
    ["**.ts", `** joined to other text at character 1: ${alone}`],
    ["src/", 'empty segment at character 5: drop the last /; kind: "dir" finds directories'],
    ["src//a", "empty segment at character 5: write one / only"],
    ["/abs/a", "absolute pattern at character 1: write it relative to root"],
    ["[\\]", "backslash at character 2: write [*] for a literal *, [[] for [, ? for \\"],
    // "`*{*,a}` becomes a recursive `**`"
    ["*{*,a}", `** joined to other text at character 1: ${alone}`],
    ["{*,a}*", `** joined to other text at character 2: ${alone}`],
  ];
  for (const [pattern, message] of rows) {
    const { error } = await discovery.glob_search.execute({ pattern }, { cwd: "fixtures" });
    assertEquals(error, { code: "bad_pattern", message: `pattern: ${message}` }, pattern);
  }
});

Deno.test("glob_search finds `[id]` folders by `[[]id]`, and `?` matches `İ` in any case", () =>
  withTree({ "app/[id]/page.ts": "", "İ": "", "i": "" }, async (cwd) => {
    const rows: [pattern: string, caseSensitive: boolean, paths: string[]][] = [
      ["app/[[]id]/*.ts", true, ["app/[id]/page.ts"]],
      ["?", true, ["i", "İ"]],
      ["?", false, ["i", "İ"]],
      ["İ", false, ["İ"]],
    ];
    for (const [pattern, case_sensitive, paths] of rows) {
      const { entries } = await discovery.glob_search.execute({ pattern, case_sensitive }, { cwd });
      assertEquals(entries.map(({ path }) => path), paths, pattern);
    }
  }));

test("tree, following: a directory that cannot be read keeps its line, though a link to it comes first", () =>
  withTree(
    sketch("a_link -> locked, locked/f, z_link -> locked"),
    (cwd) =>
      withUnreadable([`${cwd}/locked`], async () => {
        const args = { recursive: true, follow_folder_symlinks: true };
        assertEquals(await tree.list_dir.execute(args, { cwd }), "a_link/\nlocked/");
      }),
  ));
