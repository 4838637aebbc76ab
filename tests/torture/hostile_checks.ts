/** Checks that hold for every output, whatever the layout. */
import type { Outcome } from "../../fixtures/hostile/layout.ts";
import { FAKE_LINE } from "../../fixtures/hostile/names.ts";
import { OUTSIDE_MARK, SHUT_MARK } from "../../fixtures/hostile/outsides.ts";
import type { ToolResult } from "../../mod.ts";
import { UNSAFE } from "../support/line_unsafe.ts";
import type { Cell, PlannedCall } from "./hostile_calls.ts";
import { problemsOf } from "./shapes.ts";

/** Characters that line-safe text never contains, apart from its own line ends and tabs. */
const UNSAFE_IN_TEXT = new RegExp(`(?![\\n\\t])${UNSAFE.source}`, "u");

const FAKED = new RegExp(`^\\s*${FAKE_LINE}`, "m");

export function problemsWith(call: PlannedCall, output: unknown, cell: Cell): string[] {
  const problems: string[] = [];
  const json = JSON.stringify(output);
  const result = call.tool.toResult(output);
  call.tool.toReport?.(output);
  if (!call.isFree && (json + result.text).includes(OUTSIDE_MARK)) problems.push("shows outside");
  if (!call.isFree && cell.permission === "denied" && (json + result.text).includes(SHUT_MARK)) {
    problems.push("shows what is denied");
  }
  problems.push(...problemsOf(call, output, call.args), ...textProblems(call, result));
  const actual = outcomeOf(call, output, result);
  if (!meets(call.expected, actual)) problems.push(`is ${actual}, not ${call.expected}`);
  return problems;
}

function meets(expected: Outcome, actual: Outcome): boolean {
  return expected === "any" || expected === actual ||
    expected === "error" && actual === "missing";
}

function textProblems({ toolset, args }: PlannedCall, { text, isError }: ToolResult): string[] {
  const isJson = toolset === "files" || args.format === "json";
  if (isJson && !isError) return [];
  const unsafe = UNSAFE_IN_TEXT.exec(text);
  if (unsafe !== null) {
    return [`its text holds U+${unsafe[0].codePointAt(0)!.toString(16)} at ${unsafe.index}`];
  }
  return FAKED.test(text) ? ["a name fakes a line of its text"] : [];
}

/** Returns the statement of an output about the path in its arguments. */
function outcomeOf(
  { toolset, name }: PlannedCall,
  output: unknown,
  { text, isError }: ToolResult,
): Outcome {
  if (name === "explain_path") {
    const { in_scope, exists } = output as { in_scope: boolean | null; exists: boolean | null };
    if (!isError && in_scope === false) return "outside";
    if (!isError && exists === false) return "missing";
  }
  if (name === "stat_path" && !isError) {
    const { entries } = output as { entries: readonly { readonly exists?: boolean }[] };
    return entries[0]?.exists === false ? "missing" : "inside";
  }
  if (!isError) return "inside";
  const [outside, missing] = SAYINGS[toolset]!;
  return outside.test(text) ? "outside" : missing.test(text) ? "missing" : "error";
}

/** The errors of each toolset for a path that is outside, or missing. */
const SAYINGS: Readonly<Record<string, readonly [outside: RegExp, missing: RegExp]>> = {
  tree: [/^Error: access denied: '/, /^Error: '[^]*' is not a directory\.$/],
  envelope: [
    /^Access denied\. Path must be within/,
    /^(Path )?'[^]*' (does not exist|is a file, not a d)/,
  ],
  codex: [/: access denied$/, /: not (found|a directory)$/],
  files: [/^Error: Path outside allowed/, /^Error: Path does not exist/],
  discovery: [/^error outside_root: /, /^error not_(found|a_directory): /],
  agent: [/^error outside_root: /, /^error not_(found|a_directory): /],
};
