/**
 * `deno task bench mcp`: calls of the tools over MCP, beside the same requests to the official
 * `@modelcontextprotocol/server-filesystem`: how many a second, and how long they take.
 *
 * @module
 */
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import type { DiscoveryResult } from "../src/tools/discovery/result.ts";
import { makeForest } from "./forest.ts";
import { compare, type Request, type Requests, textOf } from "./mcp_load.ts";
import {
  connectHttp,
  connectOurs,
  connectStdio,
  installPeer,
  PEER,
  type PeerCommands,
} from "./mcp_servers.ts";
import type { BenchOptions } from "./measure.ts";
import { mirror } from "./mirror.ts";

/** A project: directories, in two branches, each with so many files. */
const PROJECT = { directories: 70, files: 20 };
const PROJECT_ENTRIES = 2 + 70 + 70 * 20;

/** How many entries of a large tree are searched. */
const SEARCHED = 25_000;

/** What is searched for: more files than a page holds that nothing is said about, and fewer than any. */
const EXTENSION = "py";
const PAGE = 100;
const MAX_PAGE = 1000;

/** As many calls as a 95th percentile needs. */
const FOR_SMALL = {
  loads: [
    { atOnce: 1, calls: 200 },
    { atOnce: 8, calls: 600 },
    { atOnce: 32, calls: 600 },
  ],
  rounds: 9,
};
const FOR_PROJECT = {
  loads: [
    { atOnce: 1, calls: 8 },
    { atOnce: 8, calls: 16 },
    { atOnce: 32, calls: 32 },
  ],
  rounds: 7,
};
/** A search takes the peer a second or more. */
const FOR_SEARCH = { loads: [{ atOnce: 1, calls: 1 }], rounds: 7 };

/** A request to whichever client. */
type Asked = Omit<Request, "client">;

/** What is compared on one tree: its peers run, and ours run until the end. */
interface Bed {
  readonly root: string;
  readonly stack: AsyncDisposableStack;
  /** Makes the same request to each peer. */
  toPeers(request: Asked): Requests;
}

/** Starts the peers. */
async function prepare(
  commands: PeerCommands,
  root: string,
  stack: AsyncDisposableStack,
): Promise<Bed> {
  const peers: [string, Client][] = [];
  for (const [runtime, command] of Object.entries(commands)) {
    const { client } = stack.use(await connectStdio([...command, root]));
    peers.push([`server-filesystem (${runtime})`, client]);
  }
  const toPeers = (request: Asked): Requests =>
    Object.fromEntries(peers.map(([name, client]) => [name, { ...request, client }]));
  return { root, stack, toPeers };
}

/** A small listing and a whole project, over standard input and output and over HTTP. */
async function compareListings({ root, stack, toPeers }: Bed): Promise<void> {
  const { client: tree } = stack.use(await connectOurs(root, "tree"));
  const { client: agent } = stack.use(await connectOurs(root, "agent"));
  const small = { args: { path: `${root}/branch1/d60` }, expected: PROJECT.files };
  const listDir: Asked = { ...small, tool: "list_dir", count: linesIn };
  const listDirEntries = { ...small, client: agent, tool: "list_dir_entries", count: entriesIn };
  const whole = { args: { path: root }, expected: PROJECT_ENTRIES };
  await compare({
    title: `list_directory of ${PROJECT.files} entries`,
    ours: {
      "list_dir": { ...listDir, client: tree },
      "list_dir_entries": listDirEntries,
    },
    theirs: toPeers({ ...small, tool: "list_directory", count: linesIn }),
    ...FOR_SMALL,
  });
  await compare({
    title: `list_directory_with_sizes of ${PROJECT.files} entries`,
    ours: { "list_dir_entries": listDirEntries },
    theirs: toPeers({
      ...small,
      tool: "list_directory_with_sizes",
      count: (answer) => linesIn(answer) - LINES_OF_TOTALS,
    }),
    ...FOR_SMALL,
  });
  await compare({
    title: `directory_tree of ${PROJECT_ENTRIES} entries`,
    ours: {
      "list_dir, JSON": {
        client: tree,
        tool: "list_dir",
        args: { ...whole.args, recursive: true, format: "json" },
        count: nodesIn,
        // The root is told, too.
        expected: PROJECT_ENTRIES + 1,
      },
      "overview": { ...whole, client: agent, tool: "overview", count: countedIn },
    },
    theirs: toPeers({ ...whole, tool: "directory_tree", count: nodesIn }),
    ...FOR_PROJECT,
  });
  const { stateless, handshake } = stack.use(await connectHttp(root, "tree"));
  await compare({
    // The peer has no HTTP.
    title: `list_dir of ${PROJECT.files} entries over HTTP, beside stdio`,
    ours: {
      "stateless": { ...listDir, client: stateless },
      "handshake": { ...listDir, client: handshake },
    },
    theirs: { "over stdio": { ...listDir, client: tree } },
    ...FOR_SMALL,
  });
}

/** A search of a large tree: the peer's whole walk, beside our first page and one that holds all. */
async function compareSearches({ root, stack, toPeers }: Bed, names: readonly string[]) {
  const pattern = `**/*.${EXTENSION}`;
  const matches = names.filter((name) => name.endsWith(`.${EXTENSION}`)).length;
  if (matches <= PAGE || matches > MAX_PAGE) {
    console.log(`search_files of ${pattern}: not compared, for ${matches} files match`);
    return;
  }
  const { client } = stack.use(await connectOurs(root, "agent"));
  const ours = { client, count: entriesIn, expected: PAGE };
  const globSearch = { ...ours, tool: "glob_search" };
  await compare({
    title: `search_files of ${pattern}, ${matches} of ${names.length} files`,
    ours: {
      "glob_search, first page": { ...globSearch, args: { root, pattern } },
      "find_files, first page": {
        ...ours,
        tool: "find_files",
        args: { root, extensions: [EXTENSION], case_sensitive: true },
      },
      "glob_search, all": {
        ...globSearch,
        args: { root, pattern, max_results: MAX_PAGE },
        expected: matches,
      },
    },
    theirs: toPeers({
      tool: "search_files",
      args: { path: root, pattern },
      count: linesIn,
      expected: matches,
    }),
    ...FOR_SEARCH,
  });
}

/** After the entries, `list_directory_with_sizes` has an empty line and two of totals. */
const LINES_OF_TOTALS = 3;

/** The names of the files in some directories. */
function namesIn(directories: readonly string[]): string[] {
  return directories.flatMap((path) =>
    [...Deno.readDirSync(path)].filter(({ isFile }) => isFile).map(({ name }) => name)
  );
}

function linesIn(answer: CallToolResult): number {
  return textOf(answer).split("\n").length;
}

function entriesIn({ structuredContent }: CallToolResult): number {
  return (structuredContent as unknown as DiscoveryResult).entries.length;
}

/** How many objects with a name a JSON text holds. */
function nodesIn(answer: CallToolResult): number {
  return textOf(answer).match(/^ *"name": /gm)?.length ?? 0;
}

/** How many entries an overview counts in its first line. */
function countedIn(answer: CallToolResult): number {
  const counts = textOf(answer).match(/: ([\d,]+) files, ([\d,]+) dirs\n/)?.slice(1) ?? [];
  return counts.reduce((sum, count) => sum + Number(count.replaceAll(",", "")), 0);
}

/** Compares calls over MCP. */
export async function run({ tree: source }: BenchOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "dirscope-bench-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const commands = await installPeer(folder);
  console.log(`${PEER}, run by ${Object.keys(commands).join(" and by ")}`);
  {
    using project = await makeForest(PROJECT);
    await using inner = new AsyncDisposableStack();
    await compareListings(await prepare(commands, project.path, inner));
  }
  using large = mirror(source, SEARCHED);
  await using inner = new AsyncDisposableStack();
  await compareSearches(
    await prepare(commands, large.path, inner),
    namesIn(large.directories),
  );
}
