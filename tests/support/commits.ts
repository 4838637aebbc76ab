/**
 * Repositories whose history is a list of paths that each commit touched.
 *
 * @module
 */
import { gitIn } from "./git.ts";

/** What a commit touched, and what it says. */
export interface Touched {
  readonly paths: readonly string[];
  /** @default {"m"} */
  readonly subject?: string;
}

/**
 * Makes a folder a repository with these commits, oldest first, on top of a first one that is empty. What lies in
 * the folder stays as it is.
 */
export async function makeHistory(root: string, commits: readonly Touched[]): Promise<void> {
  await gitIn(root, ["init", "-q", "--template=", "-b", "main"]);
  const stream = [{ paths: [] }, ...commits].map((commit, i) => commitText(commit, i));
  await gitIn(root, ["fast-import", "--quiet", "--done"], `${stream.join("")}done\n`);
}

function commitText({ paths, subject = "m" }: Touched, i: number): string {
  const message = `${subject}\n`;
  const size = new TextEncoder().encode(message).length;
  const head = `commit refs/heads/main\ncommitter A <a@b> ${1_600_000_000 + i} +0000\n` +
    `data ${size}\n${message}\n`;
  // Each text is another than before.
  const changes = paths.map((path) =>
    `M 100644 inline ${JSON.stringify(path)}\ndata ${String(i).length}\n${i}\n`
  );
  return `${head}${changes.join("")}\n`;
}
