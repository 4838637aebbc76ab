/** Which existing path a missing one may stand for. */
import type { Pacer } from "../../pacing/pacer.ts";
import { isAddressable } from "../../scope/path_text.ts";
import { attempt, DirscopeError } from "../../errors.ts";
import { fileSystem } from "../../scope/file_system.ts";
import type { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import { nearestTo } from "../../text/nearest.ts";
import { visitChildren } from "../discovery/children.ts";
import type { StartedCall } from "../discovery/invocation.ts";
import type { Advice, DiscoveryFailure } from "../discovery/result.ts";

/** The most paths to suggest. */
const MAX_SUGGESTIONS = 3;

/** Suggestions for a call that failed because a path does not exist; none for other failures. */
export async function suggestionsFor(
  { code }: DiscoveryFailure,
  path: unknown,
  call: StartedCall | undefined,
): Promise<Advice> {
  const isMissing = code === "not_found" && typeof path === "string";
  return isMissing && call !== undefined ? await suggest(path, call) : {};
}

/**
 * Suggests existing paths for one that does not exist. Its first missing part is replaced by the names
 * nearest to it; the rest is appended where the whole path then exists.
 */
export async function suggest(path: string, { scope, pacer }: StartedCall): Promise<Advice> {
  try {
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
    // The answer stands without advice.
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
  const nearest = await nearestTo(missing, MAX_SUGGESTIONS);
  const names: string[] = [];
  await visitChildren(scope, directory, pacer, (name) => void names.push(name));
  for (const name of names) {
    if (pacer.isDue()) await pacer.pause();
    // A dangling link has the very name that was asked for.
    if (isAddressable(name) && name !== missing) nearest.add(name);
  }
  return nearest.names;
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
