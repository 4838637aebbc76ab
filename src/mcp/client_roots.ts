/**
 * MCP roots: handshake clients can tell which folders they work in. Their roots narrow what the server
 * may list and never widen it.
 */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { fromFileUrl } from "@std/path/from-file-url";
import { fromSystem, isWithinAsNamed, resolvePath } from "../scope/path_text.ts";
import { Scope } from "../scope/scope.ts";
import type { Visibility } from "../scope/visibility.ts";
import type { VisibilityPolicy } from "../visibility_policy.ts";
import { visibilityOf } from "../tools/visibility_of.ts";
import { waitAtMost } from "./wait_at_most.ts";

/** Asks a client for the URIs of its roots. */
type RequestRoots = () => Promise<readonly string[]>;

/** How long a call waits for a client's roots, in milliseconds. */
const ROOTS_WAIT_MS = 2000;

/** The most roots that a client may name: each is looked up, and each call is judged by all of them. */
const MAX_ROOTS = 100;

/** The server's roots narrowed by one client's, which is asked once, and again when they change. */
export class ClientRoots {
  readonly #serverRoots: readonly string[];
  readonly #policy: VisibilityPolicy | undefined;
  #narrowed: readonly string[] | ProtocolError;
  #pendingRequest: Promise<void> | undefined;

  /**
   * @param serverRoots The server's own roots, absolute.
   * @param policy What the server hides: a root there is as good as none.
   */
  constructor(serverRoots: readonly string[], policy?: VisibilityPolicy) {
    this.#serverRoots = serverRoots;
    this.#policy = policy;
    this.#narrowed = serverRoots;
  }

  /** Makes the next call ask again. */
  invalidate(): void {
    this.#pendingRequest = undefined;
  }

  /**
   * The roots that a call may see. They stay as they were if the client cannot tell, and until it has told:
   * a call waits for that for a moment, and those after it do not. The server's own are what it may see in
   * any case.
   *
   * @param ask Asks the client, as part of the call.
   * @param signal Cancels the call.
   * @throws {ProtocolError} If the client names more than 100.
   */
  async narrowed(ask: RequestRoots, signal: AbortSignal): Promise<readonly string[]> {
    do {
      await (this.#pendingRequest ??= this.#request(ask, signal));
      // If the call that asked was cancelled, or the roots have changed, this one asks.
    } while (this.#pendingRequest === undefined && !signal.aborted);
    if (this.#narrowed instanceof ProtocolError) throw this.#narrowed;
    return this.#narrowed;
  }

  /** Resolves once the client has told its roots, cannot, or has had its time. */
  #request(ask: RequestRoots, signal: AbortSignal): Promise<void> {
    const told = async (): Promise<void> => {
      try {
        const narrowed = await this.#narrowedBy(await ask());
        // The client may have been asked again since.
        if (this.#pendingRequest === asking) this.#narrowed = narrowed;
      } catch {
        // The client cannot tell, unless only the call was cancelled.
        if (signal.aborted && this.#pendingRequest === asking) this.#pendingRequest = undefined;
      }
    };
    const asking = waitAtMost(ROOTS_WAIT_MS, told());
    return asking;
  }

  async #narrowedBy(uris: readonly string[]): Promise<readonly string[] | ProtocolError> {
    if (uris.length > MAX_ROOTS) {
      const message = `The client names ${uris.length} roots: at most ${MAX_ROOTS} are taken`;
      return new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
    }
    const [roots, policy] = [this.#serverRoots, this.#policy];
    return narrowRoots(roots, uris, policy && await visibilityOf({ roots, policy }));
  }
}

/**
 * The intersection of the server's roots with a client's. Requires `--allow-read` permission for the
 * directories in both.
 *
 * @param serverRoots The server's own roots, absolute.
 * @param uris The client's roots; URIs other than `file:` are ignored.
 * @param visibility What the server hides: a root there is as good as none.
 * @returns The directories in both; the server's roots if the client names none.
 */
export function narrowRoots(
  serverRoots: readonly string[],
  uris: readonly string[],
  visibility?: Visibility,
): readonly string[] {
  const clientRoots = uris.map(pathFromUri).filter((path) => path !== undefined);
  if (clientRoots.length === 0) return serverRoots;
  const scope = new Scope({ roots: serverRoots, visibility });
  const both = new Set<string>();
  for (const path of clientRoots) {
    try {
      // The target of a link must be inside as well.
      both.add(scope.enterDirectory(path).open);
    } catch {
      // It is outside, or not a directory: nothing to list.
    }
    for (const root of serverRoots) if (isWithinAsNamed(fromSystem(root), path)) both.add(root);
  }
  return [...both];
}

function pathFromUri(uri: string): string | undefined {
  try {
    return resolvePath("/", fromFileUrl(uri));
  } catch {
    return undefined;
  }
}
