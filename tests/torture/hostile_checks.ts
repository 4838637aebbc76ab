/**
 * What must hold for every output, whatever the layout.
 *
 * @module
 */
import { type Schema, Validator } from "@cfworker/json-schema";
import type { Outcome } from "../../fixtures/hostile/layout.ts";
import { FAKE_LINE } from "../../fixtures/hostile/names.ts";
import { OUTSIDE_MARK, SHUT_MARK } from "../../fixtures/hostile/outsides.ts";
import type { Tool, ToolResult } from "../../mod.ts";
import { UNSAFE } from "../support/line_unsafe.ts";
import { FILES_KEYS } from "./shapes.ts";
import type { Cell, PlannedCall } from "./hostile_calls.ts";

/** Characters that line-safe text never contains, apart from its own line ends and tabs. */
const UNSAFE_IN_TEXT = new RegExp(`(?![\\n\\t])${UNSAFE.source}`, "u");

const FAKED = new RegExp(`^\\s*${FAKE_LINE}`, "m");

const validators = new Map<Tool, Validator>();

/** The problems of an output. */
export function problemsOf(call: PlannedCall, output: unknown, cell: Cell): string[] {
  const problems: string[] = [];
  const json = JSON.stringify(output);
  const result = call.tool.toResult(output);
  call.tool.toReport?.(output);
  if (!call.isFree && (json + result.text).includes(OUTSIDE_MARK)) problems.push("shows outside");
  if (!call.isFree && cell.permission === "denied" && (json + result.text).includes(SHUT_MARK)) {
    problems.push("shows what is denied");
  }
  problems.push(...shapeProblems(call, output, result), ...textProblems(call, result));
  const actual = outcomeOf(call, output, result);
  if (!meets(call.expected, actual)) problems.push(`is ${actual}, not ${call.expected}`);
  return problems;
}

function meets(expected: Outcome, actual: Outcome): boolean {
  return expected === "any" || expected === actual ||
    expected === "error" && actual === "missing";
}

function shapeProblems(
  { tool, toolset, args }: PlannedCall,
  output: unknown,
  { text, structured, isError }: ToolResult,
): string[] {
  if (tool.OUTPUT_SCHEMA !== undefined) {
    let validator = validators.get(tool);
    validator ??= new Validator(tool.OUTPUT_SCHEMA as unknown as Schema, "2020-12");
    validators.set(tool, validator);
    const { valid, errors } = validator.validate(structured);
    return valid ? [] : [`breaks its schema: ${errors.at(-1)?.error}`];
  }
  if (toolset === "tree") {
    if (typeof output !== "string") return ["is no string"];
    return isError || args.format !== "json" ? [] : treeProblems(JSON.parse(output));
  }
  const keys = Object.keys(output as object).join();
  if (toolset === "codex") return keys === "content,success" ? [] : [`has the keys ${keys}`];
  if (keys !== "content,isError") return [`has the keys ${keys}`];
  return isError || FILES_KEYS.test(Object.keys(JSON.parse(text)).join()) ? [] : ["is no listing"];
}

/** A node of `list_dir`'s JSON. */
interface TreeNode {
  readonly name?: unknown;
  readonly path?: unknown;
  readonly type?: unknown;
  readonly children?: readonly TreeNode[];
  readonly link_target?: unknown;
}

function treeProblems(value: TreeNode | readonly TreeNode[]): string[] {
  const problems: string[] = [];
  const stack = [value].flat() as TreeNode[];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof (node.name ?? node.path) !== "string") problems.push("a node has no name");
    if (!["file", "folder", "link"].includes(String(node.type))) problems.push("a node is odd");
    if (node.type === "link" && typeof node.link_target !== "string") problems.push("no target");
    stack.push(...node.children ?? []);
  }
  return problems;
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

/** What an output tells about the path in its arguments. */
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

/** How each toolset's errors say that a path is outside, or missing. */
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
