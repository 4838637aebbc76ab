/**
 * The tools as a server of the Model Context Protocol, and as a client of one.
 *
 * A server offers the tools of one toolset, on standard input and output ({@linkcode serveStdio}) or over
 * HTTP ({@linkcode serveHttp}). It speaks the stateless revision of the protocol, 2026-07-28, and the
 * handshake revisions before it. {@linkcode connectRemote} turns a server that runs elsewhere into tools
 * again.
 *
 * @example Usage
 * ```ts
 * import { connectRemote, serveHttp } from "@dirscope/dirscope/mcp";
 * import { toToolResult } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * await using server = serveHttp({ toolset: "tree", roots: ["fixtures/sample"] });
 * await using remote = await connectRemote(server.url);
 * const output = await remote.list_dir!.execute({ path: "." });
 * assertEquals(toToolResult(remote.list_dir!, output), { text: "docs/\nsrc/", isError: false });
 * ```
 *
 * @module
 */
export { type HttpServer, serveHttp } from "./http.ts";
export { type HttpOptions, HttpOptionsError, type SessionLimits } from "./http_options.ts";
export type { McpOptions } from "./options.ts";
export { connectRemote, type RemoteOptions, type RemoteToolset } from "../remote/connect_remote.ts";
export { serveStdio } from "./stdio.ts";
