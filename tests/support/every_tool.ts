/** The tools, one way to call them, and the shape of each toolset's errors. */
import { type Tool, type ToolContext, type ToolsetName, TOOLSETS } from "../../mod.ts";
import { isAbsolute } from "../../src/scope/path_text.ts";
import { stall } from "./failing_disk.ts";
import { readsOf } from "./disk_reads.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface Subject {
  /** Toolset and wire name, such as `tree.list_dir`. */
  readonly id: string;
  readonly toolset: ToolsetName;
  readonly name: string;
  readonly tool: Tool;
  /** The arguments that it requires besides a path. */
  readonly requiredArguments: Arguments;
}

export const SUBJECTS: readonly Subject[] = Object.entries(TOOLSETS).flatMap(
  ([toolset, tools]: [string, Readonly<Record<string, unknown>>]) =>
    Object.entries(tools).map(([name, each]) => {
      const tool = each as Tool;
      return {
        id: `${toolset}.${name}`,
        toolset: toolset as ToolsetName,
        name,
        tool,
        requiredArguments: requiredArgumentsOf(tool),
      };
    }),
);

export function subjectOf(id: string): Subject {
  const subject = SUBJECTS.find((each) => each.id === id);
  if (subject === undefined) throw new Error(`no tool is ${id}`);
  return subject;
}

function requiredArgumentsOf({ DEFINITION, TRAITS }: Tool): Arguments {
  const { properties, required } = DEFINITION.function.parameters;
  const needed = required.filter((name) => name !== TRAITS.pathArgument);
  return Object.fromEntries(
    needed.map((name) => [name, properties[name]!.type === "array" ? ["o"] : "**"]),
  );
}

/** The arguments for a path. The tool of `codex` takes absolute paths only. */
export function argumentsFor(
  { toolset, tool, requiredArguments }: Subject,
  path: string,
  { cwd }: ToolContext,
): Arguments {
  const isRelative = toolset === "codex" && path !== "" && !isAbsolute(path);
  return { ...requiredArguments, [tool.TRAITS.pathArgument]: isRelative ? `${cwd}/${path}` : path };
}

const FOLLOWING = { recursive: true, follow_folder_symlinks: true, follow_file_symlinks: true };

/** Arguments of a tool besides a path, by its id or name. Those that make it reach farthest come first. */
const VARIANTS: Readonly<Record<string, readonly Arguments[]>> = {
  "tree.list_dir": [
    { ...FOLLOWING, use_gitignore: true },
    { ...FOLLOWING, show_data: true },
    {},
    { ...FOLLOWING, show_data: true, format: "json", use_gitignore: true },
    { recursive: true, filter: "files", use_gitignore: true },
    { recursive: true, filter: "folders", format: "json" },
  ],
  "codex.list_dir": [{ depth: 3000, limit: 100_000 }, {}],
  "envelope.LS": [
    { include_hidden: true, ignore: [] },
    {},
    { ignore: [`${"*a".repeat(40)}z`, "[!a]*", "**/x"] },
  ],
  "files.ls": [{ "max-depth": 3000, "max-files": 100_000 }, {}],
  "agent.find_files": [
    { limit: 1000, use_gitignore: true, exclude: ["z/**"], modified_within: "1970-01-01T00:00Z" },
    { limit: 1000, use_gitignore: false, sort: "modified" },
    { name_contains: "secret", sort: "size", exclude: ["*z"] },
  ],
  "find_files": [
    { limit: 1000, use_gitignore: true },
    { limit: 1000, use_gitignore: false },
    { name_contains: "SECRET", case_sensitive: true, max_depth: 2 },
    { name_contains: "secret", use_gitignore: true },
  ],
  "glob_search": [
    { pattern: "**", max_results: 1000 },
    { pattern: "**/*", use_gitignore: true },
    { pattern: "*/{a,outside,inner}/**/*[!z]x" },
    { pattern: "a/**/b" },
  ],
  "list_dir_entries": [{ include_hidden: true, limit: 1000 }, {}],
  "overview": [
    { max_tokens: 50_000 },
    { max_tokens: 50_000, use_gitignore: false },
    { max_tokens: 200, query: "secret a" },
  ],
  "find_path": [
    { queries: ["a", "e", "no such name", "secret inner"], limit: 200, use_gitignore: false },
    { queries: ["f"] },
  ],
};

/** The arguments to try on a path, those that reach farthest first. */
export function variantsFrom(subject: Subject, path: string, context: ToolContext): Arguments[] {
  const variants = VARIANTS[subject.id] ?? VARIANTS[subject.name] ?? [{}];
  return variants.map((each) => ({ ...argumentsFor(subject, path, context), ...each }));
}

/** The arguments with which a tool reaches farthest from a path. */
export function farthestFrom(subject: Subject, path: string, context: ToolContext): Arguments {
  return variantsFrom(subject, path, context)[0]!;
}

/** Returns the text of a call in a tree, whose root shows as `ROOT`. */
export async function textIn(
  root: string,
  id: string,
  args: Arguments,
  context: ToolContext = {},
): Promise<string> {
  const subject = subjectOf(id);
  const given = { cwd: root, ...context };
  const required = argumentsFor(subject, root, given);
  const output = await subject.tool.execute({ ...required, ...args }, given);
  return subject.tool.toResult(output).text.replaceAll(root, "ROOT");
}

export async function outputsOf(
  { tool }: Subject,
  args: Arguments,
  context: ToolContext,
): Promise<unknown[]> {
  if (tool.pages === undefined) return [await tool.execute(args, context)];
  return await Array.fromAsync(tool.pages(args, context));
}

/** An error: the toolset's code, where it has codes, and the message. */
export type Failure = readonly [code: string | undefined, message: string];

/** A tool's output for a failure; for `discovery` and `agent`, the part that {@linkcode reduced} keeps. */
export function failureOf(
  { toolset, name }: Subject,
  [code, message]: Failure,
  { args, cwd = "." }: { readonly args: unknown; readonly cwd?: string },
): unknown {
  switch (toolset) {
    case "tree":
      return message;
    case "codex":
      return { content: message, success: false };
    case "files":
      return { content: [{ type: "text", text: message }], isError: true };
    case "envelope": {
      const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
      return {
        status: "error",
        data: {},
        text: message,
        stats: { time_ms: 0 },
        context: { cwd, params_input: isObject ? args : {}, path_resolved: "." },
        error: { code, message },
      };
    }
    default:
      return { success: false, operation: name, error: { code, message } };
  }
}

/** An output without the parts that vary, to compare with {@linkcode failureOf}. */
export function reduced({ toolset }: Subject, output: unknown): unknown {
  if (toolset === "envelope") {
    const envelope = output as { readonly stats: object };
    return { ...envelope, stats: { ...envelope.stats, time_ms: 0 } };
  }
  if (toolset !== "discovery" && toolset !== "agent") return output;
  const { success, operation, error } = output as Arguments;
  return { success, operation, error };
}

/** The message of an output that is a failure. */
export function messageOf({ tool, toolset }: Subject, output: unknown): string {
  if (toolset !== "discovery" && toolset !== "agent") return tool.toResult(output).text;
  const { error } = output as { readonly error?: { readonly message: string } };
  return error?.message ?? "";
}

/** Makes a call on a slow disk, and aborts it as it reads directory number `at`. Returns its error and its reads. */
export async function abortAt(
  at: number,
  call: (signal: AbortSignal) => Promise<unknown>,
): Promise<{ error: unknown; reads: number }> {
  const controller = new AbortController();
  let begun = 0;
  const { result: error, reads } = await readsOf(
    () => call(controller.signal).then(() => undefined, (error) => error),
    () => {
      // Longer than a walk may go without a yield.
      stall(25);
      if (++begun === at) setTimeout(() => controller.abort(new Error("own reason")), 0);
      return undefined;
    },
  );
  return { error, reads: reads.length };
}
