/**
 * MCP roots: handshake clients can tell which folders they work in. Their roots narrow what the server
 * may list and never widen it.
 */
import { fromFileUrl } from "@std/path/from-file-url";
import { isWithin, resolvePath } from "../scope/path_text.ts";
import { Scope } from "../scope/scope.ts";

/** Asks a client for the URIs of its roots. */
export type AskForRoots = () => Promise<readonly string[]>;

/** The server's roots narrowed by one client's, which is asked once, and again when they change. */
export class ClientRoots {
  readonly #serverRoots: readonly string[];
  #narrowed: readonly string[];
  #asking: Promise<boolean> | undefined;

  /** @param serverRoots The server's own roots, absolute. */
  constructor(serverRoots: readonly string[]) {
    this.#serverRoots = serverRoots;
    this.#narrowed = serverRoots;
  }

  /** Makes the next call ask again. */
  forget(): void {
    this.#asking = undefined;
  }

  /**
   * The roots that a call may see. If the client cannot be asked, they stay as they were.
   *
   * @param ask Asks the client, as part of the call.
   * @param signal Cancels the call.
   */
  async narrowed(ask: AskForRoots, signal: AbortSignal): Promise<readonly string[]> {
    const asking = this.#asking ??= this.#ask(ask, signal);
    const isAnswered = await asking;
    if (isAnswered || signal.aborted) return this.#narrowed;
    // The call that asked was cancelled, so this one asks again.
    if (this.#asking === asking) this.#asking = undefined;
    return await this.narrowed(ask, signal);
  }

  async #ask(ask: AskForRoots, signal: AbortSignal): Promise<boolean> {
    try {
      this.#narrowed = narrowRoots(this.#serverRoots, await ask());
    } catch {
      return !signal.aborted;
    }
    return true;
  }
}

/**
 * The intersection of the server's roots with a client's. Requires `--allow-read` permission for the
 * directories in both.
 *
 * @param serverRoots The server's own roots, absolute.
 * @param uris The client's roots; URIs other than `file:` are ignored.
 * @returns The directories in both; the server's roots if the client names none.
 */
export function narrowRoots(
  serverRoots: readonly string[],
  uris: readonly string[],
): readonly string[] {
  const clientRoots = uris.map(pathOf).filter((path) => path !== undefined);
  if (clientRoots.length === 0) return serverRoots;
  const scope = new Scope({ roots: serverRoots });
  const both = new Set<string>();
  for (const path of clientRoots) {
    try {
      // The target of a link must be inside as well.
      both.add(scope.enterDirectory(path).open);
    } catch {
      // It is outside, or not a directory: nothing to list.
    }
    for (const root of serverRoots) if (isWithin(root, path)) both.add(root);
  }
  return [...both];
}

function pathOf(uri: string): string | undefined {
  try {
    return resolvePath("/", fromFileUrl(uri));
  } catch {
    return undefined;
  }
}
