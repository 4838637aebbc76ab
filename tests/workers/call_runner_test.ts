import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../../mod.ts";
import type { Tool, ToolContext } from "../../mod.ts";
import { CallRunner } from "../../src/workers/call_runner.ts";
import type { PoolMessage, SentCall, WorkerMessage } from "../../src/workers/messages.ts";
import { manyDirectories, slowDisk } from "../support/slow_disk.ts";
import { withQuickTree, withTree } from "../support/tree.ts";

/** Returns the message that starts a call of a tool in a directory. */
function callMessage(call: Pick<SentCall, "args" | "tool" | "toolset">, cwd: string): PoolMessage {
  const context = { cwd, roots: ["."] };
  const host = { hasLog: false, hasProjectMemory: false };
  return { type: "call", call: { ...call, ...host, context, wantsData: false } };
}

const SAMPLE = callMessage(
  { toolset: "files", tool: "ls", args: {} },
  Deno.realPathSync("fixtures/sample"),
);

/** Runs calls of a tool one after the other, and returns the contexts that the tool was given. */
async function contextsIn(calls: number): Promise<readonly ToolContext[]> {
  const contexts: ToolContext[] = [];
  const tool = TOOLSETS.files.ls as { execute: Tool["execute"] };
  const { execute } = tool;
  tool.execute = (args, context) => {
    contexts.push(context!);
    return execute(args, context);
  };
  try {
    let sent = Promise.withResolvers<WorkerMessage>();
    const runner = new CallRunner((message) => sent.resolve(message));
    for (let i = 0; i < calls; i++) {
      sent = Promise.withResolvers();
      runner.receive(SAMPLE);
      assertEquals((await sent.promise).type, "result");
    }
  } finally {
    tool.execute = execute;
  }
  return contexts;
}

Deno.test("the roots of a client narrow those of its call; if none can be served, the call says so", async () => {
  await withTree({ "in/a/x": "", "in/hidden/y": "", "out/z": "" }, async (root) => {
    const served = `${root}/in`;
    const rows: [uris: string[], text: string][] = [
      [[], "list_dir .: 1 entry\na/"],
      [[`file://${served}/a`, `file://${root}/out`], "list_dir .: 1 entry\nx"],
      [[`file://${root}`], "list_dir .: 1 entry\na/"],
      ...["out", "in/hidden", "missing"].map((name): [string[], string] => [
        [`file://${root}/${name}`],
        `Error: none of the client's roots is a directory in the allowed roots: ${served}`,
      ]),
    ];
    for (const [clientRoots, text] of rows) {
      const sent = Promise.withResolvers<WorkerMessage>();
      const message = callMessage({ toolset: "discovery", tool: "list_dir", args: {} }, served);
      assert(message.type === "call");
      const policy = { hide: ["/hidden"], from: [served] };
      const context = { cwd: served, roots: [served], policy };
      new CallRunner(sent.resolve).receive({
        type: "call",
        call: { ...message.call, context, clientRoots },
      });
      const isError = text.startsWith("Error");
      assertEquals(await sent.promise, { type: "result", result: { text, isError } });
    }
  });
});

Deno.test("all calls of a worker share one cache, which no other worker has", async () => {
  const [first, second] = await contextsIn(2);
  const [other] = await contextsIn(1);
  assert(first?.cache instanceof TreeCache);
  const kind = { name: "text", bytesOf: () => 1 };
  first.cache.keep(kind, "key", "of the first");
  assertEquals(second?.cache?.find(kind, "key"), "of the first");
  assertEquals(other?.cache?.find(kind, "key"), undefined);
});

Deno.test("a call sends heartbeats even if its client wants no progress, and stops when it is cancelled", async () => {
  await withQuickTree(manyDirectories(1000), async (root) => {
    using _disk = slowDisk(() => {});
    const sent: string[] = [];
    const ended = Promise.withResolvers<void>();
    const runner = new CallRunner((message) => {
      sent.push(message.type);
      if (message.type === "progress") runner.receive({ type: "cancel" });
      else ended.resolve();
    });
    const args = { name_contains: "no such file" };
    runner.receive(callMessage({ toolset: "discovery", tool: "find_files", args }, root));
    await ended.promise;
    assertEquals(sent, ["progress", "aborted"]);
    // A cancellation does not reach the next call.
    const next = Promise.withResolvers<WorkerMessage>();
    const fresh = new CallRunner((message) => next.resolve(message));
    fresh.receive({ type: "cancel" });
    fresh.receive(SAMPLE);
    assertEquals((await next.promise).type, "result");
  });
});

Deno.test("a result that is too long is an error, with data only for a client that wants them", async () => {
  const tool = TOOLSETS.discovery.stat_path as unknown as { toResult: Tool["toResult"] };
  const { toResult } = tool;
  let isFirst = true;
  tool.toResult = (output) => {
    const result = toResult(output);
    const text = isFirst ? "x".repeat(2 ** 24 + 1) : result.text;
    isFirst = false;
    return { ...result, text };
  };
  using _restored = { [Symbol.dispose]: () => void (tool.toResult = toResult) };
  const sent = Promise.withResolvers<WorkerMessage>();
  new CallRunner((message) => sent.resolve(message)).receive(
    callMessage({ toolset: "discovery", tool: "stat_path", args: { path: "." } }, Deno.cwd()),
  );
  const text = "error io_error: the result is longer than 16777216 characters: ask for less";
  assertEquals(await sent.promise, { type: "result", result: { text, isError: true } });
});
