/** Git itself, without the settings of whoever runs the tests, and repositories that it makes. */
import { run } from "./process.ts";
import { cutAtNul } from "./shell.ts";

/** Environment that isolates git from the settings of the machine and the user. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  XDG_CONFIG_HOME: "/dev/null",
  LC_ALL: "C",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@b",
};

/** Runs git in a folder, and returns what it prints, cut at each NUL. It must print no complaint. */
export async function gitIn(
  folder: string,
  args: readonly string[],
  input = "",
): Promise<string[]> {
  const { code, stdout, stderr } = await run(["git", ...args], {
    cwd: folder,
    input,
    env: GIT_ENVIRONMENT,
  });
  if (code > 1 || stderr !== "") throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return cutAtNul(stdout);
}

/** Makes a folder a repository without the files of a template. */
export async function initGit(folder: string, ...options: readonly string[]): Promise<void> {
  await gitIn(folder, ["init", "-q", "--template=", "-b", "main", ...options]);
}

export interface Form {
  readonly hash?: "sha1" | "sha256";
  /** Maximum number of objects that are left loose. @default 0: all are in a pack. */
  readonly unpackLimit?: number;
}

/** Makes a repository of a history, with the branches of all its commits gone. */
export async function importInto(
  root: string,
  stream: string,
  { hash = "sha1", unpackLimit = 1 }: Form = {},
): Promise<void> {
  Deno.mkdirSync(root, { recursive: true });
  await initGit(root, `--object-format=${hash}`);
  const settings = ["-c", `fastimport.unpackLimit=${unpackLimit}`];
  await gitIn(root, [...settings, "fast-import", "--quiet", "--done"], `${stream}done\n`);
}

/** A commit: the paths that it touched, and its message. */
export interface Touched {
  readonly paths: readonly string[];
  readonly subject?: string;
}

/** Makes a folder a repository with these commits, oldest first, on an empty one; what lies there stays. */
export async function makeHistory(root: string, commits: readonly Touched[]): Promise<void> {
  await importInto(root, [{ paths: [] }, ...commits].map(commitText).join(""));
}

function commitText({ paths, subject = "m" }: Touched, i: number): string {
  const size = new TextEncoder().encode(`${subject}\n`).length;
  const head = `commit refs/heads/main\ncommitter A <a@b> ${1_600_000_000 + i} +0000\n` +
    `data ${size}\n${subject}\n\n`;
  // Each text is another than before.
  const changes = paths.map((path) =>
    `M 100644 inline ${JSON.stringify(path)}\ndata ${String(i).length}\n${i}\n`
  );
  return `${head}${changes.join("")}\n`;
}
