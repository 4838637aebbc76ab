import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../../mod.ts";
import type { Tool, ToolContext } from "../../mod.ts";
import { CallServer } from "../../src/workers/call_server.ts";
import type { News, Order, SentCall } from "../../src/workers/messages.ts";
import { manyDirectories, slowDisk } from "../support/slow_disk.ts";
import { withQuickTree } from "../support/tree.ts";

/** A call of a tool in a directory. */
function orderFor(call: Pick<SentCall, "args" | "tool" | "toolset">, cwd: string): Order {
  const context = { cwd, roots: ["."] };
  return { type: "call", call: { ...call, context, has: [], wantsData: false } };
}

const SAMPLE = orderFor(
  { toolset: "files", tool: "ls", args: {} },
  Deno.realPathSync("fixtures/sample"),
);

/** Carries out calls of a tool, one after the other, and returns the contexts that the tool was given. */
async function contextsIn(calls: number): Promise<readonly ToolContext[]> {
  const contexts: ToolContext[] = [];
  const tool = TOOLSETS.files.ls as { execute: Tool["execute"] };
  const { execute } = tool;
  tool.execute = (args, context) => {
    contexts.push(context!);
    return execute(args, context);
  };
  try {
    let told = Promise.withResolvers<News>();
    const server = new CallServer((news) => told.resolve(news));
    for (let i = 0; i < calls; i++) {
      told = Promise.withResolvers();
      server.receive(SAMPLE);
      assertEquals((await told.promise).type, "result");
    }
  } finally {
    tool.execute = execute;
  }
  return contexts;
}

Deno.test("a worker gives all its calls one cache, which no other worker has", async () => {
  const [first, second] = await contextsIn(2);
  const [other] = await contextsIn(1);
  assert(first?.cache instanceof TreeCache);
  const kind = { name: "text", bytesOf: () => 1 };
  first.cache.keep(kind, "key", "of the first");
  assertEquals(second?.cache?.find(kind, "key"), "of the first");
  assertEquals(other?.cache?.find(kind, "key"), undefined);
});

Deno.test("a call tells that it gets on, whether or not somebody asks, and stops when it is told to", async () => {
  await withQuickTree(manyDirectories(1000), async (root) => {
    using _disk = slowDisk(() => {});
    const told: string[] = [];
    const ended = Promise.withResolvers<void>();
    const server = new CallServer((news) => {
      told.push(news.type);
      if (news.type === "progress") server.receive({ type: "cancel" });
      else ended.resolve();
    });
    const args = { name_contains: "no such file" };
    server.receive(orderFor({ toolset: "discovery", tool: "find_files", args }, root));
    await ended.promise;
    assertEquals(told, ["progress", "aborted"]);
    // The next call is another one, which nobody has cancelled.
    const next = Promise.withResolvers<News>();
    const fresh = new CallServer((news) => next.resolve(news));
    fresh.receive({ type: "cancel" });
    fresh.receive(SAMPLE);
    assertEquals((await next.promise).type, "result");
  });
});
