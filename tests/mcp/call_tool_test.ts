import type { ServerContext } from "@modelcontextprotocol/server";
import { assertEquals, assertRejects } from "@std/assert";
import { type Tool, type ToolsetName, TOOLSETS } from "../../mod.ts";
import { callTool, progressOf } from "../../src/mcp/call_tool.ts";
import { CallPool } from "../../src/workers/pool.ts";
import { startHere } from "../../src/workers/start_here.ts";
import { withTree } from "../support/tree.ts";

Deno.test("callTool() has text for every tool, and data where it is wanted", async () => {
  await withTree({ "a": "" }, async (cwd) => {
    const { discovery, tree } = TOOLSETS;
    const rows: [
      toolset: ToolsetName,
      tool: Tool,
      args: unknown,
      wantsData: boolean,
      hasData: boolean,
      isError: boolean,
    ][] = [
      ["discovery", discovery.list_dir, {}, true, true, false],
      ["discovery", discovery.list_dir, {}, false, false, false],
      ["discovery", discovery.list_dir, { path: "none" }, true, true, true],
      ["discovery", discovery.list_dir, { path: 5 }, false, false, true],
      // "`null` for an optional argument as absent", though the schema that is published has no null.
      [
        "discovery",
        discovery.find_files,
        { limit: null, cursor: "", extensions: [] },
        true,
        true,
        false,
      ],
      ["tree", tree.list_dir, {}, true, false, false],
      ["tree", tree.list_dir, { path: null, depth: null, format: null }, true, false, false],
      ["tree", tree.list_dir, { path: "none" }, true, false, true],
    ];
    await using pool = new CallPool(startHere);
    for (const [toolset, tool, args, wantsData, hasData, isError] of rows) {
      const context = { cwd, roots: [cwd] };
      const name = tool.DEFINITION.function.name;
      const result = await callTool(pool, {
        toolset,
        tool: name,
        args,
        context,
        wantsData,
        client: {},
      });
      const { text } = tool.toResult(await tool.execute(args, { cwd, roots: [cwd] }));
      assertEquals(result.content, [{ type: "text", text }]);
      assertEquals(["structuredContent" in result, result.isError], [hasData, isError], text);
    }
  });
});

Deno.test("callTool() throws an AbortError when the signal aborts", async () => {
  await using pool = new CallPool(startHere);
  const context = { signal: AbortSignal.abort() };
  const call = () =>
    callTool(pool, {
      toolset: "discovery",
      tool: "list_dir",
      args: {},
      context,
      wantsData: true,
      client: {},
    });
  assertEquals((await assertRejects(call, DOMException)).name, "AbortError");
});

/** A request with this token, and what it was notified of. */
function requestWith(progressToken?: string): { ctx: ServerContext; notified: unknown[] } {
  const notified: unknown[] = [];
  const notify = (notification: unknown): Promise<void> => {
    notified.push(notification);
    return Promise.reject(new Error("the client is gone"));
  };
  const _meta = progressToken === undefined ? undefined : { progressToken };
  return { ctx: { mcpReq: { _meta, notify } } as unknown as ServerContext, notified };
}

Deno.test("progressOf() notifies only who asks, and only of progress", () => {
  assertEquals(progressOf(requestWith().ctx), {});
  const { ctx, notified } = requestWith("token");
  const { onProgress } = progressOf(ctx);
  for (const entries of [0, 2, 2, 1, 3]) onProgress!({ directories: 1, entries });
  assertEquals(
    notified,
    [2, 3].map((progress) => ({
      method: "notifications/progress",
      params: {
        progressToken: "token",
        progress,
        message: `${progress} entries in 1 directories`,
      },
    })),
  );
});
