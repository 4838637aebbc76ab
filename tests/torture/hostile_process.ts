/** Makes the calls of one cell, an {@linkcode Order} as JSON, and prints a line of JSON for each. */
import { createHash } from "node:crypto";
import { isWithin } from "../../src/scope/path_text.ts";
import type { DiskCall } from "../support/failing_disk.ts";
import { isRefused, reachOf, watchTouches } from "../support/touches.ts";
import { type CallOptions, callsOf, type Cell, type PlannedCall } from "./hostile_calls.ts";
import { problemsWith } from "./hostile_checks.ts";

export interface Order {
  readonly all: string;
  readonly cell: Cell;
  readonly options: CallOptions;
  readonly from: number;
}

export interface Report {
  readonly tool: string;
  readonly digest: string;
  readonly sample: string;
  /** The problems found. If there are any, `call` describes the call. */
  readonly problems: readonly string[];
  readonly call?: string;
}

/** Longer paths are not resolved: in a deep tree, that would take longer than all the rest. */
const MAX_CHECKED_LENGTH = 500;

function describe({ id, args, context, layout }: PlannedCall): string {
  const text = JSON.stringify({ layout: layout.name, tool: id, args, context });
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

if (import.meta.main) {
  const { all, cell, options, from }: Order = JSON.parse(Deno.args[0]!);
  const encoder = new TextEncoder();
  let touches: DiskCall[] = [];
  watchTouches((touch) => touches.push(touch));
  let number = 0;
  for (const call of callsOf(all, cell, options)) {
    if (number++ < from) continue;
    touches = [];
    const report = await make(call, cell, () => touches);
    // A full pipe takes only part of the bytes.
    let bytes = encoder.encode(`${JSON.stringify(report)}\n`);
    while (bytes.length > 0) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
  }
}

async function make(call: PlannedCall, cell: Cell, touched: () => DiskCall[]): Promise<Report> {
  let text: string;
  const problems: string[] = [];
  try {
    const output = await call.tool.execute(call.args, call.context);
    text = JSON.stringify(output).replace(/"time_ms":[\d.e-]+/g, '"time_ms":0');
    if (!call.isFree) problems.push(...touchProblems(call, cell, touched()));
    problems.push(...problemsWith(call, output, cell));
  } catch (error) {
    text = `throws ${error}`;
    problems.push(error instanceof Error ? `throws ${error.stack}` : text);
  }
  return {
    tool: call.id,
    digest: call.isFree ? "" : createHash("sha256").update(text).digest("base64").slice(0, 12),
    sample: text.slice(0, 100),
    problems,
    ...problems.length > 0 && { call: describe(call) },
  };
}

/** Checks that no call reaches anything outside, however spelled, or lacks permission. */
function touchProblems({ root }: PlannedCall, cell: Cell, touches: readonly DiskCall[]): string[] {
  const problems = new Set<string>();
  const seen = new Set<string>();
  for (const touch of touches) {
    const { operation, path } = touch;
    if (seen.has(`${operation} ${path}`)) continue;
    seen.add(`${operation} ${path}`);
    // A walk may try `shut`, found in an allowed directory: it handles that refusal.
    if (isRefused(touch) && !(cell.permission === "denied" && path === `${root}/shut`)) {
      problems.add(`${operation} without permission: ${path.slice(0, 300)}`);
    }
    if (path.length > MAX_CHECKED_LENGTH) continue;
    const reach = reachOf(touch);
    if (reach !== undefined && !isWithin(reach, root)) {
      problems.add(`${operation} reaches ${reach.slice(0, 300)} by ${path.slice(0, 300)}`);
    }
  }
  return [...problems];
}
