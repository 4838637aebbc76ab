/**
 * The command and the MCP server on a terminal, without `--no-prompt` and with narrow permissions:
 * whatever the request, Deno never prompts for a permission.
 *
 * @module
 */
import { TOOLSETS } from "../../mod.ts";
import { argumentsFor, type Subject, SUBJECTS } from "../support/every_tool.ts";
import { TERMINAL } from "../support/machine.ts";
import { INITIALIZE, message } from "../support/mcp.ts";
import {
  denoRun,
  forEachAtOnce,
  onTerminal,
  projectFile,
  run as runChild,
  type Running,
} from "../support/process.ts";
import { link, type Tree, withTree } from "../support/tree.ts";
import type { Suite, SuiteOptions, SuiteResult } from "./suite.ts";

/** The suite. */
export const suite: Suite = { name: "prompts", run };

const PROMPT = /Allow\?|Deno requests/;

/** Most permissions allow `in`. */
const TREE: Tree = {
  ".gitignore": "*\n",
  "in/.gitignore": link("../.gitignore"),
  "in/a/f": "",
  "in/links/chain": link("to-out"),
  "in/links/fd": link("/proc/self/fd"),
  "in/links/gone": link("../../gone"),
  "in/links/root": link("/proc/self/root"),
  "in/links/to-out": link("../../out"),
  "in/links/up": link("../.."),
  "in/shut/f": "",
  "in-evil/f": "",
  "out/f": "",
  "out/log.db": "",
  "way": link("in"),
};

/** The paths to request, relative to `in`. */
const PATHS = [
  ...[".", "..", "../out", "../gone", "../in-evil", "/", "/proc/self/root", "/dev/fd", "/root"],
  ...[
    "links",
    "links/to-out",
    "links/to-out/gone",
    "links/chain/f",
    "links/gone",
    "links/root/etc",
  ],
  ...["links/fd/0", "links/up/out", "a/../../out", "shut", "shut/f", "gone", "../way/a", "~"],
];

/** Permission flags, by name. */
const PERMISSIONS: Readonly<Record<string, (root: string) => string[]>> = {
  "in": (root) => [`--allow-read=${root}/in`],
  "in, not shut": (root) => [`--allow-read=${root}/in`, `--deny-read=${root}/in/shut`],
  "links": (root) => [`--allow-read=${root}/in/links`],
  "way": (root) => [`--allow-read=${root}/way`],
  "nothing": () => [],
  // A query may say `granted` where access then fails.
  "system": () => ["--allow-read=/proc,/sys,/dev"],
};

const MEMORY = ["--target=project_memory", "--memory-key=k", "--memory"];

/** Paths of pseudo file systems. */
const SYSTEM_PATHS = ["/proc", "/proc/self", "/proc/1/cwd", "/sys", "/dev", "/dev/fd"];

/** Command lines other than tool calls on {@linkcode PATHS}. */
const COMMAND_LINES: readonly (readonly string[])[] = [
  ...SYSTEM_PATHS.map((path) => ["--recursive", "--follow-folder-symlinks", "--depth=1", path]),
  [],
  ["--help"],
  ["--version"],
  ["--nonsense"],
  ["tools"],
  ["definition", "list_dir", "--format", "mcp"],
  ["completions", "bash"],
  ["replay", "../out/log.db"],
  ["replay", "gone.db"],
  ["find_files", "--log", "../out/log.db"],
  ["find_files", "--log", "log.db"],
  [...MEMORY, "../out/memory.db"],
  [...MEMORY, "memory.db"],
  ["overview", "--cache", "../out/cache.db"],
  ["overview", "--cache", "cache.db"],
  ["mcp", "--cache", "../out/cache.db"],
  ["find_files", "--all"],
  ["--scope", "..", "--recursive", "--follow-folder-symlinks", "--use-gitignore"],
  ["--scope", "/", "/"],
  ["--scope", "../out", "../out"],
  ["mcp", "--help"],
  ["mcp", "--http", "0"],
  ["mcp", "--http", "0.0.0.0:0", "--token-env", "HOME"],
  ["mcp", "--log", "../out/log.db"],
  ["mcp", "--memory", "../out/memory.db"],
  ["mcp", "--toolset", "nonsense"],
];

/** Scopes of a server. Without the permission for its scope, it does not start. */
const SCOPES = [[], ["--scope", "links"], ["--scope", "../way"], ["--scope", ".."]];

async function run({ seed, scale }: SuiteOptions): Promise<SuiteResult> {
  if (!TERMINAL.isHere) {
    return { points: 0, failures: [], lacking: ["a terminal: there is no `script` of util-linux"] };
  }
  const failures: string[] = [];
  let points = 0;
  const check = async (
    name: string,
    command: readonly string[],
    cwd: string,
    makeRequests?: Requests,
  ) => {
    points++;
    try {
      const requests = makeRequests?.(cwd) ?? [];
      const screen = await onceOnTerminal(command, cwd, requests);
      if (PROMPT.test(screen)) failures.push(`${name} prompts: ${screen.slice(-600)}`);
      else points += answersIn(screen, requests, name, failures);
    } catch (error) {
      failures.push(`${name} ${String(error).slice(0, 600)}`);
    }
  };
  await withTree(TREE, async (root) => {
    const cwd = `${root}/in`;
    // Checks that a prompt can be detected at all.
    const eager = denoRun([], "data:application/javascript,Deno.readDirSync('/')");
    if (!PROMPT.test(await onceOnTerminal(eager, cwd))) failures.push("no prompt can be seen here");
    const runs = [...linesOf(), ...serversOf()].flatMap((each) =>
      Object.keys(PERMISSIONS).map((permission) => ({ ...each, permission }))
    );
    // A quick run has each command line once, and some tool calls and servers that the seed selects.
    const chosen = scale === "long" ? runs : runs.filter(({ words, requests, permission }, i) => {
      if (COMMAND_LINES.includes(words)) {
        return permission === (words.some((word) => SYSTEM_PATHS.includes(word)) ? "system" : "in");
      }
      return (i + seed) % (requests === undefined ? 197 : 37) === 0;
    });
    await forEachAtOnce(chosen, async ({ words, requests, permission }) => {
      const flags = PERMISSIONS[permission]!(root);
      const name = `[${permission}] dirscope ${words.join(" ")}`;
      await check(name, denoRun(flags, projectFile("cli.ts"), ...words), cwd, requests);
    });
  });
  return { points, failures };
}

/** A client's requests, one per line. Each must fit in a terminal's input line. */
type Requests = (cwd: string) => string[];

/** A command line, and what is then typed. */
interface Run {
  readonly words: readonly string[];
  readonly requests?: Requests;
}

/** Every tool on every path, and the other command lines. */
function linesOf(): Run[] {
  const perTool = SUBJECTS.filter(({ toolset }) => toolset !== "discovery").flatMap((subject) =>
    PATHS.map((path) => ({
      words: ["--toolset", subject.toolset, subject.name, ...flagsOf(subject), path],
    }))
  );
  return [...perTool, ...COMMAND_LINES.map((words) => ({ words }))];
}

/** Returns the required arguments of a tool besides a path, and those that make it follow links. */
function flagsOf({ toolset, requiredArguments }: Subject): string[] {
  return toolset === "tree"
    ? ["--recursive", "--follow-folder-symlinks", "--follow-file-symlinks", "--use-gitignore"]
    : Object.entries(requiredArguments).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/** The server with each toolset and scope, with every tool called on every path. */
function serversOf(): Run[] {
  return Object.keys(TOOLSETS).flatMap((toolset) =>
    SCOPES.map((scope) => ({
      words: ["mcp", "--toolset", toolset, ...scope],
      requests: (cwd: string) => sessionOf(cwd, toolset),
    }))
  );
}

function sessionOf(cwd: string, toolset: string): string[] {
  const calls = SUBJECTS.filter((subject) => subject.toolset === toolset).flatMap((subject) =>
    PATHS.map((path) => ({ name: subject.name, arguments: argumentsFor(subject, path, { cwd }) }))
  );
  return [
    INITIALIZE,
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    message("tools/list", {}, 2),
    ...calls.map((call, i) => message("tools/call", call, i + 3)),
  ];
}

/** The number of a server's answers. If it starts at all, it must answer each request. */
function answersIn(
  screen: string,
  requests: readonly string[],
  name: string,
  failures: string[],
): number {
  const answers = screen.match(/"jsonrpc":"2\.0","id":\d+\}/g)?.length ?? 0;
  const expected = requests.filter((request) => request.includes('"id":')).length;
  if (answers !== 0 && answers !== expected) {
    failures.push(`${name} gives ${answers} answers to ${expected} requests`);
  }
  return answers;
}

/** Runs a command on a terminal until it ends or prompts. */
async function onceOnTerminal(
  command: readonly string[],
  cwd: string,
  requests: readonly string[] = [],
): Promise<string> {
  const { stdout } = await runChild(onTerminal(command), {
    cwd,
    meanwhile: async (running) => {
      if (requests.length > 0) await converse(running, requests);
      if (await running.shows(PROMPT)) running.child.kill("SIGKILL");
    },
  });
  return stdout;
}

/** Types each request once the previous one is answered, since a terminal drops excess input. */
async function converse({ child, shows }: Running, requests: readonly string[]): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    for (const request of requests) {
      await writer.write(new TextEncoder().encode(`${request}\n`));
      const id = /"id":(\d+)/.exec(request)?.[1];
      if (id === undefined) continue;
      if (!await shows(new RegExp(`"id":${id}\\}|${PROMPT.source}`))) return;
    }
    await writer.close();
  } catch {
    // The server has ended.
  } finally {
    writer.releaseLock();
  }
}
