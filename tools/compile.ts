/**
 * Compiles one binary of the command for each target, after checking what it would contain.
 *
 * ```sh
 * deno task compile                          # for all targets
 * deno task compile aarch64-apple-darwin     # for the targets named
 * deno task compile --host                   # for this machine
 * deno task compile --require                # fail if a target is left out, as where targets are named
 * deno task compile --host -- --allow-read   # with permissions other than --allow-read=.
 * ```
 *
 * `deno compile` fetches the runtime that a binary is built on. If that fails, the checks still verify
 * everything else. `DENORT_BIN` names a runtime for this machine's own target.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { join } from "@std/path/join";
import {
  type Check,
  checkContents,
  checkDynamicImports,
  checkLock,
  checkModules,
  checkPermissions,
  checkStartUp,
  type Expected,
  expectedOf,
  type Lock,
  megabytes,
} from "./compile_checks.ts";
import { causeOf, compile, fetchFailure, payloadWithout } from "./deno_compile.ts";
import { graphOf, type ModuleGraph } from "./module_graph.ts";
import { type Payload, readPayload } from "./payload.ts";
import { REPOSITORY } from "./process.ts";
import { tryBinary } from "./try_binary.ts";

/** The targets of the released binaries. */
export const TARGETS: readonly string[] = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
];

/** The permissions of a binary. The runtime resolves a relative path where the binary is started. */
const DOCUMENTED: readonly string[] = ["--allow-read=."];

const USAGE = `usage: compile.ts [TARGET…] [--host] [--require] [-- PERMISSION…]
TARGET: ${TARGETS.join(", ")}
PERMISSION: --allow-NAME[=…] or --deny-NAME[=…] of read, write, net, env, sys, run, ffi`;

const PERMISSION = /^--(?:allow|deny)-(?:read|write|net|env|sys|run|ffi)(?:=.+)?$/;

/** A parsed command line. */
export interface CompileRequest {
  readonly targets: readonly string[];
  readonly permissions: readonly string[];
  /** Set to fail if a runtime cannot be fetched. */
  readonly isRequired: boolean;
}

/** The outcome for a target. */
export interface Outcome {
  readonly state: "compiled" | "left out" | "failed";
  readonly says: string;
}

/** Parses a command line; `undefined` for wrong usage. */
function parseRequest(words: readonly string[]): CompileRequest | undefined {
  let isUsage = true;
  const parsed = parseArgs([...words], {
    boolean: ["host", "require"],
    string: ["_"],
    "--": true,
    unknown: (_word, key) => isUsage &&= key === undefined,
  });
  const named = [...parsed._.map(String), ...parsed.host ? [Deno.build.target] : []];
  const isKnown = (target: string): boolean =>
    TARGETS.includes(target) || target === Deno.build.target;
  const permissions: readonly string[] = parsed["--"] ?? [];
  if (!isUsage || !named.every(isKnown) || !permissions.every((flag) => PERMISSION.test(flag))) {
    return undefined;
  }
  return {
    targets: named.length > 0 ? [...new Set(named)] : TARGETS,
    permissions: permissions.length > 0 ? permissions : DOCUMENTED,
    // What a line names must be compiled.
    isRequired: parsed.require || named.length > 0,
  };
}

/** The exit status for the outcomes of all targets. */
function statusOf(outcomes: readonly Outcome[], isRequired: boolean): number {
  const isFine = ({ state }: Outcome): boolean =>
    state === "compiled" || state === "left out" && !isRequired;
  return outcomes.every(isFine) ? 0 : 1;
}

function checkGraph(graph: ModuleGraph, lock: Lock): Promise<Check[]> {
  return Promise.all([
    checkModules(graph),
    checkDynamicImports(graph),
    checkStartUp(graph),
    checkLock(graph, lock),
  ]);
}

function checkPayload(payload: Payload, expected: Expected): Check[] {
  return [checkContents(payload, expected), checkPermissions(payload, expected)];
}

/** Prints the findings of checks; returns `false` if any has a complaint. */
function report(checks: readonly Check[]): boolean {
  for (const { says, complaints } of checks) {
    if (complaints.length === 0) console.log(`ok: ${says}`);
    for (const complaint of complaints) console.error(`wrong: ${complaint}`);
  }
  return checks.every(({ complaints }) => complaints.length === 0);
}

/** Compiles one binary and checks it. Deletes a bad one. */
async function build(
  target: string,
  expected: Expected,
  runtime: string | undefined,
): Promise<Outcome> {
  const name = `dirscope-${target}${target.includes("windows") ? ".exe" : ""}`;
  const output = join(REPOSITORY, "dist", name);
  await Deno.mkdir(join(REPOSITORY, "dist"), { recursive: true });
  await remove(output);
  const { code, stderr } = await compile({
    target,
    output,
    permissions: expected.permissions,
    runtime,
  });
  if (code !== 0) {
    const unfetched = fetchFailure(stderr);
    if (unfetched === undefined) return { state: "failed", says: causeOf(stderr) };
    const says = `not compiled: the runtime could not be fetched (${unfetched})`;
    return { state: "left out", says };
  }
  const complaints = await complaintsOf(output, target, expected);
  if (complaints.length > 0) {
    await remove(output);
    return { state: "failed", says: complaints.join("\n  ") };
  }
  const { size } = await Deno.stat(output);
  const tried = target === Deno.build.target ? "run here" : "not run: it is for other machines";
  return { state: "compiled", says: `dist/${name}, ${megabytes(size)}, ${tried}` };
}

async function complaintsOf(
  output: string,
  target: string,
  expected: Expected,
): Promise<readonly string[]> {
  try {
    const checks = checkPayload(readPayload(await Deno.readFile(output)), expected);
    const complaints = checks.flatMap(({ complaints }) => complaints);
    if (complaints.length > 0 || target !== Deno.build.target) return complaints;
    return await tryBinary(output, expected.permissions.join(" ") === DOCUMENTED.join(" "));
  } catch (error) {
    return [messageOf(error)];
  }
}

async function remove(file: string): Promise<void> {
  try {
    await Deno.remove(file);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function main({ targets, permissions, isRequired }: CompileRequest): Promise<number> {
  // Deno would use it for every target.
  const runtime = Deno.env.get("DENORT_BIN");
  Deno.env.delete("DENORT_BIN");
  const graph = await graphOf("cli.ts");
  const lock: Lock = JSON.parse(await Deno.readTextFile(join(REPOSITORY, "deno.lock")));
  if (!report(await checkGraph(graph, lock))) return 1;
  const expected = expectedOf(graph, permissions);
  if (!report(checkPayload(await payloadWithout(permissions), expected))) return 1;
  const outcomes: Outcome[] = [];
  for (const target of targets) {
    const isHost = target === Deno.build.target;
    const outcome = await build(target, expected, isHost ? runtime : undefined);
    const note = target.includes("windows") ? " (Windows is not supported)" : "";
    if (outcome.state === "failed") console.error(`${target}${note}: failed: ${outcome.says}`);
    else console.log(`${target}${note}: ${outcome.says}`);
    outcomes.push(outcome);
  }
  return statusOf(outcomes, isRequired);
}

if (import.meta.main) {
  const request = parseRequest(Deno.args);
  if (request === undefined) {
    console.error(USAGE);
    Deno.exit(2);
  }
  try {
    Deno.exit(await main(request));
  } catch (error) {
    console.error(`wrong: ${messageOf(error)}`);
    Deno.exit(1);
  }
}
