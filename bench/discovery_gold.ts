/**
 * Questions from a repository's history: which files did the commits after a base modify?
 *
 * @module
 */

/** One commit after the base. */
export interface Question {
  readonly commit: string;
  readonly subject: string;
  /** The files that it modified, as the base has them. */
  readonly gold: readonly string[];
}

/** The questions, and what was left out. */
export interface Questions {
  readonly questions: readonly Question[];
  /** Number of files; commits that modified more are left out. */
  readonly tooMany: number;
  /** Commits that modified no file of the base that is no test. */
  readonly none: number;
}

/** The most files of one commit. */
const MAX_GOLD = 5;

/** Returns the output of `git log` for {@linkcode questionsFrom}. */
export const LOG_FORMAT: readonly string[] = [
  "log",
  "-z",
  "--no-merges",
  "--no-renames",
  "--name-status",
  "--format=%x01%H%x01%s",
];

const TEST_DIRECTORY = /^(?:__tests__|__mocks__|t|tests?|testing|testdata|specs?|e2e)$/i;
const TEST_NAME = /^(?:tests?|conftest)(?:[._-]|$)|[._-](?:tests?|specs?)(?:[._-]|$)/i;

/** Reports whether a path is that of a test, by its names. */
export function isTest(path: string): boolean {
  const names = path.split("/");
  const name = names.pop()!;
  return TEST_NAME.test(name) || names.some((each) => TEST_DIRECTORY.test(each));
}

/** The questions in what `git log` said of the commits after a base. */
export function questionsFrom(log: string, base: ReadonlySet<string>): Questions {
  const questions: Question[] = [];
  let [tooMany, none] = [0, 0];
  for (const { commit, subject, changes } of commitsIn(log)) {
    const gold = changes.filter(({ status, path }) =>
      status === "M" && base.has(path) && !isTest(path)
    ).map(({ path }) => path);
    if (gold.length === 0) none++;
    else if (gold.length > MAX_GOLD) tooMany++;
    else questions.push({ commit, subject, gold });
  }
  return { questions, tooMany, none };
}

/** The files that exist, those that the commits of a log touched most first; of equals, the latest. */
export function touchedMost(log: string, existing: ReadonlySet<string>): string[] {
  const touches = new Map<string, number>();
  for (const { changes } of commitsIn(log)) {
    for (const { path } of changes) {
      if (existing.has(path)) touches.set(path, (touches.get(path) ?? 0) + 1);
    }
  }
  return [...touches].sort(([, a], [, b]) => b - a).map(([path]) => path);
}

interface LoggedCommit {
  readonly commit: string;
  readonly subject: string;
  readonly changes: readonly { readonly status: string; readonly path: string }[];
}

/** Reads {@linkcode LOG_FORMAT}: fields end in NUL, a commit's first one starts with U+0001. */
function* commitsIn(log: string): Generator<LoggedCommit> {
  let commit: LoggedCommit & { changes: { status: string; path: string }[] } | undefined;
  const fields = log.split("\0");
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!;
    if (field.startsWith("\x01")) {
      if (commit !== undefined) yield commit;
      const [, hash, subject] = field.split("\x01");
      commit = { commit: hash!, subject: subject!, changes: [] };
    } else if (field.trim() !== "" && commit !== undefined) {
      commit.changes.push({ status: field.trim(), path: fields[++at]! });
    }
  }
  if (commit !== undefined) yield commit;
}
