/** Why a remote server cannot be used. */
export type RemoteErrorCode =
  | "bad_options"
  | "failed"
  | "forbidden"
  | "no_permission"
  | "not_dirscope"
  | "not_found"
  | "timeout"
  | "unauthorized"
  | "unknown_toolset"
  | "unreachable";

/** A remote server cannot be used. `message` says why, in one line that is safe to show. */
export class RemoteError extends Error {
  /** The name of the class. */
  override readonly name = "RemoteError";
  /** Why, for programs. */
  readonly code: RemoteErrorCode;
  /** Why, for people: `message` without the server's address. */
  readonly reason: string;

  /**
   * Makes an error.
   *
   * @param code Why, for programs.
   * @param reason Why, for people; safe to show.
   * @param url The server's address, if it is known.
   */
  constructor(code: RemoteErrorCode, reason: string, url?: string) {
    super(`Cannot use ${url ?? "the remote server"}: ${reason}`);
    this.code = code;
    this.reason = reason;
  }
}
