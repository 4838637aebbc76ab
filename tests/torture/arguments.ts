/**
 * Every argument of every tool at its largest: what the definition allows makes no long pause and obeys an
 * abort. That what is one larger is refused, `every_tool_arguments_test.ts` says.
 *
 * @module
 */
import { checksOf } from "../../src/arguments/parse_arguments.ts";
import { type ArgumentSchema, callTool, type Tool } from "../../mod.ts";
import { argumentsFor, type Subject, SUBJECTS } from "../support/every_tool.ts";
import { FailureList } from "./failure_list.ts";
import type { Suite, SuiteOptions } from "./suite.ts";

/** Texts that are repeated up to the length allowed. */
const UNITS: readonly string[] = [
  ...["a", "*", "[", "]", "?", "/", "a/", "./", "../", "/*", "**/", "{a,b}", "*a", "[a-z]", " "],
  ...['"', "\\", "\\u{20}", "\n", ".", ",", "é", "😀", "\uD800", "a.", "-"],
];

/** Costly values of one argument, found by hand. The file names of the tree are mostly of the letter a. */
const COSTLY: Readonly<Record<string, readonly unknown[]>> = {
  ignore: [
    Array.from({ length: 1000 }, (_, i) => `${"*a".repeat(60)}${"a".repeat(120)}${i}b`),
    Array.from({ length: 1000 }, (_, i) => `*${"?".repeat(125)}${i}b*`),
    Array.from({ length: 1000 }, (_, i) => `**/*${"[a-z]".repeat(200)}${i}`),
    Array.from({ length: 1000 }, (_, i) => `${"[z-a".repeat(250)}]${i}`),
  ],
  pattern: [
    `${"*{a,b}".repeat(6)}*${"?".repeat(120)}b`,
    `${"*{a,b}".repeat(6)}*${"[!b]".repeat(120)}c`,
    `{${"*".padEnd(160, "a")},b}${"{a,?}".repeat(5)}${"*a".repeat(200)}`,
    `${"**/*a*a*a*ab/".repeat(78)}x`,
    `${"{*a,*b}/".repeat(6)}**`,
    `**/*[${Array.from({ length: 480 }, (_, i) => String.fromCharCode(256 + 2 * i)).join("")}]`,
    `${"a b,".repeat(255)}`,
  ],
  extensions: [
    Array.from({ length: 1000 }, (_, i) => `${"{a,b}".repeat(6)}${"x".repeat(200)}${i}`),
    Array.from({ length: 1000 }, (_, i) => `${",b".repeat(120)}${i}`),
    Array.from({ length: 1000 }, (_, i) => `a${".a".repeat(120)}${i}`),
  ],
  name_contains: [`${"a".repeat(120)}b${"a".repeat(120)}`, `a${"*".repeat(253)}b`],
  path_contains: [`${"a".repeat(2000)}b${"a".repeat(2000)}`, `${"/*".repeat(2000)}x`],
  exclude_dirs: [Array.from({ length: 1000 }, (_, i) => `x${"/*".repeat(2000)}/${i}`)],
};

const MAX_PAUSE_MS = 50;
const ABORT_MS = 100;
const MEMORY_MB = 100;
const TICK_MS = 5;

/** Time that a call may run before it is aborted. */
const ABORT_AFTER_MS = 700;

/** Number of tries of a call that paused too long before the pause counts: the machine causes some, too. */
const TRIES = 6;

type Arguments = Readonly<Record<string, unknown>>;

/** A call, and what of it is at its largest. */
interface ArgumentRow {
  readonly subject: Subject;
  readonly what: string;
  readonly args: Arguments;
}

/** The suite. At the quick scale, it measures nothing. */
export const suite: Suite = { name: "arguments", run };

async function run({ scale }: SuiteOptions): Promise<Awaited<ReturnType<Suite["run"]>>> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
  const failures = new FailureList();
  const notes: string[] = [];
  let points = 0;
  try {
    const cwd = `${folder}/root`;
    grow(cwd, scale);
    for (const subject of SUBJECTS) {
      const worst = { gapMs: 0, gapAt: "", abortMs: 0, abortAt: "", memoryMb: 0 };
      const units = scale === "quick" ? UNITS.slice(0, 2) : UNITS;
      for (const row of largest(subject, cwd, units)) {
        points++;
        const fail = (what: string): void => failures.add(`${subject.id} ${row.what}: ${what}`, "");
        if (scale === "quick") {
          await subject.tool.execute(row.args, { cwd, roots: [cwd] });
          continue;
        }
        const taken = await shortestOf(() => take(subject.tool, row.args, cwd));
        if (taken.gapMs > worst.gapMs) [worst.gapMs, worst.gapAt] = [taken.gapMs, row.what];
        if (taken.abortMs > worst.abortMs) {
          [worst.abortMs, worst.abortAt] = [taken.abortMs, row.what];
        }
        worst.memoryMb = Math.max(worst.memoryMb, taken.memoryMb);
        if (taken.gapMs > MAX_PAUSE_MS) fail(`a pause of ${Math.round(taken.gapMs)} ms`);
        if (taken.abortMs > ABORT_MS) fail(`aborted after ${Math.round(taken.abortMs)} ms`);
        if (taken.memoryMb > MEMORY_MB) fail(`${Math.round(taken.memoryMb)} MB more`);
      }
      const { gapMs, gapAt, abortMs, abortAt, memoryMb } = worst;
      if (scale === "quick") continue;
      notes.push(
        `${subject.id}: longest pause ${Math.round(gapMs)} ms (${gapAt}), ` +
          `slowest abort ${Math.round(abortMs)} ms (${abortAt}), ${Math.round(memoryMb)} MB`,
      );
    }
    points += await jsonTexts(failures);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return { points, failures: failures.lines(), notes };
}

/** Long names, long paths, and many of both. */
function grow(root: string, scale: SuiteOptions["scale"]): void {
  const [long, many] = scale === "quick" ? [3, 3] : [300, 20_000];
  Deno.mkdirSync(root, { recursive: true });
  Deno.writeTextFileSync(`${root}/.gitignore`, "*.log\n");
  Deno.symlinkSync("/", `${root}/out`);
  const names = Array.from(
    { length: long },
    (_, i) => "a".repeat(251) + String(i).padStart(4, "a"),
  );
  for (const name of names) Deno.writeTextFileSync(`${root}/${name}`, "");
  Deno.mkdirSync(`${root}/d`);
  for (const name of names) Deno.mkdirSync(`${root}/d/${name}`);
  let deep = `${root}/deep`;
  for (let level = 0; level < 12; level++) deep += `/${"a".repeat(250)}`;
  Deno.mkdirSync(deep, { recursive: true });
  for (const name of names) Deno.writeTextFileSync(`${deep}/${name}`, "");
  for (let i = 0; i < many; i++) {
    const folder = `${root}/many-${Math.floor(i / 1000)}`;
    if (i % 1000 === 0) Deno.mkdirSync(folder);
    Deno.writeTextFileSync(`${folder}/file-${i}.txt`, "");
  }
}

function largest(subject: Subject, cwd: string, units: readonly string[]): ArgumentRow[] {
  const base = argumentsFor(subject, ".", { cwd });
  const rows: ArgumentRow[] = [];
  const { properties } = checksOf(subject.tool).function.parameters;
  const whole = Object.hasOwn(properties, "recursive") ? { recursive: true } : {};
  for (const [name, schema] of Object.entries(properties)) {
    for (const [what, value] of [...valuesOf(schema, units), ...costly(name, units)]) {
      rows.push({ subject, what: `${name} ${what}`, args: { ...base, ...whole, [name]: value } });
    }
  }
  if (subject.toolset === "tree") {
    rows.push({ subject, what: "json", args: { recursive: true, format: "json" } });
  }
  return rows;
}

function costly(name: string, units: readonly string[]): [what: string, value: unknown][] {
  if (units.length < UNITS.length) return [];
  return (COSTLY[name] ?? []).map((value, i) => [`of costly shape ${i}`, value]);
}

function valuesOf(
  schema: ArgumentSchema,
  units: readonly string[],
): [what: string, value: unknown][] {
  const { type, enum: choices, minimum = 0, maximum, maxItems = 0, items = {} } = schema;
  if (choices !== undefined) return choices.map((choice) => [choice, choice]);
  if (type === "boolean") return [["true", true], ["false", false]];
  if (type === "integer") {
    return [["least", minimum], ["most", maximum ?? Number.MAX_SAFE_INTEGER]];
  }
  return units.map((unit) => {
    const value = type === "string"
      ? textOf(unit, schema)
      : Array.from({ length: maxItems }, (_, i) => textOf(unit, items, String(i)));
    return [`of ${JSON.stringify(unit)}`, value];
  });
}

/** The longest text of a unit. */
function textOf(
  unit: string,
  { maxLength = 0, pattern }: Pick<ArgumentSchema, "maxLength" | "pattern">,
  end = "",
): string {
  const size = (text: string): number =>
    pattern === undefined ? Array.from(text).length : new TextEncoder().encode(text).length;
  return unit.repeat(Math.floor((maxLength - size(end)) / size(unit))) + end;
}

/** Arguments as text. */
async function jsonTexts(failures: FailureList): Promise<number> {
  const texts = [
    "[".repeat(100_000),
    `{"path":${"[".repeat(5000)}${"]".repeat(5000)}}`,
    "x".repeat(9e6),
  ];
  for (const text of texts) {
    const { isError, text: message } = await callTool("agent", "find_files", text, { roots: [] });
    if (!isError || message.length > 1000) {
      failures.add("callTool with a hostile text", text.slice(0, 20));
    }
  }
  return texts.length;
}

/** The measurements of a call. */
interface CallTimes {
  readonly gapMs: number;
  readonly abortMs: number;
  readonly memoryMb: number;
}

async function shortestOf(measure: () => Promise<CallTimes>): Promise<CallTimes> {
  let shortest = await measure();
  for (
    let left = TRIES;
    left > 1 && (shortest.gapMs > MAX_PAUSE_MS || shortest.abortMs > ABORT_MS);
    left--
  ) {
    const again = await measure();
    shortest = {
      gapMs: Math.min(shortest.gapMs, again.gapMs),
      abortMs: Math.min(shortest.abortMs, again.abortMs),
      memoryMb: Math.min(shortest.memoryMb, again.memoryMb),
    };
  }
  return shortest;
}

async function take(tool: Tool, args: Arguments, cwd: string): Promise<CallTimes> {
  const before = Deno.memoryUsage().heapUsed;
  let [gapMs, heap, last] = [0, before, performance.now()];
  const tick = (): void => {
    const now = performance.now();
    gapMs = Math.max(gapMs, now - last);
    last = now;
    heap = Math.max(heap, Deno.memoryUsage().heapUsed);
  };
  const controller = new AbortController();
  let abortedAt = Infinity;
  const ticking = setInterval(tick, TICK_MS);
  const patience = setTimeout(() => {
    abortedAt = performance.now();
    controller.abort();
  }, ABORT_AFTER_MS);
  try {
    await tool.execute(args, { cwd, roots: [cwd], signal: controller.signal });
    // Its answer came in time after all, or it took no notice.
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  } finally {
    tick();
    clearInterval(ticking);
    clearTimeout(patience);
  }
  const abortMs = Math.max(0, performance.now() - abortedAt);
  return { gapMs, abortMs, memoryMb: (heap - before) / 2 ** 20 };
}
