import { workingDirectory } from "../../src/scope/path_text.ts";
import { assertEquals } from "@std/assert";
import { main, type RequiredPermissions } from "../../cli.ts";
import { POSIX_PATHS, testsNeeding } from "../support/machine.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(POSIX_PATHS);

const HERE = workingDirectory();
const NOTHING: RequiredPermissions = { read: [], write: [], net: [], env: [], serves: false };

/** Returns what a line is granted, and does not run it. */
async function requiredPermissionsOf(words: readonly string[]): Promise<RequiredPermissions> {
  return await new Promise((resolve, reject) => {
    const stop = new Error("not run");
    main(words, (needs) => {
      resolve(needs);
      throw stop;
    }).catch((error) => error !== stop && reject(error));
  });
}

test("main grants the permissions that a command line needs, and no others", async () => {
  const rows: [words: string[], needs: Partial<RequiredPermissions>][] = [
    [[], { read: [HERE] }],
    [["."], { read: [HERE] }],
    // The rules of the working directory hold for what lies in it.
    [["overview", "src"], { read: [HERE] }],
    [["overview", `${HERE}/src/../tests`], { read: [HERE] }],
    [["overview", "/tmp/a,b"], { read: ["/tmp/a,b"] }],
    [["overview", `${HERE}-more`], { read: [`${HERE}-more`] }],
    [["overview", "/"], { read: ["/"] }],
    [["list_dir", "--path", "/tmp/a b"], { read: ["/tmp/a b"] }],
    [["--toolset", "codex", "list_dir", "/x"], { read: ["/x"] }],
    [["glob_search", "--pattern", "*", "--root", "/x/"], { read: ["/x"] }],
    [["find_files", "/y", "--scope", "/x", "--scope=src"], { read: ["/x", `${HERE}/src`] }],
    [["ls", "src", "/z"], { read: [HERE, "/z"] }],
    [["--memory", "/m/f"], { read: [HERE, "/m/f"], write: ["/m/f"] }],
    [["find_files", "--log", "l.db"], { read: [HERE, `${HERE}/l.db`], write: [`${HERE}/l.db`] }],
    [["--hide", "a", "--show=b"], { read: [HERE] }],
    [["--excludes-file", "/e"], { read: [HERE, "/e"] }],
    [["mcp", "/a", "--excludes-file=/e"], { read: ["/a", "/e"], serves: true }],
    [["--help"], {}],
    [["overview", "/x", "-h"], {}],
    [["tools"], {}],
    [["definition", "overview"], {}],
    [["completions", "bash"], {}],
    [["mcp"], { read: [HERE], serves: true }],
    [["mcp", "/a", "b,c"], { read: ["/a", `${HERE}/b,c`], serves: true }],
    [["mcp", "--scope", "/a", "--memory", "/m", "--log=/l"], {
      read: ["/a", "/m", "/l"],
      write: ["/m", "/l"],
      serves: true,
    }],
    [["mcp", "/a", "--http", "8080"], {
      read: ["/a"],
      net: ["127.0.0.1:8080"],
      serves: true,
    }],
    [["mcp", "/a", "--http", "[::1]:0", "--token-env", "T"], {
      read: ["/a"],
      net: ["[::1]:0"],
      env: ["T"],
      serves: true,
    }],
    [["mcp", "/a", "--help"], {}],
    [["replay", "l.db"], { read: [HERE, `${HERE}/l.db`] }],
    [["replay", "--help"], {}],
    [["replay"], {}],
  ];
  for (const [words, needs] of rows) {
    assertEquals(await requiredPermissionsOf(words), { ...NOTHING, ...needs }, words.join(" "));
  }
});

Deno.test("what lies in a repository needs the whole repository, since its rules apply", async () => {
  await withTree({ ".git/": "", "a/b/f": "", "inner/.git": "", "inner/x": "" }, async (root) => {
    for (const path of ["", "/a/b/f", "/a/none", "/inner/../a"]) {
      const { read } = await requiredPermissionsOf(["explain_path", root + path]);
      assertEquals(read, [root], path);
    }
    const { read } = await requiredPermissionsOf(["overview", `${root}/inner/x`]);
    assertEquals(read, [`${root}/inner`]);
  });
});
