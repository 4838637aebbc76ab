/**
 * MCP roots: the folders that a handshake client works in. They narrow what the server may list and never
 * widen it.
 */
import { fromFileUrl } from "@std/path/from-file-url";
import { fromSystem, isAbsolute, isWithinAsNamed, resolvePath } from "../scope/path_text.ts";
import { Scope } from "../scope/scope.ts";
import type { Visibility } from "../scope/visibility.ts";
import type { VisibilityPolicy } from "../visibility_policy.ts";
import { visibilityOf } from "../tools/visibility_of.ts";
import { waitAtMost } from "./wait_at_most.ts";

const ROOTS_WAIT_MS = 2000;

/** Maximum roots of a client that count: each is resolved, and each path of a call is compared with all of them. */
const MAX_ROOTS = 100;

/** The server's roots narrowed by one client's, which are requested once, and again when they change. */
export class ClientRoots {
  readonly #serverRoots: readonly string[];
  readonly #policy: VisibilityPolicy | undefined;
  #narrowed: readonly string[];
  #pending: Promise<void> | undefined;

  /**
   * @param serverRoots The server's own roots, absolute.
   * @param policy The server's policy: a root that it hides is ignored.
   */
  constructor(serverRoots: readonly string[], policy?: VisibilityPolicy) {
    this.#serverRoots = serverRoots;
    this.#policy = policy;
    this.#narrowed = serverRoots;
  }

  invalidate(): void {
    this.#pending = undefined;
  }

  /**
   * Returns the roots of a call. Until the client has responded, and if it responds with an error, the
   * previous ones hold, at first the server's own: one call waits for the response for two seconds, later
   * ones do not. A call that is cancelled leaves the request to the next one.
   *
   * @param request Sends the request, as part of the call.
   */
  async narrowed(
    request: () => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    do await (this.#pending ??= this.#request(request, signal)); while (
      this.#pending === undefined && !signal.aborted
    );
    return this.#narrowed;
  }

  #request(request: () => Promise<readonly string[]>, signal: AbortSignal): Promise<void> {
    const [roots, policy] = [this.#serverRoots, this.#policy];
    const update = async (): Promise<void> => {
      try {
        const uris = (await request()).slice(0, MAX_ROOTS);
        const narrowed = narrowRoots(roots, uris, await visibilityOf({ roots, policy }));
        // A later request may have been sent since.
        if (this.#pending === pending) this.#narrowed = narrowed;
      } catch {
        if (signal.aborted && this.#pending === pending) this.#pending = undefined;
      }
    };
    const pending = waitAtMost(ROOTS_WAIT_MS, update());
    return pending;
  }
}

/**
 * Returns the directories that are in both the server's roots, which are absolute, and a client's; the server's
 * only if the client's list is empty.
 *
 * @param uris The client's roots. What is neither a `file:` URI nor an absolute path names no directory.
 */
export function narrowRoots(
  serverRoots: readonly string[],
  uris: readonly string[],
  visibility?: Visibility,
): readonly string[] {
  if (uris.length === 0) return serverRoots;
  const scope = new Scope({ roots: serverRoots, visibility });
  const narrowed = new Set<string>();
  for (const path of uris.map(pathFromUri).filter((path) => path !== undefined)) {
    try {
      // The target of a link must be inside as well.
      narrowed.add(scope.enterDirectory(path).open);
    } catch {
      // Outside the scope, or not a directory.
    }
    for (const root of serverRoots) if (isWithinAsNamed(fromSystem(root), path)) narrowed.add(root);
  }
  return [...narrowed];
}

function pathFromUri(uri: string): string | undefined {
  try {
    // A folder has no query and no fragment: `file:///a#b` is meant for `a#b`, and not for `a`.
    const path = isAbsolute(uri) ? uri : fromFileUrl(uri.replace(/[?#]/g, encodeURIComponent));
    return resolvePath("/", path);
  } catch {
    return undefined;
  }
}
