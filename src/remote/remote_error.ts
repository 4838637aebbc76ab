/** The reasons why a remote server cannot be used. */
export type RemoteErrorCode =
  | "failed"
  | "no_permission"
  | "not_dirscope"
  | "timeout"
  | "unauthorized"
  | "unreachable";

/** Thrown if a remote server cannot be used. `message` says why, in one line that is safe to show. */
export class RemoteError extends Error {
  /** The name of the class. */
  override readonly name = "RemoteError";
  /** The reason, for programs. */
  readonly code: RemoteErrorCode;
  /** The reason, for people: `message` without the server's address. */
  readonly reason: string;

  /**
   * Makes an error.
   *
   * @param code The reason, for programs.
   * @param reason The reason, for people; safe to show.
   * @param url The server's address, if it is known.
   */
  constructor(code: RemoteErrorCode, reason: string, url?: string) {
    super(`Cannot use ${url ?? "the remote server"}: ${reason}`);
    this.code = code;
    this.reason = reason;
  }
}
