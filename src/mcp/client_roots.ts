/** MCP roots: the folders that a handshake client works in, as it names them. Calls narrow their own roots by them. */
import { waitAtMost } from "./wait_at_most.ts";

const ROOTS_WAIT_MS = 2000;

/** Time between two requests, in milliseconds: a client may say at once that its roots have changed again. */
const REQUEST_INTERVAL_MS = 1000;

/** Maximum roots of a client that count: a call resolves each, and compares each of its paths with all of them. */
const MAX_ROOTS = 100;

/** One client's roots, which are requested at its first call, and again when they have changed. */
export class ClientRoots {
  #uris: readonly string[] = [];
  /** The last request, until its response or its timeout. */
  #request = Promise.resolve();
  /** True unless the roots were requested since they last changed. */
  #isDue = true;
  #requestedAt = -Infinity;

  invalidate(): void {
    this.#isDue = true;
  }

  /**
   * Returns the roots for a call, which waits two seconds at most. Until the client has responded, and if it
   * responds with an error, the last ones hold, at first none: calls after one that waited for two seconds in
   * vain do not wait. A call requests them once more if they change meanwhile, or the call whose request it
   * waits for is cancelled.
   *
   * @param request Sends the request, as part of the call.
   */
  async uris(request: () => Promise<string[]>, signal: AbortSignal): Promise<readonly string[]> {
    const ask = (): Promise<void> => {
      if (this.#isDue && !signal.aborted) this.#send(request, signal);
      return this.#request;
    };
    await waitAtMost(ROOTS_WAIT_MS, ask().then(ask));
    return this.#uris;
  }

  #send(request: () => Promise<string[]>, signal: AbortSignal): void {
    this.#isDue = false;
    const update = async (): Promise<void> => {
      try {
        const wait = this.#requestedAt + REQUEST_INTERVAL_MS - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        this.#requestedAt = performance.now();
        const uris = (await request()).slice(0, MAX_ROOTS);
        // A later request may have been sent since.
        if (this.#request === sent) this.#uris = uris;
      } catch {
        if (signal.aborted && this.#request === sent) this.#isDue = true;
      }
    };
    const sent = this.#request = waitAtMost(ROOTS_WAIT_MS, update());
  }
}
