/**
 * Who is let in: the checks of a request that need none of its body.
 *
 * @module
 */
import {
  type AuthInfo,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  OAuthError,
  OAuthErrorCode,
  originValidationResponse,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { createHash, timingSafeEqual } from "node:crypto";
import { hostInUrl, isWildcard } from "./http_options.ts";

/** Whom a {@linkcode Guard} lets in. */
export interface GuardOptions {
  /** The address that the server listens on. */
  readonly hostname: string;
  /** The token that a request must carry, if any. */
  readonly token?: string | undefined;
  /** More host names under which the server may be asked. */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** Lets requests in, or refuses them. */
export class Guard {
  readonly #names: readonly string[];
  readonly #allowsAddresses: boolean;
  readonly #authorize: ((request: Request) => Promise<AuthInfo | Response>) | undefined;

  /** @param options Whom to let in. */
  constructor({ hostname, token, allowedHosts = [] }: GuardOptions) {
    this.#allowsAddresses = isWildcard(hostname);
    this.#names = [...localhostAllowedHostnames(), hostname, ...allowedHosts].map(asInHeader);
    this.#authorize = token === undefined ? undefined : bearerAuth(token);
  }

  /**
   * Checks, in this order:
   *
   * 1. the Host header: a page whose name is rebound to this address sends that name;
   * 2. the Origin header, which browsers send for the page that asks;
   * 3. the bearer token.
   *
   * @returns The refusal, or `undefined` for a request that may go on.
   */
  async refusal(request: Request): Promise<Response | undefined> {
    const host = hostnameOf(`http://${request.headers.get("host")}`);
    const origin = hostnameOf(request.headers.get("origin") ?? "");
    const refused = hostHeaderValidationResponse(request, this.#allowed(host)) ??
      originValidationResponse(request, this.#allowed(origin));
    if (refused !== undefined || this.#authorize === undefined) return refused;
    const authorized = await this.#authorize(request);
    return authorized instanceof Response ? authorized : undefined;
  }

  /** On all addresses, any address will do: a rebinding attack needs a name. */
  #allowed(hostname: string | undefined): string[] {
    return this.#allowsAddresses && hostname !== undefined && isAddress(hostname)
      ? [...this.#names, hostname]
      : [...this.#names];
  }
}

function asInHeader(hostname: string): string {
  return hostnameOf(`http://${hostInUrl(hostname)}`) ?? hostname;
}

function hostnameOf(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}

/** Whether the host of a URL is an address: parsing has brought every spelling to one form. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
}

function bearerAuth(token: string): (request: Request) => Promise<AuthInfo | Response> {
  const expected = digestOf(token);
  return requireBearerAuth({
    verifier: {
      verifyAccessToken: (sent) => {
        // Digests are of one length, and comparing them takes as long wherever they differ.
        if (timingSafeEqual(digestOf(sent), expected)) return Promise.resolve(NEVER_EXPIRES);
        return Promise.reject(new OAuthError(OAuthErrorCode.InvalidToken, "Wrong token"));
      },
    },
  });
}

const NEVER_EXPIRES: AuthInfo = {
  token: "",
  clientId: "",
  scopes: [],
  expiresAt: Number.MAX_SAFE_INTEGER,
};

function digestOf(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
