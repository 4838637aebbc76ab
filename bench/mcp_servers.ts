/**
 * MCP servers that run, each with a client of its own: ours, and the official
 * `@modelcontextprotocol/server-filesystem` as its users run it.
 *
 * @module
 */
import {
  type Client,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { ToolsetName } from "../mod.ts";
import { type ERAS, newClient, serverCommand } from "../tests/support/mcp.ts";

/** The peer, at the version that is compared. */
export const PEER = "@modelcontextprotocol/server-filesystem@2026.8.31";

const PEER_MODULE = "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js";

/** Runs the peer; the directory that it may list comes last. */
export type PeerCommands = Readonly<Record<string, readonly string[]>>;

/** The commands that run the peer here, by runtime: with Node as its users do, and with Deno as ours. */
export async function installPeer(folder: string): Promise<PeerCommands> {
  const deno = [Deno.execPath(), "run", "--allow-all", "--no-prompt", "--no-lock"];
  const node = await outputOf("node", "--version");
  const isInstalled = node !== undefined &&
    await outputOf("npm", "install", "--prefix", folder, "--no-audit", "--no-fund", PEER) !==
      undefined;
  if (!isInstalled) return { [`Deno ${Deno.version.deno}`]: [...deno, `npm:${PEER}`] };
  const module = `${folder}/${PEER_MODULE}`;
  return {
    [`Node ${node.trim().slice(1)}`]: ["node", module],
    [`Deno ${Deno.version.deno}`]: [...deno, module],
  };
}

/** Returns the output of a program, or `undefined` if it is missing or fails. */
async function outputOf(program: string, ...args: string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } catch {
    return undefined;
  }
}

/** A client; closing it ends the server that was started for it. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
}

/**
 * A server on standard input and output. The client is the SDK's with its default, the handshake that
 * all servers know.
 */
export async function connectStdio(command: readonly string[]): Promise<Connection> {
  const [program, ...args] = command;
  const env = Deno.env.toObject();
  return await connected(
    newClient("handshake"),
    new StdioClientTransport({ command: program!, args, env, stderr: "ignore" }),
  );
}

/** Our own server on standard input and output. */
export async function connectOurs(root: string, toolset: ToolsetName): Promise<Connection> {
  return await connectStdio(serverCommand(root, { toolset, words: ["--structured"] }));
}

/** Our own server on HTTP, with a client of each era of the protocol. */
export async function connectHttp(
  root: string,
  toolset: ToolsetName,
): Promise<Readonly<Record<typeof ERAS[number], Client>> & AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  try {
    const url = await startHttp(
      serverCommand(root, { toolset, words: ["--structured", "--http", "0"] }),
      stack,
    );
    const connect = async (era: typeof ERAS[number]): Promise<Client> =>
      stack.use(await connected(newClient(era), new StreamableHTTPClientTransport(url))).client;
    return {
      stateless: await connect("stateless"),
      handshake: await connect("handshake"),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** Starts a server, and returns the address in its first line. */
async function startHttp(
  [program, ...args]: readonly string[],
  stack: AsyncDisposableStack,
): Promise<URL> {
  const child = new Deno.Command(program!, { args, stdout: "null", stderr: "piped" }).spawn();
  const lines = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  stack.defer(async () => {
    child.kill();
    await lines.cancel();
    await child.status;
  });
  let text = "";
  for (;;) {
    const { done, value } = await lines.read();
    if (done) throw new Error(`The server does not listen: ${text}`);
    text += value;
    const url = text.match(/listening on (\S+)\n/)?.[1];
    if (url !== undefined) return new URL(url);
  }
}

async function connected(client: Client, transport: Transport): Promise<Connection> {
  await client.connect(transport);
  return { client, [Symbol.asyncDispose]: () => client.close() };
}
