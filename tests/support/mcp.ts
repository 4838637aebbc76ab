/** Helpers for the tests of the MCP server. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assertEquals } from "@std/assert";
import { type ToolsetName, TOOLSETS } from "../../mod.ts";
import { denoRun, projectFile } from "./process.ts";
import { possible, type Tree } from "./tree.ts";

export const TREE: Tree = possible({
  ".gitignore": "*.log\n",
  "a/x.ts": "1",
  "a/y.md": "",
  "b.log": "",
  "line\nbreak": "",
});

export const NAMES = Object.keys(TOOLSETS) as ToolsetName[];

/** A call and the expected `isError` of its result. */
interface SampleCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** Values of the required arguments that are no path. */
const REQUIRED_VALUES: Readonly<Record<string, unknown>> = { pattern: "**", queries: ["a"] };

/** Returns calls of each tool of a toolset: with required arguments only, missing paths, and wrong arguments. */
export function sampleCalls(toolset: ToolsetName, root: string): SampleCall[] {
  const tools = Object.values<typeof TOOLSETS.tree.list_dir>(TOOLSETS[toolset] as never);
  return tools.flatMap(({ DEFINITION }) => {
    const { name, parameters } = DEFINITION.function;
    const paths = ["path", "root", "dir_path"].filter((key) => key in parameters.properties);
    const required: Record<string, unknown> = {};
    for (const key of parameters.required) required[key] = REQUIRED_VALUES[key] ?? root;
    const isStat = name === "stat_path" || name === "explain_path";
    return [
      { tool: name, args: required, isError: false },
      { tool: name, args: { ...required, [paths[0]!]: `${root}/missing` }, isError: !isStat },
      { tool: name, args: { ...required, [paths[0]!]: "/" }, isError: name !== "explain_path" },
      { tool: name, args: { ...required, [paths[0]!]: 5 }, isError: true },
      { tool: name, args: { ...required, "no such": true }, isError: true },
    ];
  });
}

export interface Command {
  readonly toolset?: ToolsetName;
  readonly words?: readonly string[];
  /** The program to run. By default, the command itself. */
  readonly program?: string;
}

/**
 * Returns the command that starts a server on stdio, which may read one directory and its own package, which
 * its workers need. Another `program` has a fake disk, and so no workers.
 */
export function serverCommand(
  root: string,
  { toolset, words = [], program }: Command = {},
): string[] {
  const readable = program === undefined ? `${root},${projectFile(".")}` : root;
  return denoRun(
    ["--no-prompt", `--allow-read=${readable}`, "--allow-net=127.0.0.1", "--allow-env=TOKEN"],
    program ?? projectFile("cli.ts"),
    "mcp",
    ...toolset === undefined ? [] : ["--toolset", toolset],
    "--scope",
    root,
    ...words,
  );
}

export const ERAS = ["stateless", "handshake"] as const;

/** Makes a client of the current SDK that speaks one era of the protocol. */
export function newClient(era: typeof ERAS[number]): Client {
  return new Client({ name: "test", version: "1" }, {
    versionNegotiation: { mode: era === "stateless" ? { pin: "2026-07-28" } : "legacy" },
  });
}

export async function connectHttp(url: string, era: typeof ERAS[number]): Promise<Client> {
  const client = newClient(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** Starts a server on stdio, and connects a client. */
export async function connectStdio(
  command: readonly string[],
  era: typeof ERAS[number],
): Promise<Client> {
  const [program, ...args] = command;
  const client = newClient(era);
  await client.connect(
    new StdioClientTransport({
      command: program!,
      args,
      env: Deno.env.toObject(),
      stderr: "ignore",
    }),
  );
  return client;
}

/** The headers of a client's POST. */
export const HEADERS: Readonly<Record<string, string>> = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

/** Formats a request of a handshake client. */
export function message(method: string, params: unknown = {}, id: number | null = 1): string {
  return JSON.stringify({ jsonrpc: "2.0", ...id !== null && { id }, method, params });
}

/** The first message of a handshake client. */
export const INITIALIZE: string = message("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

/** Starts a server on stdio, and sends it lines after the handshake. */
export function spawnServer([program, ...args]: readonly string[], lines: readonly string[]) {
  const streams = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
  const child = new Deno.Command(program!, { args, ...streams }).spawn();
  const input = child.stdin.getWriter();
  const text = [INITIALIZE, ...lines].map((line) => `${line}\n`).join("");
  input.write(new TextEncoder().encode(text)).catch(() => {});
  return { child, input };
}

/** Checks that lines on standard error that nobody reads hold up neither answers nor the end of a server. */
export async function assertIgnoresUnreadErrors(
  command: readonly string[],
  end: "the end of input" | "SIGTERM",
): Promise<void> {
  const odd = Array.from({ length: 3000 }, () => "this is no JSON");
  const { child, input } = spawnServer(command, odd);
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  for (let lines = 0; lines <= odd.length;) {
    lines += (await output.read()).value!.split("\n").length - 1;
  }
  if (end === "SIGTERM") child.kill(end);
  else await input.close();
  assertEquals((await child.status).code, 0);
  await input.close().catch(() => {});
  await output.cancel();
  await child.stderr.cancel();
}

/** Formats a stateless client's tool call, with the headers that it requires. */
export function statelessCall(name: string, args: unknown): RequestInit {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    method: "POST",
    headers: {
      ...HEADERS,
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": name,
    },
    body: message("tools/call", { name, arguments: args, _meta }),
  };
}

/** Posts a message, and returns the status, headers and text of the response. */
export async function post(
  url: string,
  body: BodyInit,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(url, { method: "POST", headers: { ...HEADERS, ...headers }, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Opens a session and returns its id. */
export async function openSession(url: string): Promise<string> {
  const { status, headers, text } = await post(url, INITIALIZE);
  const id = headers.get("mcp-session-id");
  if (id === null) throw new Error(`no session: ${status} ${text}`);
  return id;
}
