/**
 * Concurrent calls over MCP, and how contenders answer them, side by side.
 *
 * The client runs in the bench's own process, and its work is a part of each call, of all contenders
 * alike. It is kept thin: as it never lists the tools, it does not check results against their schemas.
 *
 * @module
 */
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { interleave, median } from "./measure.ts";

/** The requests to a contender in a round. */
export interface Load {
  /** Number of calls in flight at all times. */
  readonly atOnce: number;
  /** Total number of calls. */
  readonly calls: number;
}

/** A request, and what makes its answer right. */
export interface Request {
  readonly client: Client;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** Returns the number of entries of an answer. */
  readonly count: (answer: CallToolResult) => number;
  /** The expected number of entries. */
  readonly expected: number;
}

/** Requests for the same result, each with its name in the report. */
export type Requests = Readonly<Record<string, Request>>;

/** The same task for our tools, in one or more ways, and for the servers that they are compared with. */
export interface Question {
  readonly title: string;
  readonly loads: readonly Load[];
  readonly rounds: number;
  readonly ours: Requests;
  readonly theirs: Requests;
}

/** The result of a contender; each figure is the median of the rounds. */
interface Measured {
  /** Calls per second. */
  readonly rate: number;
  /** The median latency, in milliseconds. */
  readonly middle: number;
  /** The 95th percentile of the latency, in milliseconds. */
  readonly p95: number;
}

/** The text of an answer. */
export function textOf({ content: [first] }: CallToolResult): string {
  if (first?.type !== "text") throw new Error("the answer is no text");
  return first.text;
}

/** Lets all contenders answer in turn under each load, and prints each of ours beside each other. */
export async function compare(
  { title, loads, rounds, ours, theirs }: Question,
): Promise<void> {
  console.log(`${title}:`);
  const all = { ...ours, ...theirs };
  for (const request of Object.values(all)) await check(request);
  for (const load of loads) {
    const measured = await measure(all, load, rounds);
    for (const name of Object.keys(ours)) {
      for (const peer of Object.keys(theirs)) {
        const label = `${name}, ${load.atOnce} at once`;
        console.log(`  ${label}: ${besideText(measured[name]!, peer, measured[peer]!, load)}`);
      }
    }
  }
}

function besideText(ours: Measured, peer: string, theirs: Measured, { calls }: Load): string {
  const rates = `dirscope ${rateText(ours)} calls/s, ${peer} ${rateText(theirs)}: ${
    (ours.rate / theirs.rate).toFixed(2)
  } times as many`;
  // Of a single call, the latency is what the rate says.
  if (calls === 1) return rates;
  const [middle, p95] = [ours.middle / theirs.middle, ours.p95 / theirs.p95];
  return `${rates}; median latency ${middle.toFixed(2)} of theirs, p95 ${p95.toFixed(2)}`;
}

function rateText({ rate }: Measured): string {
  const digits = rate < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 };
  return rate.toLocaleString("en-US", digits);
}

async function measure(
  requests: Requests,
  load: Load,
  rounds: number,
): Promise<Readonly<Record<string, Measured>>> {
  const latencies = new Map<string, number[][]>();
  const works = Object.entries(requests).map(([name, request]) => {
    const byRound: number[][] = [];
    latencies.set(name, byRound);
    return [name, async () => void byRound.push(await latenciesOf(request, load))] as const;
  });
  const times = await interleave<string>(Object.fromEntries(works), rounds);
  return Object.fromEntries(
    [...latencies].map(([name, [_warmUp, ...byRound]]) => [name, {
      rate: load.calls / median(times[name]!) * 1000,
      middle: median(byRound.map((each) => percentile(each, 50))),
      p95: median(byRound.map((each) => percentile(each, 95))),
    }]),
  );
}

function percentile(values: readonly number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * percent / 100)]!;
}

/** Keeps calls in flight until all are done, and returns their latencies. */
async function latenciesOf(request: Request, { atOnce, calls }: Load): Promise<number[]> {
  const latencies: number[] = [];
  let left = calls;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const start = performance.now();
      await send(request);
      latencies.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return latencies;
}

/** Makes sure that an answer holds what it should, before it is measured. */
async function check(request: Request): Promise<void> {
  const { tool, count, expected } = request;
  const counted = count(await send(request));
  if (counted !== expected) throw new Error(`${tool}: ${counted} entries, not ${expected}`);
}

async function send({ client, tool, args }: Request): Promise<CallToolResult> {
  const answer = await client.callTool({ name: tool, arguments: args });
  if (answer.isError) throw new Error(`${tool}: ${textOf(answer)}`);
  return answer;
}
