/** Where the MCP server listens, and which requests it accepts. */
import type { McpOptions } from "./options.ts";

/** Options of an MCP server on HTTP. */
export interface HttpOptions extends McpOptions {
  /** The address to listen on. @default {"127.0.0.1"} */
  readonly hostname?: string;
  /** The port to listen on; 0 takes a free one. @default {0} */
  readonly port?: number;
  /** The bearer token that each request must carry. Required unless the address is loopback. */
  readonly token?: string;
  /** Additional host names that clients may use, for example behind a proxy. */
  readonly allowedHosts?: readonly string[];
  /** Limits of the connections. */
  readonly connections?: ConnectionLimits;
  /** Limits of the sessions of handshake clients. */
  readonly sessions?: SessionLimits;
}

/** How many connections may be open, and for how long. */
export interface ConnectionLimits {
  /**
   * The largest number of connections at a time. A process should be allowed to open 160 files more than
   * that, and ten for each worker: up to 128 are accepted before those too many are closed.
   *
   * @default {64}
   */
  readonly max?: number;
  /** How long the headers of a request may take, the first from the start, in milliseconds. @default {10_000} */
  readonly headerMs?: number;
  /** How long a whole request may take to arrive, in milliseconds. @default {30_000} */
  readonly requestMs?: number;
  /**
   * How long a connection may be open between two requests, and how long a client may not read what it is
   * sent, in milliseconds.
   *
   * @default {60_000}
   */
  readonly idleMs?: number;
}

/** {@linkcode ConnectionLimits} with its defaults filled in. */
export function connectionLimitsOf(limits: ConnectionLimits = {}): Required<ConnectionLimits> {
  return { max: 64, headerMs: 10_000, requestMs: 30_000, idleMs: 60_000, ...limits };
}

/** How many sessions may exist, and for how long. */
export interface SessionLimits {
  /** The largest number of sessions at a time. @default {32} */
  readonly max?: number;
  /** How long a session may be idle, in milliseconds. @default {1_800_000} */
  readonly idleMs?: number;
}

/** Thrown for options that would make a server unsafe. `message` is safe to show. */
export class HttpOptionsError extends Error {
  /** The name of the class. */
  override readonly name = "HttpOptionsError";
}

/**
 * Refuses unsafe options.
 *
 * @throws {HttpOptionsError} If a required token is missing, or the token cannot be sent in a header.
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

/**
 * Whether only this machine can reach an address. Anything that is no address, such as `127.0.0.300`, is a name
 * that may lead anywhere.
 */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(hostname) && URL.canParse(`http://${hostname}`);
}

/** Whether a server on this address listens on all addresses of the machine. */
export function isWildcard(hostname: string): boolean {
  return hostname === "0.0.0.0" || hostname === "::";
}

/** An address as URLs write it: IPv6 in brackets. */
export function hostInUrl(hostname: string): string {
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}
