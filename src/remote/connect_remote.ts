/**
 * The tools of a remote `dirscope mcp --http`, as if they were local.
 *
 * @module
 */
import type { CallToolResult, Client, Tool as RemoteTool } from "@modelcontextprotocol/client";
import { ArgumentError } from "../arguments/argument_error.ts";
import { parseArguments } from "../arguments/parse_arguments.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { TOOLSETS } from "../toolsets.ts";
import { VERSION } from "../version.ts";
import { progressFrom } from "../mcp/progress_text.ts";
import { STRUCTURED_KEY, TOOLSET_KEY } from "../mcp/meta_keys.ts";

/** The tools of a remote server, by wire name. Disposing of it closes the connection. */
export type RemoteToolset = Readonly<Record<string, Tool>> & AsyncDisposable;

/** How to reach a remote server. */
export interface RemoteOptions {
  /** The bearer token that it requires. */
  readonly token?: string;
}

/** The longest time that a timer can wait. Like a local call, a remote one has no time limit. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Connects to a `dirscope mcp --http` and gives the tools that it serves. For an equal tree, their results
 * are byte-equal to those of the local tools. Requires `--allow-net` permission for the server's address.
 *
 * Of a call's context, only `signal` and `onProgress` are used. The server decides on the rest.
 *
 * @example Usage
 * ```ts
 * import { connectRemote } from "@dirscope/dirscope/remote";
 * import { serveHttp } from "@dirscope/dirscope/mcp";
 * import { assertEquals } from "@std/assert";
 *
 * await using server = serveHttp({ toolset: "codex", roots: ["fixtures/sample"] });
 * await using remote = await connectRemote(server.url);
 * assertEquals(await remote.list_dir!.execute({ dir_path: "src" }), {
 *   content: "dir_path must be an absolute path",
 *   success: false,
 * });
 * ```
 *
 * @param url Where the server is, as it says when it starts: `http://HOST:PORT/mcp`.
 * @param options How to reach it.
 * @returns The tools of its toolset, by wire name.
 * @throws {Error} If it cannot be reached, refuses the token, or runs a toolset that is not known here.
 */
export async function connectRemote(
  url: string | URL,
  options: RemoteOptions = {},
): Promise<RemoteToolset> {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { token } = options;
  const client = new Client(
    { name: "dirscope", version: VERSION },
    { versionNegotiation: { mode: "auto" } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    ...token !== undefined && { authProvider: { token: () => Promise.resolve(token) } },
  });
  try {
    await client.connect(transport);
    const tools = toolsOf(client, (await client.listTools()).tools);
    return Object.defineProperty(tools, Symbol.asyncDispose, {
      value: () => client.close(),
    }) as RemoteToolset;
  } catch (error) {
    await client.close();
    throw error;
  }
}

function toolsOf(client: Client, listed: readonly RemoteTool[]): Record<string, Tool> {
  const toolset = listed[0]?._meta?.[TOOLSET_KEY];
  if (typeof toolset !== "string") {
    throw new Error("Cannot use the remote server: it is no dirscope");
  }
  if (!Object.hasOwn(TOOLSETS, toolset)) {
    throw new Error(
      `Cannot use the remote server: its toolset "${lineSafe(toolset)}" is not known`,
    );
  }
  const locals: Readonly<Record<string, Tool>> = TOOLSETS[toolset as keyof typeof TOOLSETS];
  const names = Object.keys(locals).filter((name) => listed.some((tool) => tool.name === name));
  return Object.fromEntries(names.map((name) => {
    const { DEFINITION, TRAITS, OUTPUT_SCHEMA, toResult, fromResult, toReport } = locals[name]!;
    const tool: Tool = {
      DEFINITION,
      TRAITS,
      ...OUTPUT_SCHEMA && { OUTPUT_SCHEMA },
      toResult,
      ...toReport && { toReport },
      execute: async (args, context = {}) => {
        // Refused arguments are answered here, in the same words: not all of them could be sent.
        if (isRefused(locals[name]!, args)) return await locals[name]!.execute(args, context);
        const result = await call(client, name, args as Record<string, unknown>, context);
        return fromResult === undefined
          ? dataOf(result)
          : fromResult({ text: textOf(result), isError: result.isError === true });
      },
    };
    return [name, tool];
  }));
}

function isRefused({ DEFINITION }: Tool, args: unknown): boolean {
  try {
    parseArguments(DEFINITION, args);
    return false;
  } catch (error) {
    if (error instanceof ArgumentError) return true;
    throw error;
  }
}

async function call(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  { signal, onProgress }: ToolContext,
): Promise<CallToolResult> {
  const aborted = (): DOMException => new DOMException("The call was aborted", "AbortError");
  if (signal?.aborted) throw aborted();
  try {
    return await client.callTool({ name, arguments: args, _meta: { [STRUCTURED_KEY]: true } }, {
      timeout: NO_TIMEOUT_MS,
      ...signal && { signal },
      ...onProgress && {
        onprogress: ({ message }) => {
          const progress = progressFrom(message);
          if (progress !== undefined) onProgress(progress);
        },
      },
    });
  } catch (error) {
    throw signal?.aborted ? aborted() : error;
  }
}

function textOf({ content: [item] }: CallToolResult): string {
  if (item?.type !== "text") throw new Error("Cannot use the remote result: it holds no text");
  return item.text;
}

function dataOf({ structuredContent }: CallToolResult): unknown {
  if (structuredContent === undefined) {
    throw new Error("Cannot use the remote result: the server, of another version, sends no data");
  }
  return structuredContent;
}
