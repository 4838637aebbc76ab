/** What a command writes to, and how it ends. */

/** Exit status of the command. */
export const EXIT = { ok: 0, toolError: 1, usage: 2, interrupted: 130 } as const;

/** Standard output and standard error. */
export interface Terminal {
  /** Whether what is printed may be coloured. */
  readonly isColored: boolean;
  /** Whether somebody sees the status line. */
  readonly isWatched: boolean;
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

/**
 * How an error ends the command. The built files hold a copy of these classes each, so what catches such
 * an error asks {@linkcode endingOf}, not `instanceof`.
 */
export interface Ending {
  /** The exit status. */
  readonly status: number;
  /** The line for standard error, if there is one. It is safe to show. */
  readonly report?: string;
  /** Whether the output could not be written. */
  readonly isOutput?: boolean;
  /** The report with what may have been meant, if anything is near enough. */
  readonly advised?: () => Promise<string | undefined>;
}

/** How an error ends the command; nothing if it is a fault of the program. */
export function endingOf(error: unknown): Ending | undefined {
  return error instanceof Error ? (error as { readonly ending?: Ending }).ending : undefined;
}

/** Wrong usage. `message` is safe to show. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly ending: Ending = usageEnding(this.message);
}

function usageEnding(message: string): Ending {
  return { status: EXIT.usage, report: `dirscope: ${message} (--help shows the usage)` };
}

/** Wrong usage for which there may be advice. `message` is safe to show. */
export class AdvisedError extends UsageError {
  /** Gives what may have been meant, or what can do it, as a sentence goes on after a colon. */
  readonly advise: (() => Promise<string | undefined>) | undefined;
  override readonly ending: Ending;

  /**
   * @param message What is wrong.
   * @param advise The advice, if there is any.
   */
  constructor(message: string, advise?: () => Promise<string | undefined>) {
    super(message);
    this.advise = advise;
    const advised = async (): Promise<string | undefined> => {
      const advice = await advise?.();
      return advice === undefined ? undefined : `dirscope: ${message}: ${advice}`;
    };
    this.ending = { ...usageEnding(message), advised };
  }
}

/** A command that cannot be carried out. `message` is safe to show. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly ending: Ending = { status: EXIT.toolError, report: `dirscope: ${this.message}` };
}

/** The output cannot be written: the disk is full. */
export class OutputError extends Error {
  readonly ending: Ending = {
    status: EXIT.toolError,
    report: "dirscope: cannot write the output",
    isOutput: true,
  };
}

/** The reader has closed the pipe, as `| head` does. */
export class ClosedPipe extends Error {
  readonly ending: Ending = { status: EXIT.ok, isOutput: true };
}
