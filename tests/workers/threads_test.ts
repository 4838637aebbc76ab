/** Tests the pool with worker threads. */
import { Connection } from "../../src/mcp/connection.ts";
import { assertEquals } from "@std/assert";
import type { ToolContext } from "../../src/tool.ts";
import { CallPool } from "../../src/workers/pool.ts";
import { startThread } from "../../src/workers/start_thread.ts";
import { DEFINITION as FIND_FILES } from "../../src/tools/discovery/find_files.ts";
import { TOOLSETS } from "../../mod.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

/** Makes a pool as the server does. */
function threads(): CallPool {
  return new CallPool(startThread, 1);
}

Deno.test("a worker returns what the tool returns, and calls the log and the memory of the host before it responds", async () => {
  await withTree({ "a/b.ts": "", "c": "" }, async (root) => {
    await using pool = threads();
    const events: string[] = [];
    const context: ToolContext = {
      cwd: root,
      roots: [root],
      maxScanned: 100,
      log: { append: ({ operation }) => void events.push(`logged ${operation}`) },
      projectMemory: {
        setValue: (key, value) => void events.push(`${key}=${value}`),
        getValue: () => undefined,
      },
    };
    const found = await pool.run({
      toolset: "discovery",
      tool: FIND_FILES.function.name,
      args: { extensions: ["ts"] },
      context,
      wantsData: true,
      client: new Connection(false),
    });
    events.push("answered");
    const saved = await pool.run({
      toolset: "tree",
      tool: "list_dir",
      args: { target: "project_memory", memory_key: "k" },
      context,
      wantsData: false,
      client: new Connection(false),
    });
    const { find_files } = TOOLSETS.discovery;
    const output = await find_files.execute({ extensions: ["ts"] }, { cwd: root, roots: [root] });
    assertEquals(found, find_files.toResult(output));
    assertEquals(saved, { text: "Saved to project_memory: k", isError: false });
    assertEquals(events, ["logged find_files", "answered", "k=a/\nc"]);
  });
});

Deno.test('"A worker that runs out of memory fails its call alone"', async () => {
  await withTree({ "a": "" }, async (root) => {
    await using pool = new CallPool((send) => startThread(send, { maxOldGenerationSizeMb: 16 }));
    const list = (ignore: readonly string[]) =>
      pool.run({
        toolset: "envelope",
        tool: "LS",
        args: { path: ".", ignore },
        context: { cwd: root, roots: [root] },
        wantsData: false,
        client: new Connection(false),
      });
    const big = list(Array.from({ length: 200_000 }, (_, i) => `x${i}`));
    assertEquals(await big, {
      text: "Failed to list directory - it takes more memory than a call may have: ask for less",
      isError: true,
    });
    assertEquals((await list([])).isError, false);
  });
});

Deno.test("a worker has the permissions of the program, and no others", async () => {
  await withTree({ "in/a": "", "out/b": "" }, async (root) => {
    const program = projectFile("tests/support/worker_borders.ts");
    const readable = `${root}/in,${projectFile(".")}`;
    const flags = ["--quiet", "--no-prompt", "--no-check", `--allow-read=${readable}`];
    const { stdout, stderr } = await run(denoRun(flags, program, root));
    assertEquals([stdout, stderr], [
      `a\nError: access denied: '${root}/out' is outside the allowed roots.\n`,
      "",
    ]);
  });
});
