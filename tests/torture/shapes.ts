/** The documented shape of every tool's output. */
import { type Schema, Validator } from "@cfworker/json-schema";
import type { CodexOutput, FilesOutput } from "../../mod.ts";
import type { Subject } from "../support/every_tool.ts";

const validators = new WeakMap<object, Validator>();

/** The problems of an output's shape. Empty if there are none. */
export function problemsOf(
  { toolset, tool }: Pick<Subject, "toolset" | "tool">,
  output: unknown,
  args: unknown = {},
): string[] {
  const problems: string[] = [];
  const { text, structured, isError } = tool.toResult(output);
  if (tool.OUTPUT_SCHEMA !== undefined) {
    let validator = validators.get(tool.OUTPUT_SCHEMA);
    if (validator === undefined) {
      validator = new Validator(tool.OUTPUT_SCHEMA as unknown as Schema, "2020-12");
      validators.set(tool.OUTPUT_SCHEMA, validator);
    }
    const { valid, errors } = validator.validate(structured ?? output);
    if (!valid) problems.push(`schema: ${errors.at(-1)?.error}`);
    problems.push(...problemsOfObject(output as LooseResult));
  } else if (toolset === "tree") {
    if (typeof output !== "string") problems.push("not a string");
    else if (!isError && Object(args).format === "json") {
      problems.push(...problemsOfTree(JSON.parse(output)));
    }
  } else if (toolset === "codex") {
    const { content, success } = output as CodexOutput;
    if (typeof content !== "string" || typeof success !== "boolean") problems.push("no content");
    else if (success !== content.startsWith("Absolute path: ")) problems.push("no header");
  } else {
    problems.push(...problemsOfFiles(output as FilesOutput));
  }
  if (typeof text !== "string" || typeof isError !== "boolean") problems.push("toResult");
  return problems;
}

interface LooseResult {
  readonly success?: boolean;
  readonly status?: string;
  readonly error?: unknown;
  readonly count?: number;
  readonly entries?: readonly unknown[];
  readonly truncated?: boolean;
  readonly next_cursor?: string;
}

function problemsOfObject(result: LooseResult): string[] {
  const problems: string[] = [];
  const succeeded = result.success ?? result.status !== "error";
  if (succeeded === (result.error !== undefined)) problems.push("success and error");
  if (result.entries !== undefined) {
    if (result.count !== result.entries.length) problems.push("count is not that of the entries");
    if (result.truncated !== (result.next_cursor !== undefined)) problems.push("truncated, cursor");
    if (!succeeded && result.entries.length > 0) problems.push("an error with entries");
  }
  return problems;
}

interface TreeNode {
  readonly name?: unknown;
  readonly path?: unknown;
  readonly type?: unknown;
  readonly children?: readonly TreeNode[];
}

function problemsOfTree(value: TreeNode | readonly TreeNode[]): string[] {
  const problems = new Set<string>();
  const stack = [value].flat() as TreeNode[];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof (node.name ?? node.path) !== "string") problems.add("a node has no name");
    if (!["file", "folder", "link"].includes(String(node.type))) problems.add("a node is odd");
    stack.push(...node.children ?? []);
  }
  return [...problems];
}

const FILES_KEYS =
  /^files,truncated,total-files,max-depth-reached,max-files-reached(,unreadable)?$/;

function problemsOfFiles({ content, isError }: FilesOutput): string[] {
  const { text } = content[0];
  if (isError) return text.startsWith("Error: ") ? [] : ["an error without Error:"];
  const listing = JSON.parse(text);
  const problems = FILES_KEYS.test(Object.keys(listing).join()) ? [] : ["other keys"];
  const excess = listing["max-files-reached"] ? 1 : 0;
  if (listing["total-files"] !== listing.files.length + excess) problems.push("total-files");
  return problems;
}
