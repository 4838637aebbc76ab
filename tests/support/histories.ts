/** Random histories, and what git and the product say of them. */
import type { TreeCache } from "../../mod.ts";
import { type Commit, type History, type NoHistory, readHistory } from "../../src/git/history.ts";
import { Repository } from "../../src/git/repository.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { gitIn } from "./git.ts";
import { pick, randomFrom } from "./random.ts";

export interface HistoryOptions {
  readonly maxCommits?: number;
  readonly cache?: TreeCache;
  /** The visible folder. @default the repository's own folder. */
  readonly scope?: string;
  readonly pacer?: Pacer;
}

export async function historyIn(
  root: string,
  { maxCommits = 1000, cache, scope: allowed = root, pacer = new Pacer() }: HistoryOptions = {},
): Promise<History | NoHistory> {
  const scope = new Scope({ cwd: allowed, roots: [allowed], cache });
  const repository = await Repository.at(scope, scope.enterDirectory(root), pacer);
  return await readHistory(scope, repository, maxCommits, pacer);
}

/** Returns git's `log --no-merges --name-only --no-renames`, without the paths of more than 500, or of no parent. */
export async function gitHistoryIn(root: string): Promise<Commit[]> {
  const format = "--format=%x01%x01%H%x00%P%x00%B%x00";
  const log = ["log", "--no-merges", "--name-only", "--no-renames", "-z", format];
  const text = (await gitIn(root, log)).join("\0");
  // No name holds what each record begins with.
  return text.split("\x01\x01").slice(1).map(readRecord);
}

function readRecord(record: string): Commit {
  const [id, parents, message, ...paths] = record.split("\0");
  const names = paths.map((path) => path.replace(/^\n/, "")).filter((path) => path !== "");
  const [subject, ...others] = message!.replace(/^\n+/, "").split("\n");
  const body = others.map((line) => line.replace(/^Signed-off-by: .*/, "")).join("\n").trim();
  return {
    id: id!,
    subject: [...subject!].slice(0, 200).join("").trimEnd(),
    body: [...body].slice(0, 600).join(""),
    paths: parents === "" || names.length > 500 ? [] : names,
  };
}

/** A commit in one line, which is soon compared. */
export function toLine({ id, subject, body, paths }: Commit): string {
  return JSON.stringify([id, subject, body, ...paths]);
}

const NAMES = [
  ...["a", "b", "a-b", "a.b", "a0", "B", "src", "lib", "x y", "é", "-q", ".dot"],
  ...['\\"quote\\"', "tab\\there", "new\\nline", "raw\\377byte", "back\\\\slash", "\\303\\251"],
];

const MESSAGES = [
  ...["Mend it", "Ändere es", "", "x".repeat(300), "🦕".repeat(250), "  indented"],
  "Mend it\n\nIt was odd.\n\n- Ändere es\n\nSigned-off-by: A <a@b>",
  `Mend it\nat once\n\n${"🦕 ".repeat(400)}`,
];

/** A history as `git fast-import` reads it. Equal seeds give equal ones. */
export function importStream(seed: number, { commits = 60, hashLength = 20 } = {}): string {
  const random = randomFrom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const path = (): string =>
    Array.from({ length: 1 + below(4) }, () => pick(NAMES, random)).join("/");
  const text = (): string => {
    const words = `${"some text to compress ".repeat(below(20))}${below(1e6)}`;
    return `data ${words.length}\n${words}\n`;
  };
  const change = (): string => {
    const where = path();
    switch (below(12)) {
      case 0:
      case 1:
        return `D "${where}"\n`;
      case 2:
        return `M 100755 inline "${where}"\n${text()}`;
      case 3:
        return `M 120000 inline "${where}"\n${text()}`;
      case 4:
        return `M 160000 ${String(1 + below(9)).repeat(2 * hashLength)} "${where}"\n`;
      default:
        return `M 100644 inline "${where}"\n${text()}`;
    }
  };
  let stream = "";
  for (let i = 1; i <= commits; i++) {
    const parent = i === 1 || below(30) === 0 ? undefined : Math.max(1, i - 1 - below(5));
    const others = new Set(
      below(6) === 0
        ? Array.from({ length: 1 + below(4) }, () => Math.max(1, i - 1 - below(9)))
        : [],
    );
    // The last one leads to most of the others.
    if (i === commits) { for (let j = 1; j < 12; j++) others.add(i - 1 - j); }
    if (parent !== undefined) others.delete(parent);
    // Many have one date, and some are older than their parents.
    const date = 1_600_000_000 + 10 * Math.floor(i / 4) - (below(8) === 0 ? below(200) : 0);
    const subject = pick(MESSAGES, random);
    const message = new TextEncoder().encode(`${subject}\n\nbody\n`).length;
    stream += `commit refs/heads/c${i}\nmark :${i}\ncommitter A <a@b> ${date} +0000\n` +
      `data ${message}\n${subject}\n\nbody\n\n`;
    if (i > 1 && (parent !== undefined || i === commits)) {
      stream += `from :${parent ?? i - 1}\n`;
      for (const other of others) if (other !== i - 1) stream += `merge :${other}\n`;
    }
    for (let left = below(6); left > 0; left--) stream += change();
    if (below(20) === 0) stream += deepChange(i);
    stream += "\n";
  }
  return `${stream}reset refs/heads/main\nfrom :${commits}\n\n`;
}

function deepChange(i: number): string {
  return `M 100644 inline "${"deep/".repeat(40)}${i}"\ndata 1\nx\n`;
}
