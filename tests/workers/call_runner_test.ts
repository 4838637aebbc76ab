import { assert, assertEquals } from "@std/assert";
import { MessageChannel } from "node:worker_threads";
import { TOOLSETS, TreeCache } from "../../mod.ts";
import type { Tool, ToolContext } from "../../mod.ts";
import { Claims } from "../../src/ahead/claims.ts";
import type { PieceRequest } from "../../src/ahead/piece.ts";
import { CallRunner } from "../../src/workers/call_runner.ts";
import { type CallNews, PULSE } from "../../src/workers/messages.ts";
import type { NumberedAnswer } from "../../src/workers/walk_messages.ts";
import { stopClock } from "../support/clock.ts";

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

Deno.test("a lane helps no other while it has calls, nor right after one: the next may be on its way", async () => {
  const { port1, port2 } = new MessageChannel();
  using clock = stopClock();
  try {
    let told = Promise.withResolvers<CallNews>();
    const lane = laneOf((news) => told.resolve(news));
    let answered = Promise.withResolvers<NumberedAnswer>();
    port2.on("message", (answer: NumberedAnswer) => answered.resolve(answer));
    const answers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    lane.receive({ type: "help", port: port1, answers });
    await answered.promise;
    const isBusyWith = async (id: number): Promise<boolean> => {
      answered = Promise.withResolvers();
      port2.postMessage({ id, request: requestFor("src/") });
      const { isBusy = false, answer } = await answered.promise;
      assertEquals(answer === undefined, isBusy);
      return isBusy;
    };
    assertEquals(await isBusyWith(1), false);
    ask(lane, 1);
    assertEquals(await isBusyWith(2), true, "a call has begun");
    await told.promise;
    clock.advance(49);
    assertEquals(await isBusyWith(3), true, "one has ended just now");
    clock.advance(2);
    assertEquals(await isBusyWith(4), false);
    told = Promise.withResolvers();
    ask(lane, 2);
    await told.promise;
    assertEquals(await isBusyWith(5), true);
  } finally {
    port1.close();
    port2.close();
  }
});

function requestFor(prefixes: string): PieceRequest {
  return {
    recipe: {
      id: "a walk",
      scope: { cwd: SAMPLE, roots: ["."], prefix: undefined },
      visibility: undefined,
      start: { open: SAMPLE, real: SAMPLE },
      order: "name",
      maxDepth: Infinity,
      resolveLinks: false,
      unsortedFiles: false,
      reportIgnored: false,
      keeps: false,
      semantics: undefined,
    },
    prefixes,
    own: "0",
    claims: Claims.for(1).shared,
    maxEntries: 100,
  };
}
