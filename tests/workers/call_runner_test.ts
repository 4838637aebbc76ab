import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../../mod.ts";
import type { Tool, ToolContext } from "../../mod.ts";
import { CallRunner } from "../../src/workers/call_runner.ts";
import { type CallNews, PULSE } from "../../src/workers/messages.ts";

const SAMPLE = Deno.realPathSync("fixtures/sample");

/** A lane, which tells all news of its calls to the same listener. */
function laneOf(tell: (news: CallNews) => void): CallRunner {
  return new CallRunner(tell, { pulse: new Int32Array(PULSE.length), cacheBytes: 1_000_000 });
}

/** Asks a lane to list the sample. */
function ask(lane: CallRunner, id: number): void {
  const context = { cwd: SAMPLE, roots: ["."] };
  const has = { cache: false, log: false, onProgress: false, projectMemory: false };
  const call = { toolset: "files", tool: "ls", args: {}, context, has, wantsData: false } as const;
  lane.receive({ type: "call", id, call, isLong: false });
}

/** Carries out calls of a tool in one lane, and returns the contexts that the tool was given. */
async function contextsIn(calls: number): Promise<readonly ToolContext[]> {
  const contexts: ToolContext[] = [];
  const tool = TOOLSETS.files.ls as { execute: Tool["execute"] };
  const { execute } = tool;
  tool.execute = (args, context) => {
    contexts.push(context!);
    return execute(args, context);
  };
  try {
    let told = Promise.withResolvers<CallNews>();
    const lane = laneOf((news) => told.resolve(news));
    for (let id = 1; id <= calls; id++) {
      told = Promise.withResolvers();
      ask(lane, id);
      assertEquals((await told.promise).type, "result");
    }
  } finally {
    tool.execute = execute;
  }
  return contexts;
}

Deno.test("a lane gives all its calls one cache, which no other lane has", async () => {
  const [first, second] = await contextsIn(2);
  const [other] = await contextsIn(1);
  assert(first?.cache instanceof TreeCache);
  const kind = { name: "text", bytesOf: () => 1 };
  first.cache.keep(kind, "key", "of the first");
  assertEquals(second?.cache?.find(kind, "key"), "of the first");
  assertEquals(other?.cache?.find(kind, "key"), undefined);
});
