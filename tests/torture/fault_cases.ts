import { TOOLSETS } from "../../mod.ts";
import { type FaultCall, paged, single, streamed } from "./fault_calls.ts";
import { namedPaths } from "../support/overview_text.ts";
import { indentedPaths, nestedPaths, overviewProblems } from "./read_outputs.ts";

const { tree, envelope, codex, files, discovery, agent } = TOOLSETS;

const FOLLOWING = {
  recursive: true,
  follow_folder_symlinks: true,
  follow_file_symlinks: true,
  use_gitignore: true,
};

interface Suggesting {
  readonly suggestions?: readonly string[];
}
const suggested = { isAdvice: true, paths: ({ suggestions = [] }: Suggesting) => suggestions };

export const FAULT_CASES: readonly FaultCall[] = [
  single("tree", tree.list_dir, { ...FOLLOWING, filter: "files" }, {
    paths: (text) => text.split("\n").map((line) => line.replace(/ \(link -> .*\)$/, "")),
  }),
  ...["", "z-link"].map((base) =>
    single("tree", tree.list_dir, { ...FOLLOWING, format: "json", path: base || "." }, {
      base,
      paths: (text) => nestedPaths(text, base),
    })
  ),
  single("files", files.ls, { path: ".", "max-depth": 99, "max-files": 10_000 }, {
    paths: ({ content: [{ text }] }, cwd) =>
      (JSON.parse(text).files as string[]).map((path) => path.slice(cwd.length + 1)),
  }),
  ...["wide", "a-links"].map((base) =>
    single("envelope", envelope.LS, { path: base, limit: 200, include_hidden: true }, {
      base,
      paths: ({ data: { entries = [] } }) => entries.map(({ path }) => path),
    })
  ),
  single("codex", codex.list_dir, { limit: 5000, depth: 20 }, {
    cwdArgument: "dir_path",
    paths: ({ content }) => indentedPaths(content.split("\n").slice(1), 2),
  }),
  single("agent", agent.overview, { max_tokens: 50_000 }, {
    dropsVanished: true,
    paths: namedPaths,
    problems: overviewProblems,
    skipped: ({ omitted: { denied, outside, unaddressable, io_error } }) => ({
      io_error,
      denied,
      outside,
      unaddressable,
    }),
  }),
  single("discovery", discovery.list_dir, { path: "wide" }, {
    base: "wide",
    paths: ({ entries }) => entries.map(({ path }) => path),
  }),
  single("discovery", discovery.stat_path, { path: "a-links/c-hop/f00.txt" }, {
    base: "a-links/c-hop/f00.txt",
  }),
  single("discovery", discovery.stat_path, { path: "a-links/c-hop" }, { base: "a-links/c-hop" }),
  single("agent", agent.explain_path, { path: "d00/s2/f05.txt" }, { base: "d00/s2/f05.txt" }),
  single("agent", agent.explain_path, { path: "d00/s1/f99.txt" }, { base: "d00/s1/f99.txt" }),
  single("agent", agent.list_dir, { path: "d01/s9/f01.txt" }, suggested),
  single("agent", agent.stat_path, { path: "wide/f61.log.md" }, {
    base: "wide/f61.log.md",
    ...suggested,
  }),
  single("agent", agent.find_files, {
    name_contains: "A.LOG",
    case_sensitive: true,
    use_gitignore: true,
    max_depth: 2,
  }),
  single("agent", agent.glob_search, { pattern: "s0/F0?.txt", use_gitignore: true }),
  single("agent", agent.find_files, { name_contains: "f01", sort: "modified" }),
  // Few matches per directory, since each costs a call for its size.
  paged(discovery.find_files, { name_contains: "f01", limit: 1000 }),
  paged(discovery.find_files, { name_contains: "f01", limit: 20, use_gitignore: true }),
  paged(discovery.glob_search, { pattern: "**", max_results: 300 }),
  paged(discovery.glob_search, { pattern: "{d0?,deep}/**/*.txt", max_results: 100 }),
  paged(discovery.list_dir_entries, { path: "wide", limit: 25 }),
  streamed(discovery.find_files, { name_contains: "f01", limit: 20 }),
  streamed(discovery.glob_search, { pattern: "**/*.txt", max_results: 200, use_gitignore: true }),
  single("agent", agent.find_path, { queries: ["f01.txt"], limit: 200, use_gitignore: false }, {
    paths: ({ results }) => results.flatMap(({ entries }) => entries.map(({ path }) => path)),
  }),
];
