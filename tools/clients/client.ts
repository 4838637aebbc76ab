/** The interface of a trial of one MCP client that others wrote. */

/** A server, as a client is configured for it. */
export type Target =
  | { readonly transport: "stdio"; readonly command: readonly string[] }
  | { readonly transport: "http"; readonly url: string };

/** The tools that each client calls, and with what. */
export const CALLS = {
  find_files: { limit: 100 },
  overview: { path: "." },
} as const;

/** The name of a tool that is called. */
export type Called = keyof typeof CALLS;

/** The result of a trial. */
export interface Outcome {
  /** Number of tools it listed. */
  readonly listed: number;
  /** The results that it passes on, one for each call. */
  readonly handedOn: Readonly<Record<Called, string>>;
}

/** The environment of a trial. */
export interface Session {
  readonly target: Target;
  /** The folder that holds its packages. */
  readonly folder: string;
  /** Runs a file of that folder, without input, and returns its output. */
  run(file: string, ...words: readonly string[]): Promise<string>;
  /** Runs one of `scripts/`, which prints its outcome. */
  script(name: string): Promise<Outcome>;
}

/** A client. */
export interface Client {
  readonly name: string;
  /** Its npm packages, with exact versions. */
  readonly packages: readonly string[];
  /** The transports that it speaks. */
  readonly transports: readonly Target["transport"][];
  /** Lists the tools and calls two of them. */
  try(session: Session): Promise<Outcome>;
}

/** The calls as the words `name=value`, which command lines take. */
export function wordsOf(tool: Called): string[] {
  return Object.entries(CALLS[tool]).map(([name, value]) => `${name}=${value}`);
}
