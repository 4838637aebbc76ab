/** Walks a folder for a test. */
import { Pacer } from "../../src/pacing/pacer.ts";
import { rulesAbove } from "../../src/gitignore/rules_above.ts";
import { Scope } from "../../src/scope/scope.ts";
import type { CommonOptions, WalkOptions, WalkStep } from "../../src/walk/walk_options.ts";
import { Walk } from "../../src/walk/walk.ts";
import { failingDisk } from "./failing_disk.ts";

/** Returns the errors of steps: path and code. */
export function errorsIn(steps: readonly WalkStep[]): string[] {
  return steps.flatMap((step) =>
    step.type === "error" ? [`${step.directory.prefix}: ${step.error.code}`] : []
  );
}

/** A walk of a folder, with nothing read yet. */
export function walkOf(
  root: string,
  options: WalkOptions | CommonOptions = {},
  pacer: Pacer = new Pacer(),
): Walk {
  const scope = new Scope({ cwd: root, roots: ["."] });
  return new Walk(scope, scope.enter("."), { order: "name", ...options }, pacer);
}

export async function stepsOf(
  root: string,
  options: WalkOptions | CommonOptions = {},
): Promise<WalkStep[]> {
  const steps: WalkStep[] = [];
  await walkOf(root, options).run((step) => void steps.push(step));
  return steps;
}

export function pathsIn(steps: readonly WalkStep[]): string[] {
  return steps.flatMap((step) => {
    if (step.type === "files") return step.names.map((name) => step.directory.prefix + name);
    return step.type === "entry" ? [step.directory.prefix + step.name] : [];
  });
}

export async function pathsOf(
  root: string,
  options: WalkOptions | CommonOptions = {},
): Promise<string[]> {
  return pathsIn(await stepsOf(root, options));
}

/** Returns the paths of a walk with the `.gitignore` rules of a folder, in order. */
export async function unignoredPathsOf(
  root: string,
  combination: "any-match" | "git",
  { path = ".", roots = ["."] }: { path?: string; roots?: readonly string[] } = {},
): Promise<string[]> {
  const scope = new Scope({ cwd: root, roots });
  const start = scope.enter(path);
  const pacer = new Pacer();
  const rules = await rulesAbove(scope, start, combination, pacer);
  const steps: WalkStep[] = [];
  const walk = new Walk(scope, start, { order: "name", rules }, pacer);
  await walk.run((step) => void steps.push(step));
  return pathsIn(steps);
}

/** Makes every directory look huge while `body` runs. */
export async function whenHuge<T>(body: () => Promise<T>): Promise<T> {
  using _disk = failingDisk({
    lstatSync(_path, proceed) {
      const info = proceed();
      return info.isDirectory ? { ...info, size: 4096 * 1024 } : info;
    },
  });
  return await body();
}
