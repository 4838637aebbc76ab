/**
 * Where the MCP server listens, and whom it answers.
 *
 * @module
 */
import type { McpOptions } from "./options.ts";

/** How a server is reached over HTTP. */
export interface HttpOptions extends McpOptions {
  /** The address to listen on. @default {"127.0.0.1"} */
  readonly hostname?: string;
  /** The port to listen on; 0 takes a free one. @default {0} */
  readonly port?: number;
  /** The bearer token that each request must carry. Required where others can reach the address. */
  readonly token?: string;
  /** More host names under which the server may be asked, as behind a proxy. */
  readonly allowedHosts?: readonly string[];
  /** The limits of the sessions that handshake clients get. */
  readonly sessions?: SessionLimits;
}

/** How many sessions there may be, and for how long. */
export interface SessionLimits {
  /** Most sessions at a time. @default {64} */
  readonly max?: number;
  /** How long a session may be idle, in milliseconds. @default {1_800_000} */
  readonly idleMs?: number;
  /** The time, in milliseconds. @default {Date.now} */
  readonly now?: () => number;
}

/** Options under which a server would not be safe to start. `message` is safe to show. */
export class HttpOptionsError extends Error {
  /** The name of the class. */
  override readonly name = "HttpOptionsError";
}

/**
 * Refuses what is not safe.
 *
 * @throws {HttpOptionsError} If a token is missing where it is required, or cannot be sent in a header.
 */
export function checkHttpOptions(hostname: string, token: string | undefined): void {
  if (token === undefined && !isLoopback(hostname)) {
    throw new HttpOptionsError(
      `Cannot listen on "${hostname}" without a token: others can reach it (only 127.0.0.1, ::1 and localhost need none)`,
    );
  }
  if (token !== undefined && !/^[\w.~+/-]+=*$/.test(token)) {
    throw new HttpOptionsError(
      "Cannot use the token: it must hold letters, digits and -._~+/ only, and at least one of them",
    );
  }
}

/** Whether only this machine can reach an address. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "::1" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether an address means all of the machine's. */
export function isWildcard(hostname: string): boolean {
  return hostname === "0.0.0.0" || hostname === "::";
}

/** An address as it stands in a URL. */
export function hostInUrl(hostname: string): string {
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}
