/** Helpers for the tests of toolset `envelope`. */
import { assert, assertEquals } from "@std/assert";
import { type Envelope, type ToolContext, TOOLSETS } from "../../mod.ts";

const { LS } = TOOLSETS.envelope;

/** Calls `LS`. Its time is checked and replaced by 0. */
export async function execute(args: unknown, context: ToolContext = {}): Promise<Envelope> {
  const envelope = await LS.execute(args, context);
  const { time_ms } = envelope.stats;
  assert(Number.isInteger(time_ms) && time_ms! >= 0, `time_ms: ${time_ms}`);
  return { ...envelope, stats: { ...envelope.stats, time_ms: 0 } };
}

/** The envelope of a failed call. */
/** The lines below the head of a call that lists up to 200 entries. */
export async function linesOfCall(
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<string[]> {
  const { status, text } = await execute({ limit: 200, ...args }, context);
  assertEquals(status, "success", text);
  const [, , blank, ...lines] = text.split("\n");
  assertEquals(blank ?? "", "");
  return lines;
}
