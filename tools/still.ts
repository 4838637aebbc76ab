/**
 * Draws `docs/overview.svg`: what an agent gets from `ls -R` and from `overview`, for the same tree and task.
 *
 * ```sh
 * deno run --allow-read --allow-write --allow-run --allow-env tools/still.ts
 * ```
 *
 * The tree is this repository's before a fix, with its last commits: `fixtures/still/history.txt` has the paths, a line
 * each, and after an empty line the commits, oldest first: the subject, a tab, and the numbers of the lines of the paths
 * that it touched. The files are made anew, empty, and git makes the commits.
 *
 * @module
 */
import { join } from "@std/path/join";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { REPOSITORY, run } from "./process.ts";
import { drawPanes, type Pane } from "./still_svg.ts";

/** The path of the picture in the repository. */
export const STILL = "docs/overview.svg";

const HISTORY = "fixtures/still/history.txt";
const NAME = "dirscope";
const OVERVIEW_ARGUMENTS = ["overview", NAME, "--max-tokens", "240"];
/** A report of the fault that a fix mended, and the files that the fix changed, which are no tests. */
const TASK =
  "The server's memory grows while a client reads no responses, at send (src/mcp/stdio_transport.ts:88)";
const FIXED = ["src/mcp/message_parser.ts", "src/mcp/stdio_transport.ts"];

/** Runs both commands over the tree, and draws what they print. */
export async function still(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "dirscope-still-" });
  try {
    const root = join(folder, NAME);
    await makeRepository(root, await Deno.readTextFile(join(REPOSITORY, HISTORY)));
    const listed = await outputOf("ls", ["-R", NAME], folder);
    const flags = ["run", "--no-prompt", "--allow-read=.", join(REPOSITORY, "cli.ts")];
    const args = [...flags, ...OVERVIEW_ARGUMENTS, "--query", TASK];
    const shown = await outputOf(Deno.execPath(), args, folder);
    return drawPanes([
      pane(`ls -R ${NAME}`, listed),
      {
        ...pane(`dirscope ${OVERVIEW_ARGUMENTS.join(" ")} \\\n  --query "${TASK}"`, shown),
        highlighted: linesOf(shown, FIXED),
      },
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function pane(command: string, output: string): Pane {
  return {
    command,
    lines: output.trimEnd().split("\n"),
    tokens: countTokens(output),
  };
}

/** Returns the indices of the lines of an overview that show some paths. */
function linesOf(overview: string, paths: readonly string[]): number[] {
  const folders: string[] = [];
  return overview.split("\n").flatMap((line, i) => {
    const [, indent = "", name = ""] = line.match(/^( *)([^\t]*)/) ?? [];
    folders.length = indent.length;
    const path = folders.join("") + name;
    if (name.endsWith("/")) folders.push(name);
    return i > 0 && paths.includes(path) ? [i] : [];
  });
}

/** Makes the files of a history, and the repository with its commits. */
async function makeRepository(root: string, history: string): Promise<void> {
  const [listing, log] = history.trimEnd().split("\n\n");
  const paths = listing!.split("\n");
  for (const path of paths) {
    await Deno.mkdir(join(root, path, ".."), { recursive: true });
    await Deno.writeTextFile(join(root, path), "");
  }
  const all = paths.map((_, i) => i).join(" ");
  const commits = [`Begin\t${all}`, ...log!.split("\n")].map((line, age) => {
    const [subject, touched] = line.split("\t");
    const changes = touched!.split(" ").map((i) =>
      `M 644 inline ${paths[Number(i)]}\n${data(age)}`
    );
    return `commit refs/heads/main\ncommitter A <a@b> ${age} +0000\n${data(subject!)}` +
      `${changes.join("")}\n`;
  });
  const stream = `${root}.fast-import`;
  await Deno.writeTextFile(stream, commits.join(""));
  const script = 'git init -q -b main && git fast-import --quiet <"$0"';
  const { code, stderr } = await run("sh", ["-c", script, stream], { cwd: root });
  if (code !== 0) throw new Error(stderr);
}

/** Returns a text as `git fast-import` reads it. */
function data(text: string | number): string {
  return `data ${new TextEncoder().encode(`${text}`).length}\n${text}\n`;
}

async function outputOf(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, { cwd, env: { LC_ALL: "C" } });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

if (import.meta.main) await Deno.writeTextFile(join(REPOSITORY, STILL), await still());
