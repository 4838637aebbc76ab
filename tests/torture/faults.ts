/** Fault injection, as in SQLite's tests: each call fails in turn, and no more is lost than could not be read. */
import { makeTree } from "../support/tree.ts";
import { FailureList } from "./failure_list.ts";
import type { Answer, FaultCall } from "./fault_calls.ts";
import { FAULT_CASES } from "./fault_cases.ts";
import { type FaultyCall, onDisk } from "./fault_disk.ts";
import { FAULT_KINDS, type FaultKind, SECRET } from "./fault_kinds.ts";
import { Dependencies, FAULT_SIZES, FAULT_TREE } from "./fault_tree.ts";
import { randomFrom } from "../support/random.ts";
import type { Suite } from "./suite.ts";

/** The approximate number of points at the quick scale. */
const QUICK_POINTS = 200;

interface Baseline {
  readonly call: FaultCall;
  readonly answer: Answer;
  readonly calls: number;
}

interface Point {
  readonly baseline: Baseline;
  readonly kind: FaultKind;
  /** The number of the call that fails. */
  readonly index: number;
  /** True if all later calls fail too. */
  readonly isForGood: boolean;
}

export const suite: Suite = {
  name: "faults",
  async run({ seed, scale }) {
    const folder = await makeTree(FAULT_TREE);
    const cwd = `${folder}/root`;
    try {
      const baselines: Baseline[] = [];
      for (const call of FAULT_CASES) {
        const { result, calls } = await onDisk({ sizes: FAULT_SIZES }, () => call.run(cwd));
        baselines.push({ call, answer: result, calls: calls.length });
      }
      const all = baselines.flatMap(pointsOf);
      const random = randomFrom(seed);
      const points = scale === "long"
        ? all
        : all.filter(() => random() < QUICK_POINTS / all.length);
      const failures = new FailureList();
      const dependencies = new Dependencies(cwd);
      for (const point of points) await tryPoint(point, cwd, dependencies, failures);
      return { points: points.length, failures: failures.lines() };
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
};

function pointsOf(baseline: Baseline): Point[] {
  const points: Point[] = [];
  for (let index = 0; index < baseline.calls; index++) {
    for (const kind of FAULT_KINDS) {
      points.push({ baseline, kind, index, isForGood: false });
      points.push({ baseline, kind, index, isForGood: true });
    }
  }
  return points;
}

async function tryPoint(
  point: Point,
  cwd: string,
  dependencies: Dependencies,
  failures: FailureList,
): Promise<void> {
  const { baseline: { call }, kind, index, isForGood } = point;
  let where = `${kind.name} at call ${index}${isForGood ? " and all after it" : ""}`;
  const note = (what: string): void => failures.add(`${call.name}: ${what}`, where);
  try {
    const { result, calls } = await onDisk({
      sizes: FAULT_SIZES,
      fault: (at) => at === index || isForGood && at > index ? kind.make() : undefined,
    }, () => call.run(cwd));
    where += `, ${calls[index]?.operation} ${calls[index]?.path.slice(cwd.length)}`;
    for (const problem of result.problems) note(problem);
    if (result.text.includes(SECRET)) note("a message shows");
    for (const problem of lossesOf(point, result, calls, cwd, dependencies)) note(problem);
  } catch (error) {
    note(`it threw ${error}`);
  }
}

/** Returns the entries that are missing, repeated, invented or not counted without being excused by the fault. */
function lossesOf(
  { baseline, kind, isForGood }: Point,
  answer: Answer,
  calls: readonly FaultyCall[],
  cwd: string,
  dependencies: Dependencies,
): string[] {
  const failed = calls.filter((call) => call.failed);
  const touched = new Set(failed.map(({ path }) => path));
  const { call, answer: before } = baseline;
  if (touched.size === 0) return answer.text === before.text ? [] : ["a stall changes the result"];
  const named = dependencies.ofNamed(call.base);
  if (answer.isError) {
    const isExcused = before.isError ||
      [...touched].some((path) =>
        path === "/" || `${cwd}/`.startsWith(`${path}/`) || named.has(path)
      );
    return isExcused ? [] : ["an error, for a fault elsewhere"];
  }
  const problems: string[] = [];
  const shown = new Set(answer.paths);
  if (shown.size < answer.paths.length) problems.push("an entry is repeated");
  const known = new Set(before.paths);
  for (const path of shown) {
    if (!known.has(path) && !dependencies.exists(path)) problems.push("an entry is invented");
  }
  const missing = before.paths.filter((path) => !shown.has(path));
  for (const path of missing) {
    const own = `${cwd}/${path}`;
    const isExcused =
      call.isAdvice && (touched.has(cwd) || touched.has(own) || !named.isDisjointFrom(touched)) ||
      call.dropsVanished && kind.reason === "vanished" && touched.has(own) ||
      !dependencies.of(path).isDisjointFrom(touched);
    if (!isExcused) problems.push(`an entry is lost that the fault did not touch, as ${path}`);
  }
  problems.push(...miscounts(call, kind, answer, calls, { missing: missing.length, isForGood }));
  return problems;
}

function isFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** Checks that each unreadable directory is counted under its reason. */
function miscounts(
  call: FaultCall,
  kind: FaultKind,
  { skipped }: Answer,
  calls: readonly FaultyCall[],
  { missing, isForGood }: { missing: number; isForGood: boolean },
): string[] {
  if (skipped === undefined) return [];
  const failed = calls.filter((each) => each.failed);
  const reads = failed.filter(({ operation }) => operation.startsWith("readDir")).length;
  // Each directory is stat-ed before it is read; some are stat-ed on the way of a link, too.
  // A search by git's rules stats `.git` only to know whose rules apply, and never reads it.
  const isProbe = (path: string): boolean =>
    /\/\.git(?:$|\/)/.test(path) && call.name.includes('"use_gitignore":true');
  const statFailures = failed.filter(({ operation, path }) =>
    operation === "lstatSync" && isFolder(path) && !isProbe(path)
  );
  // The place of a `.gitignore` is asked once its folder is read: that is no directory which is skipped.
  const isOfPlace = (call: FaultyCall): boolean =>
    calls.slice(0, calls.indexOf(call)).some(({ operation, path, failed }) =>
      operation.startsWith("readDir") && !failed && `${path}/`.startsWith(`${call.path}/`)
    );
  const most = reads + statFailures.length;
  const least = most - statFailures.filter(isOfPlace).length;
  const counted = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  if (missing > 0 && counted === 0 && kind.reason !== "vanished") {
    return ["entries are missing, and nothing is counted as skipped"];
  }
  if (counted > most) return ["more is skipped than failed"];
  if (call.dropsVanished) {
    return kind.reason === "vanished" || counted >= reads ? [] : ["omitted is not exact"];
  }
  // A directory after the end of a page is read again for the next one.
  const isExact = !call.isPaged || isForGood;
  if (isExact && (skipped[kind.reason] ?? 0) < least) return ["skipped is not exact"];
  return missing > 0 && counted === 0 ? ["entries are missing, and none is skipped"] : [];
}
