import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { DirscopeError } from "../src/errors.ts";
import { type Tool, type ToolContext, TOOLSETS, toToolResult } from "../mod.ts";
import { LINKS, needing } from "./support/machine.ts";
import { link, withTree } from "./support/tree.ts";

const { tree, envelope, discovery, agent } = TOOLSETS;

/** What a tool says of a path. */
async function said(
  tool: Tool,
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<string> {
  return toToolResult(tool, await tool.execute(args, context)).text;
}

Deno.test(
  needing(LINKS, "`.git -> .git` (a loop) is no repository root: it does not exist"),
  async () => {
    await withTree({ ".git": link(".git"), "sub/a": "" }, async (cwd) => {
      const { rules_above_scope } = await agent.explain_path.execute({ path: "sub/a" }, { cwd });
      assertEquals(rules_above_scope, "unknown");
    });
    await withTree({ ".git/HEAD": "", "sub/a": "" }, async (cwd) => {
      const { rules_above_scope } = await agent.explain_path.execute({ path: "sub/a" }, { cwd });
      assertEquals(rules_above_scope, undefined);
    });
  },
);

Deno.test("a modification time out of JavaScript's range is null, shown as -", async () => {
  await withTree({ "f": "x" }, async (cwd) => {
    const { lstatSync } = Deno;
    const mtime = new Date(NaN);
    Deno.lstatSync = (path) => ({
      ...lstatSync(path),
      ...String(path).endsWith("/f") && { mtime },
    });
    try {
      assertEquals(
        await said(discovery.list_dir_entries, {}, { cwd }),
        "list_dir_entries .: 1 entry\nf\t1\t-",
      );
      const { entries: [entry] } = await discovery.stat_path.execute({ path: "f" }, { cwd });
      assertEquals(entry?.modified_unix_ms, null);
      assert(!(await said(discovery.stat_path, { path: "f" }, { cwd })).includes("NaN"));
    } finally {
      Deno.lstatSync = lstatSync;
    }
  });
});

Deno.test(
  needing(
    LINKS,
    "LS: `context.cwd` is `.` where the root was given through a link to the working directory",
  ),
  async () => {
    await withTree({ "p/a": "", "to_p": link("p") }, async (root) => {
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
    });
  },
);

Deno.test(needing(LINKS, "a link whose text cannot be read shows no target"), async () => {
  await withTree({ "l": link("x") }, async (cwd) => {
    const { readLinkSync } = Deno;
    Deno.readLinkSync = () => {
      throw new Deno.errors.InvalidData("not UTF-8");
    };
    try {
      const show = { path: cwd, show_data: true };
      assertEquals(await tree.list_dir.execute(show, { cwd }), "l (link)");
      const json = await tree.list_dir.execute({ path: cwd, format: "json" }, { cwd });
      assertEquals(JSON.parse(json).children, [{ name: "l", type: "link" }]);
      assertEquals((await agent.overview.execute({}, { cwd })).text, "l@ -> (unreadable)");
      const { entries: [entry] } = await discovery.stat_path.execute({ path: "l" }, { cwd });
      assertEquals([entry?.kind, "link_target" in entry!], ["symlink", false]);
    } finally {
      Deno.readLinkSync = readLinkSync;
    }
  });
});

Deno.test("a lone surrogate in a path is refused like U+FFFD: it reaches nothing", async () => {
  await withTree({ "D\uFFFD/secret": "", "D": "" }, async (cwd) => {
    for (const path of ["D\ud800", "D\uFFFD", "D\ud800/secret"]) {
      const { entries: [entry] } = await discovery.stat_path.execute({ path }, { cwd });
      assertEquals(entry?.exists, false, path);
      const listed = await discovery.list_dir.execute({ path }, { cwd });
      assertEquals(listed.error?.code, "not_found", path);
    }
  });
});

Deno.test("a cursor of another query says: send the other arguments unchanged", async () => {
  await withTree({ a: "", b: "", c: "" }, async (cwd) => {
    const first = await discovery.find_files.execute({ limit: 1 }, { cwd });
    const { error } = await discovery.find_files.execute(
      { limit: 1, extensions: ["ts"], cursor: first.next_cursor! },
      { cwd },
    );
    assertEquals(error, {
      code: "bad_cursor",
      message: "cursor is of another query: send the other arguments unchanged",
    });
  });
});

Deno.test("`null` anywhere in a context is as good as absent", async () => {
  await withTree({ "in/a": "", "out": "" }, async (root) => {
    const nothing = {
      roots: null,
      memory: null,
      projectMemory: null,
      signal: null,
      onProgress: null,
      maxScanned: null,
      policy: null,
      gitignore: null,
      log: null,
    };
    for (const tools of Object.values(TOOLSETS)) {
      for (const tool of Object.values<Tool>(tools)) {
        const { pathArgument, isRooted } = tool.TRAITS;
        const { required } = tool.DEFINITION.function.parameters;
        const least = {
          ...required.includes("pattern") && { pattern: "**" },
          ...required.includes("queries") && { queries: ["a"] },
          ...required.includes("since") && { since: "nothing" },
        };
        const context = { cwd: `${root}/in`, ...nothing } as unknown as ToolContext;
        const inside = await said(tool, { ...least, [pathArgument]: `${root}/in` }, context);
        assert(!inside.includes("denied") && !inside.includes("outside"), inside);
        if (!isRooted) continue;
        // "`roots: null` from a host's JSON lists everything": no longer.
        const outside = toToolResult<unknown>(
          tool,
          await tool.execute({ ...least, [pathArgument]: `${root}/out` }, context),
        );
        assert(/outside|denied/i.test(outside.text), outside.text);
      }
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
  for (const tool of Object.values(TOOLSETS).flatMap((tools) => Object.values<Tool>(tools))) {
    for (const [field, value] of rows) {
      const context = { [field]: value } as unknown as ToolContext;
      const calls = [
        () => tool.execute({}, context),
        () => tool.fail(new DirscopeError("timed_out"), {}, context),
        ...tool.pages ? [() => Array.fromAsync(tool.pages!({}, context))] : [],
      ];
      for (const call of calls) {
        const { message } = await assertRejects(async () => await call(), TypeError);
        const expected = `Cannot use the context: ${field} (must be |is no field of a context)`;
        assertMatch(message, new RegExp(expected));
      }
    }
    const absent = { rots: null, cwd: null, roots: undefined } as unknown as ToolContext;
    await tool.fail(new DirscopeError("timed_out"), {}, absent);
  }
});

Deno.test("a `bad_pattern` message holds the mend", async () => {
  const rows: [pattern: string, message: string][] = [
    ["./src/*.ts", '"." segment at character 1: drop ./'],
    ["../src/*.ts", '".." segment at character 1: say in root where to search'],
    [
      "**.ts",
      "** joined to other text at character 1: ** stands alone between slashes, as in **/*.ts",
    ],
    ["src/", 'empty segment at character 5: drop the last /; kind: "dir" finds directories'],
    ["src//a", "empty segment at character 5: write one / only"],
    [
      "/abs/a",
      "absolute pattern at character 1: drop the first /, and say in root where to search",
    ],
    ["[\\]", "backslash at character 2: write [*] for a literal *, [[] for [, ? for \\"],
    // "`*{*,a}` becomes a recursive `**`"
    [
      "*{*,a}",
      "** joined to other text at character 1: ** stands alone between slashes, as in **/*.ts",
    ],
    [
      "{*,a}*",
      "** joined to other text at character 2: ** stands alone between slashes, as in **/*.ts",
    ],
  ];
  for (const [pattern, message] of rows) {
    const { error } = await discovery.glob_search.execute({ pattern }, { cwd: "fixtures" });
    assertEquals(error, { code: "bad_pattern", message: `pattern: ${message}` }, pattern);
  }
});

Deno.test("glob_search finds `[id]` folders by `[[]id]`, and `?` matches `İ` in any case", async () => {
  await withTree({ "app/[id]/page.ts": "", "İ": "", "i": "" }, async (cwd) => {
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
  });
});

Deno.test(
  needing(
    LINKS,
    "tree, following: a directory that cannot be read keeps its line, though a link to it comes first",
  ),
  async () => {
    await withTree(
      { "a_link": link("locked"), "locked/f": "", "z_link": link("locked") },
      async (cwd) => {
        const { readDirSync } = Deno;
        Deno.readDirSync = (path) => {
          if (String(path).endsWith("/locked")) throw new Deno.errors.PermissionDenied("locked");
          return readDirSync(path);
        };
        try {
          const args = { path: cwd, recursive: true, follow_folder_symlinks: true };
          assertEquals(await tree.list_dir.execute(args, { cwd }), "a_link/\nlocked/");
        } finally {
          Deno.readDirSync = readDirSync;
        }
      },
    );
  },
);
