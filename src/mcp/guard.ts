/** Access control: the checks of a request that do not need its body. */
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

/** Which requests a {@linkcode Guard} accepts. */
interface GuardOptions {
  /** The address that the server listens on. */
  readonly hostname: string;
  /** The bearer token that each request must carry, if any. */
  readonly token?: string | undefined;
  /** Additional host names that clients may use for the server. */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** Accepts or refuses requests. */
export class Guard {
  readonly #names: readonly string[];
  readonly #allowsAddresses: boolean;
  readonly #authorize: ((request: Request) => Promise<AuthInfo | Response>) | undefined;

  /** @param options Which requests to accept. */
  constructor({ hostname, token, allowedHosts = [] }: GuardOptions) {
    this.#allowsAddresses = isWildcard(hostname);
    this.#names = [...localhostAllowedHostnames(), hostname, ...allowedHosts].map(asInHeader);
    this.#authorize = token === undefined ? undefined : bearerAuth(token);
  }

  /**
   * Checks, in this order:
   *
   * 1. the Host header: after DNS rebinding, a browser sends the attacker's host name;
   * 2. the Origin header, in which browsers name the page that makes the request;
   * 3. the bearer token.
   *
   * @returns The refusal, or `undefined` for an accepted request.
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

  /** A server on all addresses accepts any IP address: a rebinding attack needs a name. */
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

/** Whether the host of a URL is an IP address. Parsing has normalised its spelling. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
}

function bearerAuth(token: string): (request: Request) => Promise<AuthInfo | Response> {
  const expected = digestOf(token);
  return requireBearerAuth({
    verifier: {
      verifyAccessToken: (sent) => {
        // Digests have equal lengths, as the constant-time comparison requires.
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
