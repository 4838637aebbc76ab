/** The MCP server of one toolset for one connection: handles `tools/list` and `tools/call`. */
import {
  type CallToolRequest,
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type StandardSchemaV1,
} from "@modelcontextprotocol/server";
import { toMcpTool } from "../adapters/mcp.ts";
import { CATALOG } from "../catalog.ts";
import { describeRoots } from "../scope/describe_roots.ts";
import { lineSafe, sentenceSafe } from "../text/line_safe.ts";
import type { Tool, ToolContext, ToolResult } from "../tool.ts";
import { TOOLSETS } from "../toolsets.ts";
import { PACKAGE_VERSION } from "../version.ts";
import { stackOf } from "../workers/stack_of.ts";
import { ClientRoots } from "./client_roots.ts";
import type { Connection } from "./connection.ts";
import type { Settings } from "./options.ts";
import { progressText, STRUCTURED_META_KEY, TOOLSET_META_KEY } from "./protocol_extensions.ts";

/** Time that a client may cache the list of tools, in milliseconds: a restart of the server may change it. */
const TOOLS_TTL_MS = 5 * 60 * 1000;

/** Creates the server for one connection. The caller connects it to a transport. */
export function createServer(settings: Settings, connection: Connection): Server {
  const { toolset, report, projectMemory, log, maxScanned, policy, contents } = settings;
  const tools: Readonly<Record<string, Tool>> = TOOLSETS[toolset];
  const server = new Server(
    { name: "dirscope", title: "Dirscope", version: PACKAGE_VERSION },
    {
      capabilities: { tools: {} },
      instructions: instructionsOf(settings, connection),
      cacheHints: { "tools/list": { ttlMs: TOOLS_TTL_MS } },
    },
  );
  const roots = new ClientRoots();

  server.onerror = (error) => report(sentenceSafe(error.message));
  server.setNotificationHandler("notifications/roots/list_changed", () => roots.invalidate());
  server.setRequestHandler("tools/list", () => listTools(settings));
  const callTool = async (
    { name, arguments: args = {} }: CallToolRequest["params"],
    ctx: ServerContext,
  ): Promise<CallToolResult> => {
    if (!Object.hasOwn(tools, name)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool '${lineSafe(name)}': the tools are ${Object.keys(tools).join(", ")}`,
      );
    }
    // A disconnect cancels as well: nobody is left to read the response.
    const { signal: disconnected = ctx.mcpReq.signal } = ctx.http?.req ?? {};
    const signal = AbortSignal.any([ctx.mcpReq.signal, disconnected]);
    const wantsData = settings.structured || ctx.mcpReq._meta?.[STRUCTURED_META_KEY] === true;
    const hasRoots = connection.hasHandshake && server.getClientCapabilities()?.roots !== undefined;
    const clientRoots = hasRoots ? await roots.uris(() => requestRoots(ctx), signal) : [];
    try {
      return toCallResult(
        await settings.pool.run({
          toolset,
          tool: name,
          args,
          context: {
            cwd: settings.roots[0] ?? "/",
            roots: settings.roots,
            ...{ projectMemory, log, maxScanned, policy, contents },
            ...progressOf(ctx),
            signal,
          },
          client: connection,
          clientRoots,
          wantsData: wantsData && tools[name]!.OUTPUT_SCHEMA !== undefined,
        }),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      report(sentenceSafe(`${name}: ${stackOf(error)}`));
      // The message of a bug may contain anything, including paths.
      throw new ProtocolError(ProtocolErrorCode.InternalError, `Internal error in ${name}`);
    }
  };
  server.setRequestHandler("tools/call", ({ params }, ctx) => {
    return connection.track(callTool(params, ctx));
  });
  return server;
}

/** Returns the instructions for the model. They name the roots, which it would have to guess. */
function instructionsOf({ toolset, roots }: Settings, { hasHandshake }: Connection): string {
  const others = roots.length > 1 && toolset !== "codex"
    ? ` A path that starts with the name of another root lies in that one, unless the first has an entry of that name; ${
      toolset === "agent" ? "a search without a root looks through all, any other" : "a"
    } call without a path looks at the first alone.`
    : "";
  const own = hasHandshake
    ? " Roots that the client names within the allowed ones count in their place."
    : "";
  return `${CATALOG[toolset].instructions}${others}${own} Allowed roots: ${describeRoots(roots)}`;
}

function listTools({ toolset, structured }: Settings): ListToolsResult {
  const listed = Object.values<Tool>(TOOLSETS[toolset]).map(({ DEFINITION, OUTPUT_SCHEMA }) => ({
    ...toMcpTool(DEFINITION, structured ? OUTPUT_SCHEMA : undefined),
    _meta: { [TOOLSET_META_KEY]: toolset },
  }));
  // The SDK's types are mutable, ours are readonly.
  return { tools: listed as unknown as ListToolsResult["tools"] };
}

function toCallResult({ text, structured, isError }: ToolResult): CallToolResult {
  return {
    content: [{ type: "text", text }],
    ...structured !== undefined && { structuredContent: structured as Record<string, unknown> },
    isError,
  };
}

/** Sends progress notifications to the client, if the request has a progress token. */
function progressOf({ mcpReq }: ServerContext): Pick<ToolContext, "onProgress"> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return {};
  let last = 0;
  return {
    onProgress: (progress) => {
      // MCP requires each value to be greater than the one before.
      if (progress.entries <= last) return;
      last = progress.entries;
      const params = { progressToken, progress: last, message: progressText(progress) };
      // If the client has disconnected, its signal stops the call.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

/** Takes roots of any form: the SDK's own schema refuses them all if one is no `file:` URI. */
const ANY_ROOTS: StandardSchemaV1<unknown, { roots: ({ uri?: unknown } | null)[] }> = {
  "~standard": { version: 1, vendor: "dirscope", validate: (value) => ({ value: Object(value) }) },
};

async function requestRoots({ mcpReq }: ServerContext): Promise<string[]> {
  const { roots } = await mcpReq.send({ method: "roots/list" }, ANY_ROOTS);
  return roots.map((root) => typeof root?.uri === "string" ? root.uri : "");
}
