/**
 * `deno task clients`: MCP clients that others wrote list our tools and call two of them, over stdio and HTTP.
 * The packages come from npm, into a temporary folder.
 *
 * ```sh
 * deno task clients            # all of them
 * deno task clients langchain  # those whose name holds a word
 * deno task clients -- npx dirscope  # all of them, over stdio with the command before its `mcp`
 * ```
 *
 * @module
 */
import { join } from "@std/path/join";
import { countTokens } from "gpt-tokenizer";
import { TOOLSETS } from "../../mod.ts";
import { serveHttp } from "../../src/mcp/mod.ts";
import { CALLS, type Client, type Outcome, type Target } from "./client.ts";
import { INSPECTORS } from "./inspector.ts";
import { install, type Installed } from "./install.ts";
import { LIBRARIES } from "./libraries.ts";
import { MCP_REMOTE } from "./mcp_remote.ts";
import { MCPORTER } from "./mcporter.ts";
import { recordHttp } from "./record_http.ts";

const CLIENTS: readonly Client[] = [...INSPECTORS, MCP_REMOTE, MCPORTER, ...LIBRARIES];

const TOOLS = Object.keys(TOOLSETS.agent).length;

const [NAMES, COMMAND] = atDashes(Deno.args);

function atDashes(words: readonly string[]): [before: readonly string[], after: readonly string[]] {
  const at = words.indexOf("--");
  return at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
}

/** More files than one page holds. */
const FILES = 120;

/** The result of one client over one transport. */
interface ResultRow {
  readonly client: string;
  readonly transport: Target["transport"];
  readonly listed: string;
  readonly called: string;
  /** The arguments of `find_files` as they arrived. */
  readonly sends: string;
  /** The tokens of a page of 100 files as it is handed on. */
  readonly tokens: string;
  /** The same with `--structured`. */
  readonly structured: string;
}

/** Text, and where it came from. */
interface Trial {
  readonly outcome: Outcome;
  readonly sent: string;
}

async function tryOver(
  transport: Target["transport"],
  installed: Installed,
  { tree, structured }: { readonly tree: string; readonly structured: boolean },
): Promise<Trial> {
  if (transport === "http") {
    await using server = await serveHttp({ roots: [tree], structured });
    await using recorder = recordHttp(server.url);
    const outcome = await installed.try({ transport, url: recorder.url });
    return { outcome, sent: recorder.bodies.join("\n") };
  }
  const file = await Deno.makeTempFile();
  const here = (name: string): string => new URL(name, import.meta.url).pathname;
  const run = [Deno.execPath(), "run"];
  const recorded = [...run, "--allow-all", here("record_stdio.ts"), file];
  const program = COMMAND.length > 0
    ? COMMAND
    : [...run, "--no-prompt", `--allow-read=${tree}`, here("../../cli.ts")];
  const command = [...recorded, ...program, "mcp", tree, ...structured ? ["--structured"] : []];
  const outcome = await installed.try({ transport, command });
  const sent = await Deno.readTextFile(file);
  await Deno.remove(file);
  return { outcome, sent };
}

/** The arguments of the first `find_files` among the messages that were sent. */
function argumentsIn(sent: string): string {
  for (const line of sent.split("\n")) {
    if (!line.includes('"tools/call"')) continue;
    const { params } = JSON.parse(line);
    if (params.name === "find_files") return JSON.stringify(params.arguments);
  }
  return "none seen";
}

async function rowOf(
  client: Client,
  transport: Target["transport"],
  { installed, tree }: { readonly installed: Installed; readonly tree: string },
): Promise<ResultRow> {
  const plain = await tryOver(transport, installed, { tree, structured: false });
  const both = await tryOver(transport, installed, { tree, structured: true });
  const { listed, handedOn } = plain.outcome;
  const isRight = Object.values(handedOn).every((text) => text.includes("file0.ts"));
  const tokens = ({ outcome }: Trial): string => String(countTokens(outcome.handedOn.find_files));
  return {
    client: client.name,
    transport,
    listed: listed === TOOLS ? "yes" : `${listed} of ${TOOLS}`,
    called: isRight ? "yes" : "no: a file is missing",
    sends: argumentsIn(plain.sent),
    tokens: tokens(plain),
    structured: tokens(both),
  };
}

function failedRow(client: Client, transport: Target["transport"], error: unknown): ResultRow {
  const why = error instanceof Error ? error.message : String(error);
  const nothing = { listed: "no", sends: "", tokens: "", structured: "" };
  return { client: client.name, transport, ...nothing, called: `no: ${why.slice(0, 300)}` };
}

async function rowsOf(client: Client, folder: string, tree: string): Promise<ResultRow[]> {
  let installed: Installed;
  try {
    installed = await install(client, folder);
  } catch (error) {
    return client.transports.map((transport) => failedRow(client, transport, error));
  }
  const rows: ResultRow[] = [];
  for (const transport of client.transports) {
    const row = rowOf(client, transport, { installed, tree });
    rows.push(await row.catch((error) => failedRow(client, transport, error)));
  }
  return rows;
}

function table(rows: readonly ResultRow[]): string {
  const heads: ResultRow = {
    client: "client",
    transport: "transport" as ResultRow["transport"],
    listed: "listed",
    called: "called",
    sends: `sends for ${JSON.stringify(CALLS.find_files)}`,
    tokens: "tokens",
    structured: "tokens with --structured",
  };
  const cells = [heads, ...rows].map((row) =>
    Object.values(heads).map((_, i) =>
      String(row[(Object.keys(heads) as (keyof ResultRow)[])[i]!]).replace(/[\n|]/g, " ")
    )
  );
  const lines = cells.map((row) => `| ${row.join(" | ")} |`);
  return [lines[0], `|${" --- |".repeat(cells[0]!.length)}`, ...lines.slice(1)].join("\n");
}

const folder = await Deno.makeTempDir({ prefix: "mcp-clients-" });
const tree = join(folder, "tree");
await Deno.mkdir(tree);
for (let i = 0; i < FILES; i++) await Deno.writeTextFile(join(tree, `file${i}.ts`), "");
const wanted = CLIENTS.filter(({ name }) =>
  NAMES.length === 0 || NAMES.some((word) => name.includes(word))
);
const rows: ResultRow[] = [];
for (const [i, client] of wanted.entries()) {
  console.error(`${client.name} …`);
  rows.push(...await rowsOf(client, join(folder, `client${i}`), tree));
}
console.log(table(rows));
await Deno.remove(folder, { recursive: true });
if (rows.some(({ listed, called }) => listed !== "yes" || called !== "yes")) Deno.exit(1);
