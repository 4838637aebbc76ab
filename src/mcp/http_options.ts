/** Options of the MCP server on HTTP: its address, and who has access. */
import { A_STRING, type FieldRules, STRINGS } from "../checked_options.ts";
import { MCP_FIELDS, type McpOptions } from "./options.ts";

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
}

export const HTTP_FIELDS: FieldRules<HttpOptions> = {
  ...MCP_FIELDS,
  hostname: A_STRING,
  port: {
    rule: "must be an integer from 0 to 65535",
    isValid: (value) => Number.isInteger(value) && value as number >= 0 && value as number < 65_536,
  },
  token: A_STRING,
  allowedHosts: STRINGS,
};

/** Limits of a server. Times are in milliseconds. */
export const HTTP_LIMITS = {
  /** Up to 128 more are accepted before those over the limit are closed. */
  connections: 64,
  /** For the headers of a request, of the first from the connection on. */
  headerMs: 10_000,
  /** For a whole request to arrive. */
  requestMs: 30_000,
  /** Between two requests of a connection, and for a client to read what it is sent. */
  idleMs: 60_000,
  sessions: 32,
  sessionIdleMs: 30 * 60 * 1000,
};

export type HttpLimits = typeof HTTP_LIMITS;

/** Says what is wrong if a required token is missing, or the token cannot be sent in a header. */
export function accessProblem(hostname: string, token: string | undefined): string | undefined {
  if (token === undefined && !isLoopback(hostname)) {
    return `Cannot listen on "${hostname}" without a token: others can reach it (only 127.0.0.1, ::1 and localhost need none)`;
  }
  if (token !== undefined && !/^[\w.~+/-]+=*$/.test(token)) {
    return "Cannot use the token: it must hold letters, digits and -._~+/ only, and at least one of them";
  }
  return undefined;
}

/**
 * Reports whether an address is loopback, which only this machine can reach. Anything that is no address, such
 * as `127.0.0.300`, is a host name that may resolve to any.
 */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(hostname) && URL.canParse(`http://${hostname}`);
}
