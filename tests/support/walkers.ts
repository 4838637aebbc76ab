/** The tools that walk, called for every file below a path, so that one expectation holds for all of them. */
import { assert, assertEquals } from "@std/assert";
import type { CodexOutput, DiscoveryResult, FilesOutput, ToolContext } from "../../mod.ts";
import { argumentsFor, type Subject, SUBJECTS } from "./every_tool.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface Walker extends Subject {
  /** The arguments that make it return every file. */
  readonly all: Arguments;
  /** The arguments that make it follow `.gitignore` files; absent if it cannot. */
  readonly ignoring?: Arguments;
  /** The files in an output, relative to the requested path, whose real path this is. */
  readonly filesOf: (output: unknown, path: string) => string[];
}

type How = Pick<Walker, "all" | "ignoring" | "filesOf">;

const SEARCH: How = {
  all: { use_gitignore: false, limit: 1000 },
  ignoring: { use_gitignore: true },
  filesOf: foundFiles,
};
const GLOB: How = {
  all: { use_gitignore: false, kind: "file", max_results: 1000 },
  ignoring: { use_gitignore: true },
  filesOf: foundFiles,
};

const HOW: Readonly<Record<string, How>> = {
  "tree.list_dir": {
    all: { recursive: true, filter: "files" },
    ignoring: { use_gitignore: true },
    filesOf: (output) => (output as string).split("\n").filter((line) => line !== ""),
  },
  "codex.list_dir": { all: { depth: 9999, limit: 9999 }, filesOf: codexFiles },
  "files.ls": {
    all: { "max-depth": 9999, "max-files": 9999 },
    ignoring: {},
    filesOf(output, path) {
      const { content: [{ text }], isError } = output as FilesOutput;
      assertEquals(isError, false, text);
      const { files } = JSON.parse(text) as { readonly files: readonly string[] };
      return files.map((file) => relativeTo(path, file));
    },
  },
  "discovery.find_files": SEARCH,
  "discovery.glob_search": GLOB,
  "agent.find_files": SEARCH,
  "agent.glob_search": GLOB,
};

/** Every tool that walks and lists the entries that it visits. */
export const WALKERS: readonly Walker[] = SUBJECTS.flatMap((subject) => {
  const how = HOW[subject.id];
  return how === undefined ? [] : [{ ...subject, ...how }];
});

/** The walkers that follow `.gitignore` files; `ls` of `files` does nothing else. */
export const IGNORING: readonly Walker[] = WALKERS.filter(({ ignoring }) => ignoring !== undefined)
  .map((walker) => ({ ...walker, all: { ...walker.all, ...walker.ignoring } }));

export async function filesBy(
  walker: Walker,
  context: ToolContext & { readonly cwd: string },
  path = ".",
): Promise<string[]> {
  const args = { ...argumentsFor(walker, path, context), ...walker.all };
  const output = await walker.tool.execute(args, context);
  return walker.filesOf(output, Deno.realPathSync(`${context.cwd}/${path}`));
}

function foundFiles(output: unknown): string[] {
  const { entries, root, success, error } = output as DiscoveryResult;
  assert(success, error?.message);
  return entries.map(({ path }) => root === "." ? path : relativeTo(root, path));
}

function relativeTo(root: string, path: string): string {
  const prefix = root === "/" ? root : `${root}/`;
  assert(path.startsWith(prefix), path);
  return path.slice(prefix.length);
}

/** The lines without a suffix, each with the names of the directories above it. */
function codexFiles(output: unknown): string[] {
  const { content, success } = output as CodexOutput;
  assert(success, content);
  const way: string[] = [];
  const files: string[] = [];
  for (const line of content.split("\n").slice(1)) {
    const name = line.trimStart();
    const level = (line.length - name.length) / 2;
    way.length = level;
    if (name.endsWith("/")) way.push(name.slice(0, -1));
    else if (!/[@?]$/.test(name)) files.push([...way, name].join("/"));
  }
  return files;
}
