/** mcporter, as a command. */
import { type Called, type Client, type Session, wordsOf } from "./client.ts";

const FILE = "node_modules/mcporter/dist/cli.js";

function serverOf({ target }: Session): string[] {
  return target.transport === "stdio"
    ? ["--stdio", target.command.join(" ")]
    : ["--http-url", target.url, "--allow-http"];
}

async function call(session: Session, tool: Called): Promise<string> {
  return await session.run(FILE, "call", ...serverOf(session), tool, ...wordsOf(tool));
}

/** The client. */
export const MCPORTER: Client = {
  name: "mcporter 0.12.3",
  packages: ["mcporter@0.12.3"],
  transports: ["stdio", "http"],
  try: async (session) => {
    const listed = await session.run(FILE, "list", ...serverOf(session), "--json");
    return {
      listed: JSON.parse(listed).tools.length,
      handedOn: {
        find_files: await call(session, "find_files"),
        overview: await call(session, "overview"),
      },
    };
  },
};
