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

/** A project: directories in two branches, each with so many files. */
const PROJECT = { directories: 70, files: 20 };
const PROJECT_ENTRIES = 2 + PROJECT.directories * (1 + PROJECT.files);

/** Number of entries of a large tree to search. */
const SEARCHED_ENTRIES = 25_000;

/** The extension to search for: most trees have more such files than a page holds, and fewer than the largest. */
const EXTENSION = "py";
const PAGE = 100;
const LARGEST_PAGE = 1000;

/** As many calls as a 95th percentile needs. */
const FOR_SMALL = {
  loads: [
    { atOnce: 1, calls: 100 },
    { atOnce: 8, calls: 400 },
    { atOnce: 32, calls: 400 },
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

/** The requests to every server. */
type PlainRequest = Omit<Request, "client">;

/** A tree, and the servers that list it. */
interface Bench {
  readonly root: string;
  /** Ours, with toolset `tree`. */
  readonly tree: Client;
  /** Ours, with the toolset that it has where none is named. */
  readonly agent: Client;
  /** Asks each peer the same. */
  ofPeers(request: PlainRequest): Requests;
}

/** Starts all servers on a tree, compares them, and stops them. */
async function withServers(
  root: string,
  commands: PeerCommands,
  compareAll: (bench: Bench) => Promise<void>,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const peers: [string, Client][] = [];
  for (const [runtime, command] of Object.entries(commands)) {
    const { client } = stack.use(await connectStdio([...command, root]));
    peers.push([`server-filesystem (${runtime})`, client]);
  }
  const { client: tree } = stack.use(await connectOurs(root, "tree"));
  const { client: agent } = stack.use(await connectOurs(root, "agent"));
  const ofPeers = (request: PlainRequest): Requests =>
    Object.fromEntries(peers.map(([name, client]) => [name, { ...request, client }]));
  await compareAll({ root, tree, agent, ofPeers });
}

/** One directory of the project. */
function small(root: string): Pick<PlainRequest, "args" | "expected"> {
  return { args: { path: `${root}/branch1/d60` }, expected: PROJECT.files };
}

/** A small listing, without and with sizes. */
async function compareListings({ root, tree, agent, ofPeers }: Bench): Promise<void> {
  const request = small(root);
  const withSizes = { ...request, client: agent, tool: "list_dir_entries", count: entriesIn };
  await compare({
    title: `list_directory, ${PROJECT.files} entries`,
    ours: {
      "list_dir": { ...request, client: tree, tool: "list_dir", count: linesIn },
      "list_dir_entries": withSizes,
    },
    theirs: ofPeers({ ...request, tool: "list_directory", count: linesIn }),
    ...FOR_SMALL,
  });
  await compare({
    title: `list_directory_with_sizes, ${PROJECT.files} entries`,
    ours: { "list_dir_entries": withSizes },
    theirs: ofPeers({ ...request, tool: "list_directory_with_sizes", count: sizedLinesIn }),
    ...FOR_SMALL,
  });
}

/** A whole project: all of it as JSON, and an overview of it. */
async function compareTrees({ root, tree, agent, ofPeers }: Bench): Promise<void> {
  const request = { args: { path: root }, expected: PROJECT_ENTRIES };
  await compare({
    title: `directory_tree, ${PROJECT_ENTRIES} entries`,
    ours: {
      "list_dir, JSON": {
        client: tree,
        tool: "list_dir",
        args: { path: root, recursive: true, format: "json" },
        count: (answer) => nodesIn(answer) - 1, // The root is one of them.
        expected: PROJECT_ENTRIES,
      },
      "overview": { ...request, client: agent, tool: "overview", count: countedIn },
    },
    theirs: ofPeers({ ...request, tool: "directory_tree", count: nodesIn }),
    ...FOR_PROJECT,
  });
}

/** A small listing over HTTP. The peer has none, so it is compared with the same over stdio. */
async function compareHttp({ root, tree }: Bench): Promise<void> {
  const request = { ...small(root), tool: "list_dir", count: linesIn };
  await using http = await connectHttp(root, "tree");
  await compare({
    title: `list_dir over HTTP, ${PROJECT.files} entries`,
    ours: {
      "stateless": { ...request, client: http.stateless },
      "handshake": { ...request, client: http.handshake },
    },
    theirs: { "over stdio": { ...request, client: tree } },
    ...FOR_SMALL,
  });
}

/** A search: the peer's whole walk, beside our first page and a page that holds all. */
async function compareSearches(
  { root, agent: client, ofPeers }: Bench,
  matches: number,
): Promise<void> {
  const pattern = `**/*.${EXTENSION}`;
  const count = entriesIn;
  const byGlob = { client, tool: "glob_search", args: { root, pattern }, count, expected: PAGE };
  await compare({
    title: `search_files ${pattern}, ${matches} matches`,
    ours: {
      "glob_search, first page": byGlob,
      "find_files, first page": {
        ...byGlob,
        tool: "find_files",
        args: { root, extensions: [EXTENSION], case_sensitive: true },
      },
      "glob_search, all": {
        ...byGlob,
        args: { ...byGlob.args, max_results: LARGEST_PAGE },
        expected: matches,
      },
    },
    theirs: ofPeers({
      tool: "search_files",
      args: { path: root, pattern },
      count: linesIn,
      expected: matches,
    }),
    ...FOR_SEARCH,
  });
}

function linesIn(answer: CallToolResult): number {
  return textOf(answer).split("\n").length;
}

/** Returns the number of lines before an empty one and the totals. */
function sizedLinesIn(answer: CallToolResult): number {
  return textOf(answer).split("\n").indexOf("");
}

function entriesIn({ structuredContent }: CallToolResult): number {
  return (structuredContent as unknown as DiscoveryResult).entries.length;
}

/** Returns the number of named objects in a JSON text, each name on a line of its own. */
function nodesIn(answer: CallToolResult): number {
  return textOf(answer).match(/^ *"name": /gm)?.length ?? 0;
}

/** Returns the number of entries in the first line of an overview. */
function countedIn(answer: CallToolResult): number {
  const counts = textOf(answer).match(/: ([\d,]+) files, ([\d,]+) dirs[;\n]/)?.slice(1) ?? [];
  return counts.reduce((sum, count) => sum + Number(count.replaceAll(",", "")), 0);
}

/** Returns the number of files in some directories that have the extension to search for. */
function countMatches(directories: readonly string[]): number {
  const names = directories.flatMap((path) => [...Deno.readDirSync(path)].map(({ name }) => name));
  return names.filter((name) => name.endsWith(`.${EXTENSION}`)).length;
}

async function benchProject(commands: PeerCommands): Promise<void> {
  using project = await makeForest(PROJECT);
  await withServers(project.path, commands, async (bench) => {
    await compareListings(bench);
    await compareTrees(bench);
    await compareHttp(bench);
  });
}

async function benchSearch(commands: PeerCommands, source: string): Promise<void> {
  using large = mirror(source, SEARCHED_ENTRIES);
  const matches = countMatches(large.directories);
  if (matches <= PAGE || matches > LARGEST_PAGE) {
    console.log(`search_files: not compared, since ${matches} names end in .${EXTENSION}`);
    return;
  }
  await withServers(large.path, commands, (bench) => compareSearches(bench, matches));
}

/** Compares calls over MCP. */
export async function run({ tree }: BenchOptions): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "dirscope-bench-" });
  try {
    const commands = await installPeer(folder);
    console.log(`${PEER}, run by ${Object.keys(commands).join(" and by ")}`);
    await benchProject(commands);
    await benchSearch(commands, tree);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
