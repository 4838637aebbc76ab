/**
 * Draws `docs/overview.svg`: what an agent gets from `ls -R` and from `overview`, for the same tree.
 *
 * ```sh
 * deno run --allow-read --allow-write --allow-run --allow-env tools/still.ts
 * ```
 *
 * The tree is that of Redis (github.com/redis/redis, commit 4f8cdc2): its files are made anew, empty, from
 * `fixtures/still/redis.txt`, which `dirscope --recursive` wrote.
 *
 * @module
 */
import { join } from "@std/path/join";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { REPOSITORY, run } from "./process.ts";
import { drawPanes, type Pane } from "./still_svg.ts";

/** The path of the picture in the repository. */
export const STILL = "docs/overview.svg";

const TREE = "fixtures/still/redis.txt";
const NAME = "redis";
/** `ls -R` leaves out hidden names, too. */
const OVERVIEW_ARGUMENTS = ["overview", NAME, "--no-include-hidden", "--max-tokens", "400"];
/**
 * The title of Redis's issue 6887. Its fix, commit 2a29540, changed `blocked.c`, `db.c`, `networking.c` and `server.h` in
 * `src`, and tests.
 */
const TASK = "Deleting a stream while blocking with XREADGROUP";

/** Runs both commands over the tree, and draws what they print. */
export async function still(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "dirscope-still-" });
  try {
    await makeTree(join(folder, NAME), await Deno.readTextFile(join(REPOSITORY, TREE)));
    const listed = await outputOf("ls", ["-R", NAME], folder);
    const flags = ["run", "--no-prompt", "--allow-read=.", join(REPOSITORY, "cli.ts")];
    const args = [...flags, ...OVERVIEW_ARGUMENTS, "--query", TASK];
    const shown = await outputOf(Deno.execPath(), args, folder);
    return drawPanes([
      pane(`ls -R ${NAME}`, listed),
      pane(`dirscope ${OVERVIEW_ARGUMENTS.join(" ")} \\\n  --query "${TASK}"`, shown),
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

/** Makes the files and folders of a tree as `dirscope --recursive` prints it. */
async function makeTree(root: string, listing: string): Promise<void> {
  const folders = [root];
  await Deno.mkdir(root);
  for (const line of listing.trimEnd().split("\n")) {
    const name = line.trimStart();
    const level = (line.length - name.length) / 2;
    const path = join(folders[level]!, name);
    folders.length = level + 1;
    if (!name.endsWith("/")) await Deno.writeTextFile(path, "");
    else {
      await Deno.mkdir(path);
      folders.push(path);
    }
  }
  // As in any clone, so that `overview` knows where the `.gitignore` files of this tree begin.
  await Deno.mkdir(join(root, ".git"));
}

async function outputOf(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, { cwd, env: { LC_ALL: "C" } });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

if (import.meta.main) await Deno.writeTextFile(join(REPOSITORY, STILL), await still());
