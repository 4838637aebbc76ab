/**
 * The tools as a server of the Model Context Protocol.
 *
 * A server offers the tools of one toolset, on standard input and output ({@linkcode serveStdio}) or over
 * HTTP ({@linkcode serveHttp}). It speaks the stateless revision of the protocol, 2026-07-28, and the
 * handshake revisions before it. `connectRemote` of `@dirscope/dirscope/remote` is its client.
 *
 * @example Usage
 * ```ts
 * import { serveHttp } from "@dirscope/dirscope/mcp";
 * import { connectRemote } from "@dirscope/dirscope/remote";
 * import { toToolResult } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * await using server = await serveHttp({ toolset: "tree", roots: ["fixtures/sample"] });
 * await using remote = await connectRemote(server.url);
 * const output = await remote.list_dir!.execute({ path: "." });
 * assertEquals(toToolResult(remote.list_dir!, output), { text: "docs/\nsrc/", isError: false });
 * ```
 *
 * @module
 */
export { type HttpServer, serveHttp } from "./http.ts";
export type { HttpOptions } from "./http_options.ts";
export type { McpOptions } from "./options.ts";
export { serveStdio } from "./stdio.ts";
