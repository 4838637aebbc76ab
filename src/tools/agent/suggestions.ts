/**
 * What a path that does not exist may have been meant for.
 *
 * @module
 */
import { Pacer } from "../../pacing/pacer.ts";
import { isAddressable } from "../../scope/path_text.ts";
import { attempt, DirscopeError } from "../../errors.ts";
import { fileSystem } from "../../scope/file_system.ts";
import { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import { foldCase } from "../../text/line_safe.ts";
import type { ToolContext } from "../../tool.ts";
import { visitChildren } from "../discovery/children.ts";
import type { Advice, DiscoveryFailure } from "../discovery/result.ts";

/** Most paths that are suggested. */
const MAX_SUGGESTIONS = 3;

/** A name, and how far it is from the one that was asked for. */
interface Candidate {
  readonly name: string;
  readonly distance: number;
}

/** Suggestions for a failed call; nothing but for a path that does not exist. */
export function suggestionsFor(
  { code }: DiscoveryFailure,
  path: unknown,
  context: ToolContext,
): Promise<Advice> {
  return code === "not_found" && typeof path === "string"
    ? suggest(path, context)
    : Promise.resolve({});
}

/**
 * Looks for existing paths near one that does not exist: neighbours of its first part that is missing,
 * with the rest of it where that exists too.
 */
export async function suggest(path: string, context: ToolContext): Promise<Advice> {
  const { cwd, roots = ["."] } = context;
  const pacer = new Pacer({ signal: context.signal });
  try {
    const scope = new Scope({ cwd, roots });
    const { directory, rest: [missing, ...rest] } = scope.enterDeepest(path);
    if (missing === undefined) return {};
    const names = await nearestNames(scope, directory, missing, pacer);
    if (names.length === 0) return {};
    const parent = scope.resolve(path).split("/").slice(0, -1 - rest.length).join("/");
    return {
      suggestions: names.map((name) => {
        const found = `${parent}/${name}`;
        const whole = [found, ...rest].join("/");
        return scope.displayed(exists(scope, whole) ? whole : found);
      }),
    };
  } catch (error) {
    // The advice is lost, not the answer.
    if (error instanceof DirscopeError) return {};
    throw error;
  }
}

async function nearestNames(
  scope: Scope,
  directory: ScopedPath,
  missing: string,
  pacer: Pacer,
): Promise<string[]> {
  const { levenshteinDistance } = await import("@std/text/levenshtein-distance");
  const asked = foldCase(missing);
  const nearest: Candidate[] = [];
  const names: string[] = [];
  await visitChildren(scope, directory, pacer, (name) => void names.push(name));
  for (const name of names) {
    if (pacer.isDue()) await pacer.pause();
    // A link that leads nowhere has the name that was asked for.
    if (!isAddressable(name) || name === missing) continue;
    const folded = foldCase(name);
    const distance = levenshteinDistance(asked, folded);
    if (!isNear(asked, folded, distance)) continue;
    // Names come in order, so equal distances stay in it.
    const at = nearest.findLastIndex((each) => each.distance <= distance) + 1;
    if (at < MAX_SUGGESTIONS) nearest.splice(at, 0, { name, distance });
    nearest.length = Math.min(nearest.length, MAX_SUGGESTIONS);
  }
  return nearest.map(({ name }) => name);
}

/** Whether a name may have been meant: a part of it, a third of it misspelt, or two letters exchanged. */
function isNear(asked: string, name: string, distance: number): boolean {
  if (distance <= (asked.length < 5 ? 1 : Math.max(2, Math.floor(asked.length / 3)))) return true;
  const [short, long] = asked.length < name.length ? [asked, name] : [name, asked];
  if (short.length > 1 && long.includes(short)) return true;
  return distance === 2 && sortedLetters(asked) === sortedLetters(name);
}

function sortedLetters(name: string): string {
  return [...name].sort().join("");
}

function exists(scope: Scope, path: string): boolean {
  try {
    attempt(() => fileSystem.lstatSync(scope.locateEntry(path).open));
    return true;
  } catch (error) {
    if (error instanceof DirscopeError) return false;
    throw error;
  }
}
