/** Access control over HTTP: checks the headers of a request, before its body is read. */
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
import { hostInUrl } from "./host_in_url.ts";
import type { HttpOptions } from "./http_options.ts";

/** Returns the response that refuses a request, or `undefined` for one that is accepted. */
export type Guard = (request: Request) => Promise<Response | undefined>;

/**
 * Makes a guard, which checks in this order:
 *
 * 1. the Host header: after DNS rebinding, a browser sends the attacker's host name;
 * 2. the Origin header, in which browsers name the page that makes the request;
 * 3. the bearer token.
 *
 * @param hostname The address that the server listens on.
 */
export function guardOf(hostname: string, { token, allowedHosts = [] }: HttpOptions): Guard {
  const isWildcard = hostname === "0.0.0.0" || hostname === "::";
  const names = [...localhostAllowedHostnames(), hostname, ...allowedHosts].map(normalizedHostname);
  // A server on all addresses accepts any IP address: DNS rebinding requires a name.
  const allowed = (name = ""): string[] =>
    isWildcard && isAddress(name) ? [...names, name] : [...names];
  const authorize = token === undefined ? undefined : bearerAuth(token);
  return async (request) => {
    const host = hostnameOf(`http://${request.headers.get("host")}`);
    const origin = hostnameOf(request.headers.get("origin") ?? "");
    const refused = hostHeaderValidationResponse(request, allowed(host)) ??
      originValidationResponse(request, allowed(origin));
    if (refused !== undefined) return refused;
    const authorized = await authorize?.(request);
    return authorized instanceof Response ? authorized : undefined;
  };
}

function normalizedHostname(hostname: string): string {
  return hostnameOf(`http://${hostInUrl(hostname)}`) ?? hostname;
}

function hostnameOf(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}

/** Reports whether the host of a URL is an IP address. Parsing has normalised its spelling. */
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

const NEVER_EXPIRES: AuthInfo = { token: "", clientId: "", scopes: [], expiresAt: Infinity };

function digestOf(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
