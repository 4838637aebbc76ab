/** Helpers for the tests of `find_path`: a call, and an oracle that scores each path as a whole. */
import { type FindPathResult, type ToolContext, TOOLSETS } from "../../mod.ts";

export function find(
  cwd: string,
  queries: readonly string[],
  args: Readonly<Record<string, unknown>> = {},
  context: ToolContext = {},
): Promise<FindPathResult> {
  return TOOLSETS.agent.find_path.execute({ queries, ...args } as unknown, { cwd, ...context });
}

/** The paths that one query finds, best first. */
export async function pathsFor(
  cwd: string,
  query: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  const { results } = await find(cwd, [query], args);
  return results[0]!.entries.map(({ path }) => path);
}

const NO_MATCH_SCORE = -1_000_000;

/** Returns the bonus of each letter of a path over one within a word: ASCII letters only. */
function bonusesOf(path: string): number[] {
  return [...path].map((letter, i) => {
    const [before = "/", after = ""] = [path[i - 1], path[i + 1]];
    if (before === "/") return 10;
    if (/[^a-z0-9]/i.test(letter)) return 2;
    if (/[^a-z0-9]/i.test(before)) return 8;
    if (/[A-Z]/.test(letter)) return !/[A-Z]/.test(before) || /[a-z]/.test(after) ? 7 : 0;
    return /[0-9]/.test(letter) && !/[0-9]/.test(before) ? 7 : 0;
  });
}

/** Returns the score of the letters of a word in order in a path, from a table over the whole path. */
function lettersFit(word: string, path: string, place: "anywhere" | "folder" | "name"): number {
  const nameAt = path.lastIndexOf("/") + 1;
  const [from, to] = [place === "name" ? nameAt : 0, place === "folder" ? nameAt : path.length];
  const bonuses = bonusesOf(path);
  const text = path.toLowerCase();
  const table = [{
    adjacent: new Map<number, { score: number; run: number }>(),
    apart: [] as number[],
  }];
  let best = 0;
  for (let i = from; i < to; i++) {
    const last = table.at(-1)!;
    const adjacent = new Map<number, { score: number; run: number }>();
    const apart: number[] = [];
    for (let j = 1; j <= word.length; j++) {
      apart[j] = Math.max(
        (last.adjacent.get(j)?.score ?? NO_MATCH_SCORE) - 3,
        (last.apart[j] ?? NO_MATCH_SCORE) - 1,
      );
      if (word[j - 1] !== text[i]) continue;
      const match = i >= nameAt ? 19 : 16;
      const bonus = bonuses[i]!;
      if (j === 1) {
        adjacent.set(j, { score: match + 2 * bonus, run: bonus });
        continue;
      }
      const gapped = (last.apart[j - 1] ?? NO_MATCH_SCORE) + match + bonus;
      const before = last.adjacent.get(j - 1) ?? { score: NO_MATCH_SCORE, run: 0 };
      const joined = before.score + match + Math.max(before.run, bonus, 4);
      adjacent.set(
        j,
        joined >= gapped
          ? { score: joined, run: Math.max(before.run, bonus) }
          : { score: gapped, run: bonus },
      );
    }
    table.push({ adjacent, apart });
    best = Math.max(best, adjacent.get(word.length)?.score ?? 0);
  }
  return best / (word.length * 29 + 10);
}

/** True if the last letter of the best alignment lies in the name. */
function fitOfLetters(word: string, path: string, place: "anywhere" | "folder" | "name") {
  const inFolder = place === "name" ? 0 : lettersFit(word, path, "folder");
  const whole = place === "folder" ? inFolder : lettersFit(word, path, place);
  return { fit: whole, isInName: whole > inFolder };
}

/** Returns the score of one word, without typos, in a path. */
export function oracleFit(query: string, path: string): number | undefined {
  let sum = 0;
  let weight = 0;
  let covered = 0;
  const words = query.split(" ").flatMap((text) => {
    const parts = text.split("/");
    return parts.map((part, i) => ({
      part,
      place: parts.length === 1
        ? "anywhere" as const
        : i < parts.length - 1
        ? "folder" as const
        : "name" as const,
    }));
  });
  const distinct = new Map(words.map((word) => [`${word.place} ${word.part}`, word]));
  for (const { part, place } of distinct.values()) {
    const { fit, isInName } = fitOfLetters(part, path, place);
    if (fit <= 0) return undefined;
    const ideal = part.length * 29 + 10;
    sum += fit * ideal;
    weight += ideal;
    if (isInName) covered += part.length;
  }
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return (sum / weight + 0.1 * Math.min(1, covered / (dot > 0 ? dot : name.length))) / 1.1;
}
