/** The official inspector, as a command: its first generation and its second. */
import { type Called, type Client, type Session, wordsOf } from "./client.ts";

/** One generation. */
interface Generation {
  readonly version: string;
  readonly file: string;
  readonly before?: readonly string[];
  readonly transports: Client["transports"];
  /** Places a server's command among the words of the inspector. */
  commandLine(words: readonly string[], command: readonly string[]): readonly string[];
}

function inspector(
  { version, file, before = [], transports, commandLine }: Generation,
): Client {
  const inspect = async ({ target, run }: Session, words: readonly string[]): Promise<string> => {
    const line = target.transport === "stdio"
      ? commandLine(words, target.command)
      : [target.url, "--transport", "http", ...words];
    return await run(file, ...before, ...line);
  };
  const call = async (session: Session, tool: Called): Promise<string> => {
    const given = ["--tool-name", tool, "--tool-arg", ...wordsOf(tool)];
    return await inspect(session, ["--method", "tools/call", ...given]);
  };
  return {
    name: `inspector ${version}`,
    packages: [`@modelcontextprotocol/${file.split("/")[2]}@${version}`],
    transports,
    try: async (session) => ({
      listed: JSON.parse(await inspect(session, ["--method", "tools/list"])).tools.length,
      handedOn: {
        find_files: await call(session, "find_files"),
        overview: await call(session, "overview"),
      },
    }),
  };
}

const PACKAGES = "node_modules/@modelcontextprotocol";

/** The clients. */
export const INSPECTORS: readonly Client[] = [
  inspector({
    version: "0.15.0",
    file: `${PACKAGES}/inspector-cli/build/index.js`,
    // Over HTTP it ends on Node, but on Deno it stays after an answer of 46 KB.
    transports: ["stdio"],
    commandLine: (words, [program, ...rest]) => [program!, ...words, "--", ...rest],
  }),
  inspector({
    version: "2.12.0",
    file: `${PACKAGES}/inspector/clients/launcher/build/index.js`,
    before: ["--cli"],
    transports: ["stdio", "http"],
    commandLine: (words, command) => [...words, "--", ...command],
  }),
];
