/** What the server knows of a client: of one with a handshake, or of all others together. */
export class Connection {
  /** Set if the client opened with a handshake: only such a client can be sent requests, as for its roots. */
  readonly hasHandshake: boolean;
  /** The time of its last request or end of a call, in milliseconds since the epoch. */
  lastUsedAt = Date.now();
  readonly calls = new Set<Promise<unknown>>();

  constructor(hasHandshake: boolean) {
    this.hasHandshake = hasHandshake;
  }

  /** Counts a call until it settles, and settles as it does. */
  async track<T>(call: Promise<T>): Promise<T> {
    this.calls.add(call);
    try {
      return await call;
    } finally {
      this.calls.delete(call);
      this.lastUsedAt = Date.now();
    }
  }
}
