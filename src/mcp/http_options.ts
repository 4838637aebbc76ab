/** Options of the MCP server on HTTP: its address, its token, and limits of connections and sessions. */
import {
  A_STRING,
  AN_OBJECT,
  AT_LEAST_0,
  checkedOptions,
  type FieldRules,
  STRINGS,
} from "../checked_options.ts";
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
  /** Limits of the connections. */
  readonly connections?: ConnectionLimits;
  /** Limits of the sessions of handshake clients. */
  readonly sessions?: SessionLimits;
}

/** Limits of connections in number and time. */
export interface ConnectionLimits {
  /**
   * Maximum open connections. The process should be allowed to open 160 files more than that, and ten for each
   * worker: up to 128 connections are accepted before those over the limit are closed.
   *
   * @default {64}
   */
  readonly max?: number;
  /** Maximum time for the headers of a request, of the first from the connection on, in milliseconds. @default {10_000} */
  readonly headerMs?: number;
  /** Maximum time for a whole request to arrive, in milliseconds. @default {30_000} */
  readonly requestMs?: number;
  /**
   * Maximum time between two requests of a connection, and for a client to read what it is sent, in
   * milliseconds.
   *
   * @default {60_000}
   */
  readonly idleMs?: number;
}

/** Limits of sessions in number and time. */
export interface SessionLimits {
  /** Maximum open sessions. @default {32} */
  readonly max?: number;
  /** Maximum time that a session may be idle, in milliseconds. @default {1_800_000} */
  readonly idleMs?: number;
}

/** Thrown for options that would make a server unsafe. `message` is safe to show. */
export class HttpOptionsError extends Error {
  /** The name of the class. */
  override readonly name = "HttpOptionsError";
}

const CONNECTION_FIELDS: FieldRules<ConnectionLimits> = {
  max: AT_LEAST_0,
  headerMs: AT_LEAST_0,
  requestMs: AT_LEAST_0,
  idleMs: AT_LEAST_0,
};

const HTTP_FIELDS: FieldRules<HttpOptions> = {
  ...MCP_FIELDS,
  hostname: A_STRING,
  port: {
    rule: "must be an integer from 0 to 65535",
    isValid: (value) => Number.isInteger(value) && value as number >= 0 && value as number < 65_536,
  },
  token: A_STRING,
  allowedHosts: STRINGS,
  connections: AN_OBJECT,
  sessions: AN_OBJECT,
};

/** Checked options, with the address and the limits of connections filled in. */
export interface CheckedHttpOptions extends HttpOptions {
  readonly hostname: string;
  readonly connections: Required<ConnectionLimits>;
}

/**
 * @throws {TypeError} If a field is of a wrong type or unknown.
 * @throws {HttpOptionsError} If a required token is missing, or the token cannot be sent in a header.
 */
export function checkedHttpOptions(options: HttpOptions | null): CheckedHttpOptions {
  const checked = checkedOptions(options, HTTP_FIELDS, "the options of serveHttp");
  const { hostname = "127.0.0.1", token, connections = {}, sessions = {} } = checked;
  checkAccess(hostname, token);
  const limits = checkedOptions(connections, CONNECTION_FIELDS, "connections");
  const sessionFields = { max: AT_LEAST_0, idleMs: AT_LEAST_0 };
  return {
    ...checked,
    hostname,
    connections: { max: 64, headerMs: 10_000, requestMs: 30_000, idleMs: 60_000, ...limits },
    sessions: checkedOptions(sessions, sessionFields, "sessions"),
  };
}

/** @throws {HttpOptionsError} If a required token is missing, or the token cannot be sent in a header. */
export function checkAccess(hostname: string, token: string | undefined): void {
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
 * Reports whether an address is loopback, which only this machine can reach. Anything that is no address, such
 * as `127.0.0.300`, is a host name that may resolve to any.
 */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(hostname) && URL.canParse(`http://${hostname}`);
}

/** Reports whether a server on this address listens on all addresses of the machine. */
export function isWildcard(hostname: string): boolean {
  return hostname === "0.0.0.0" || hostname === "::";
}
