/** The official inspector, as a command: its first generation and its second. */
import { type Called, type Client, type Session, wordsOf } from "./client.ts";

function inspector(version: string, file: string, before: readonly string[]): Client {
  const inspect = async ({ target, run }: Session, words: readonly string[]): Promise<string> => {
    const server = target.transport === "stdio"
      ? ["--", ...target.command]
      : [target.url, "--transport", "http"];
    // A server's own words come last, an address first.
    return target.transport === "stdio"
      ? await run(file, ...before, ...words, ...server)
      : await run(file, ...before, ...server, ...words);
  };
  const call = async (session: Session, tool: Called): Promise<string> => {
    const given = ["--tool-name", tool, "--tool-arg", ...wordsOf(tool)];
    return await inspect(session, ["--method", "tools/call", ...given]);
  };
  return {
    name: `inspector ${version}`,
    packages: [`@modelcontextprotocol/${file.split("/")[2]}@${version}`],
    transports: ["stdio", "http"],
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
  inspector("0.15.0", `${PACKAGES}/inspector-cli/build/index.js`, []),
  inspector("2.12.0", `${PACKAGES}/inspector/clients/launcher/build/index.js`, ["--cli"]),
];
