#!/usr/bin/env -S deno run --allow-read=.
/**
 * The command: `deno run --allow-read=. cli.ts [TOOL] [PATH] [--argument value …]`.
 *
 * @module
 */
import {
  type Command,
  CommandError,
  EXIT,
  OutputError,
  type RequiredPermissions,
  type Terminal,
} from "./src/cli/terminal.ts";
import { runTool } from "./src/cli/tool_command.ts";
import type { CommandName } from "./src/cli/usages.ts";

export type { RequiredPermissions };

/** The commands that are not tools, each loaded on demand. */
const COMMANDS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  completions: async () => (await import("./src/cli/completions_command.ts")).runCompletions,
  definition: async () => (await import("./src/cli/definition_command.ts")).runDefinition,
  mcp: async () => (await import("./src/cli/mcp_command.ts")).runMcp,
  replay: async () => (await import("./src/cli/replay_command.ts")).runReplay,
  tools: async () => (await import("./src/cli/tools_command.ts")).runToolList,
};

/**
 * Runs the command. Requires `--allow-read` permission for the paths to list, and never prompts
 * for it.
 *
 * @param argv The command line, without the program.
 * @param grant Receives the permissions that the line requires, once it is read.
 * @returns The exit status: 0; 1 the tool reports an error; 2 wrong usage; 130 interrupted.
 */
export async function main(
  argv: readonly string[],
  grant?: (needs: RequiredPermissions) => void,
): Promise<number> {
  try {
    return await dispatch(argv, grant === undefined ? TERMINAL : { ...TERMINAL, grant });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const report = error.report();
    return report === "" ? error.status : await printError(report, error.status);
  }
}

/** Runs a tool or a command. `help NAME` and `--help NAME` are `NAME --help`. */
async function dispatch(argv: readonly string[], terminal: Terminal): Promise<number> {
  const isHelp = (word = ""): boolean => ["help", "--help", "-h"].includes(word);
  const words = isHelp(argv[0]) ? [...argv.filter((word) => !isHelp(word)), "--help"] : argv;
  const [first = "", ...rest] = words;
  if (!Object.hasOwn(COMMANDS, first)) return await runTool(words, terminal);
  if (terminal.grant !== undefined) {
    const { permissionsOfCommand } = await import("./src/cli/required_permissions.ts");
    terminal.grant(permissionsOfCommand(first as CommandName, rest));
  }
  const command = await COMMANDS[first as CommandName]();
  return await command(rest, terminal);
}

const TERMINAL: Terminal = {
  print,
  printError,
  readInput,
  writeStatus,
  get isTerminal(): boolean {
    return Deno.stdout.isTerminal();
  },
  get isColored(): boolean {
    return this.isTerminal && !Deno.noColor;
  },
  get showsStatus(): boolean {
    return Deno.stderr.isTerminal();
  },
};

async function print(text: string): Promise<number> {
  await write(Deno.stdout, text);
  return EXIT.ok;
}

async function printError(message: string, status: number): Promise<number> {
  try {
    await write(Deno.stderr, `${message}\n`);
  } catch (error) {
    // Nobody reads the message, but the exit status still reports the error.
    if (!(error instanceof OutputError)) throw error;
  }
  return status;
}

async function readInput(): Promise<string> {
  const { text } = await import("node:stream/consumers");
  return await text((await import("node:process")).stdin);
}

function writeStatus(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}

async function write(stream: typeof Deno.stdout, text: string): Promise<void> {
  let bytes = new TextEncoder().encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(await stream.write(bytes));
  } catch (error) {
    throw error instanceof Deno.errors.BrokenPipe
      ? new OutputError("", EXIT.ok)
      : new OutputError("cannot write the output");
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
