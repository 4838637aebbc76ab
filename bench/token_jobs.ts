/**
 * The second table of `deno task bench tokens`: what the answers to the same questions cost a model, from toolset
 * `agent` and from `@modelcontextprotocol/server-filesystem`.
 *
 * @module
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { callTool, toMcpTool, TOOLSETS } from "../mod.ts";
import { connectStdio, installPeer } from "./mcp_servers.ts";

/** A call: the tool's name and its arguments, where `ROOT/` stands for the folder in the peer's paths. */
type JobCall = readonly [name: string, args: Readonly<Record<string, unknown>>];

/** What a model wants to know, with the call of each that tells most of it. */
interface Job {
  readonly want: string;
  readonly ours: JobCall;
  /** Absent where no tool of the peer answers. */
  readonly peers?: JobCall;
}

const JOBS: readonly Job[] = [
  {
    want: "a first look at the tree",
    ours: ["overview", {}],
    peers: ["directory_tree", { path: "ROOT" }],
  },
  {
    want: "the files that a task concerns",
    ours: ["overview", { query: "fix crash in acl selectors", max_tokens: 500 }],
  },
  { want: "a folder", ours: ["list_dir", {}], peers: ["list_directory", { path: "ROOT" }] },
  {
    want: "a folder of 403 files",
    ours: ["list_dir", { path: "src/commands" }],
    peers: ["list_directory", { path: "ROOT/src/commands" }],
  },
  {
    want: "a folder with sizes (ours with times)",
    ours: ["list_dir_entries", { include_hidden: true }],
    peers: ["list_directory_with_sizes", { path: "ROOT" }],
  },
  {
    want: "files with a word in their name",
    ours: ["find_files", { name_contains: "acl" }],
    peers: ["search_files", { path: "ROOT", pattern: "**/*acl*" }],
  },
  {
    want: "files with an extension",
    ours: ["find_files", { extensions: ["tcl"], limit: 1000 }],
    peers: ["search_files", { path: "ROOT", pattern: "**/*.tcl" }],
  },
  {
    want: "one file's facts",
    ours: ["stat_path", { path: "src/acl.c" }],
    peers: ["get_file_info", { path: "ROOT/src/acl.c" }],
  },
  {
    want: "a misspelt path (ours: the right one)",
    ours: ["stat_path", { path: "src/alc.c" }],
    peers: ["get_file_info", { path: "ROOT/src/alc.c" }],
  },
  { want: "a path half remembered", ours: ["find_path", { queries: ["aclc"] }] },
  { want: "the ten newest files", ours: ["find_files", { sort: "modified", limit: 10 }] },
];

/** Prints a table, in Markdown: of a clone of Redis, whose paths the questions name. */
export async function runJobs(root: string): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "dirscope-peer-" });
  try {
    const [[runtime, command]] = Object.entries(await installPeer(folder)) as [
      [string, readonly string[]],
    ];
    await using peer = await connectStdio([...command, root]);
    const tokensOfPeer = async ([name, args]: JobCall): Promise<number> => {
      const own = JSON.parse(JSON.stringify(args).replaceAll("ROOT", root));
      const { content } = await peer.client.callTool({ name, arguments: own });
      const texts = content as readonly { readonly text?: string }[];
      return countTokens(texts.map(({ text }) => text ?? "").join("\n"));
    };
    const rows: (readonly [want: string, ours: number, peers: number | undefined])[] = [];
    const { tools } = await peer.client.listTools();
    const own = Object.values(TOOLSETS.agent).map(({ DEFINITION }) => toMcpTool(DEFINITION));
    rows.push([
      `definitions of tools (${own.length}; theirs ${tools.length}, some of which read and write)`,
      countTokens(JSON.stringify(own)),
      countTokens(JSON.stringify(tools)),
    ]);
    for (const { want, ours, peers } of JOBS) {
      const { text } = await callTool("agent", ...ours, { cwd: root });
      rows.push([want, countTokens(text), peers && await tokensOfPeer(peers)]);
    }
    console.log(`\n| what a model asks | \`agent\` | server-filesystem on ${runtime} |`);
    console.log("| --- | --: | --: |");
    for (const [want, ...counts] of rows) {
      console.log(
        `| ${want} | ${counts.map((n) => n?.toLocaleString("en-US") ?? "no tool").join(" | ")} |`,
      );
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
