import { assertEquals, assertMatch } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { dirscope, withFixture } from "../support/cli.ts";
import { assertEnds, type CommandLineRow } from "../support/command_lines.ts";
import { SHELL, testsNeeding } from "../support/machine.ts";
import { run, shellWords } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(SHELL);

const { execute } = TOOLSETS.tree.list_dir;

/** Command lines whose tool returns an error, as text for `execute` with the same arguments. */
const FAILING: readonly [words: string[], args: Record<string, unknown>, roots?: string[]][] = [
  [["./none"], { path: "./none" }],
  [["list_dir", "a.txt"], { path: "a.txt" }],
  [["~/"], { path: "~/" }],
  [["list_dir", "--", "./--recursive"], { path: "./--recursive" }],
  [["tool/\nname\x1b[31m"], { path: "tool/\nname\x1b[31m" }],
  [["--json", "./none"], { path: "./none", format: "json" }],
  [["list_dir", "x".repeat(4096)], { path: "x".repeat(4096) }],
  [["--scope", "b", "b/.."], { path: "b/.." }, ["b"]],
  [["--scope", "b", "./bb"], { path: "./bb" }, ["b"]],
  [["list_dir", "--scope", "none", "b"], { path: "b" }, ["none"]],
  [["list_dir", "--scope", "/dev", "b"], { path: "b" }, ["/dev"]],
  [["--target=session_memory", "--memory-key=k"], { target: "session_memory", memory_key: "k" }],
  [["--target=project_memory", "--memory-key=k"], { target: "project_memory", memory_key: "k" }],
  [["--target", "session_memory"], { target: "session_memory" }],
];

Deno.test("exit 1: the tool returned an error, which is one line on stderr only", async () => {
  await withFixture(async (root) => {
    const rows = FAILING.map(async ([words, args, roots]): Promise<CommandLineRow> => {
      const text = await execute(args, { cwd: root, ...roots && { roots } });
      assertMatch(text, /^Error: .+$/);
      return [words, { code: 1, stderr: `${text}\n` }];
    });
    await assertEnds(root, await Promise.all(rows));
  });
});

test("a closed pipe (| head) ends quietly", async () => {
  const name = "x".repeat(200);
  const many = Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`${name}${i}`, ""]));
  await withTree(many, async (root) => {
    for (const words of [[], ["--json"], ["--recursive", "--show-data"]]) {
      // Far more than a pipe holds, so that the writer reaches the closed end.
      const command = `{ ${shellWords(dirscope(...words))}; echo "status $?" >&2; } | head -n 1`;
      const { stdout, stderr } = await run(["sh", "-c", command], { cwd: root });
      assertEquals(stdout.split("\n").length, 2);
      assertEquals(stderr, "status 0\n");
    }
    // The same holds for stderr.
    const command = `{ ${
      shellWords(dirscope("./none"))
    } 3>&1 1>&2 2>&3; echo "status $?" >&2; } | true`;
    const { stdout, stderr } = await run(["sh", "-c", command], { cwd: root });
    assertEquals([stdout, stderr], ["", "status 1\n"]);
  });
});

test("standard input is never read", async () => {
  await withFixture(async (root) => {
    // It stays open and empty here: who waits for it hangs.
    const waiting = await run(dirscope("./b"), { cwd: root });
    assertEquals(waiting, { code: 0, signal: null, stdout: "c.txt\nd/\n", stderr: "" });
    const command = `${shellWords(dirscope("./b"))} && cat`;
    const { stdout } = await run(["sh", "-c", command], { cwd: root, input: "left alone\n" });
    assertEquals(stdout, "c.txt\nd/\nleft alone\n");
    const closed = await run(["sh", "-c", `${shellWords(dirscope("./b"))} <&-`], { cwd: root });
    assertEquals(closed, { code: 0, signal: null, stdout: "c.txt\nd/\n", stderr: "" });
  });
});
