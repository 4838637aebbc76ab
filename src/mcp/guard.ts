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
import { errorResponse } from "./error_response.ts";
import { hostInUrl } from "./host_in_url.ts";
import type { HttpOptions } from "./http_options.ts";

/** What decides on access. Each method returns the response that refuses a request, or `undefined`. */
export type Guard = ReturnType<typeof guardOf>;

/** A host, and perhaps a port. A URL may hold more, such as the name of a user. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** @param hostname The address that the server listens on. */
export function guardOf(hostname: string, { token, allowedHosts = [] }: HttpOptions) {
  const isWildcard = hostname === "0.0.0.0" || hostname === "::";
  // Spelled as in URLs.
  const names = [...localhostAllowedHostnames(), hostname, ...allowedHosts]
    .map((name) => hostnameOf(`http://${hostInUrl(name)}`) ?? name);
  // A server on all addresses accepts any IP address: DNS rebinding requires a name.
  const allowed = (name = ""): string[] =>
    isWildcard && isAddress(name) ? [...names, name] : [...names];
  const authorize = token === undefined ? undefined : bearerAuth(token);
  return {
    /**
     * Checks the Host header, since a browser sends the attacker's host name after DNS rebinding, and then the Origin
     * header, in which browsers name the page that makes the request.
     */
    refuseSite(request: Request): Response | undefined {
      const { host = "", origin = "" } = Object.fromEntries(request.headers);
      if (!HOST.test(host)) return errorResponse(400, "Invalid Host header");
      return hostHeaderValidationResponse(request, allowed(hostnameOf(`http://${host}`))) ??
        originValidationResponse(request, allowed(hostnameOf(origin)));
    },
    /** Checks the bearer token. */
    async refuseToken(request: Request): Promise<Response | undefined> {
      const authorized = await authorize?.(request);
      return authorized instanceof Response ? authorized : undefined;
    },
  };
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
