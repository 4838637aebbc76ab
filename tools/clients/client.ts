/** What it takes to try one MCP client that others wrote. */

/** A server, as a client is told of it. */
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

/** What a client did. */
export interface Outcome {
  /** How many tools it listed. */
  readonly listed: number;
  /** What it hands on of each call. */
  readonly handedOn: Readonly<Record<Called, string>>;
}

/** What a client is run with. */
export interface Session {
  readonly target: Target;
  /** The folder that holds its packages. */
  readonly folder: string;
  /** Runs a file of that folder, without a word from the user, and gives what it prints. */
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
