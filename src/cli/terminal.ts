/** What a command writes to, and how it ends. */

/** Exit status of the command. */
export const EXIT = { ok: 0, toolError: 1, usage: 2, interrupted: 130 } as const;

/** Standard output and standard error. */
export interface Terminal {
  /** Whether what is printed may be coloured. */
  readonly isColored: boolean;
  /** Whether somebody sees the status line. */
  readonly showsStatus: boolean;
  /**
   * Writes to standard output.
   *
   * @returns `EXIT.ok`.
   * @throws {OutputError} If it cannot be written.
   */
  print(text: string): Promise<number>;
  /** Writes lines to standard error if it can. Returns the exit status. */
  printError(message: string, status: number): Promise<number>;
  /** Writes to standard error at once, what a terminal shows for a moment. */
  writeStatus(text: string): void;
}

/** Carries out a command: takes the words after its name and gives the exit status. */
export type Command = (words: readonly string[], terminal: Terminal) => Promise<number>;

/** A command that cannot be carried out: it ends. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  /** The exit status. */
  readonly status: number;

  /**
   * @param message What is wrong. It is safe to show.
   * @param status The exit status.
   */
  constructor(message: string, status: number = EXIT.toolError) {
    super(message);
    this.status = status;
  }

  /** The line for standard error; empty if there is nothing to say. */
  report(): string | Promise<string> {
    return this.message === "" ? "" : `dirscope: ${this.message}`;
  }
}

/** Wrong usage. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
  /** Gives what may have been meant, or what can do it, as a sentence goes on after a colon. */
  readonly advise: (() => Promise<string | undefined>) | undefined;

  /**
   * @param message What is wrong. It is safe to show.
   * @param advise The advice, if there is any.
   */
  constructor(message: string, advise?: () => Promise<string | undefined>) {
    super(message, EXIT.usage);
    this.advise = advise;
  }

  override async report(): Promise<string> {
    const advice = await this.advise?.();
    return `dirscope: ${this.message}${
      advice === undefined ? " (--help shows the usage)" : `: ${advice}`
    }`;
  }
}

/** The output cannot be written: the disk is full, or, without a message, the reader has closed the pipe. */
export class OutputError extends CommandError {
  override readonly name = "OutputError";
}
