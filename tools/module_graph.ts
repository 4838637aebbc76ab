/**
 * What a module of this repository loads, as `deno info` tells it.
 *
 * @module
 */
import { run } from "./process.ts";

/** An import, static or dynamic. */
export interface Dependency {
  /** As it is written. */
  readonly specifier: string;
  /** What is loaded; not there for types alone. */
  readonly code?: { readonly specifier?: string; readonly error?: string };
  /** Where only types are imported. */
  readonly type?: { readonly specifier?: string };
  readonly isDynamic?: boolean;
}

/** A module of the graph. */
export interface Module {
  readonly specifier: string;
  /** Why it cannot be loaded. */
  readonly error?: string;
  /** The package that an npm module belongs to, a key of {@linkcode ModuleGraph.npmPackages}. */
  readonly npmPackage?: string;
  readonly dependencies?: readonly Dependency[];
}

/** An npm package of the lock file. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
}

/** A module and all that it can load. */
export interface ModuleGraph {
  readonly roots: readonly string[];
  readonly modules: readonly Module[];
  readonly redirects: Readonly<Record<string, string>>;
  /** Those of the whole lock file. */
  readonly npmPackages: Readonly<Record<string, NpmPackage>>;
}

/** What only some calls need, so that no program loads it at its start. */
export const LATER: readonly RegExp[] = [
  /^npm:\/?ignore@/,
  /^npm:\/?@modelcontextprotocol\//,
  /^npm:\/?deno-std@[^/]+\/text\//,
  /^node:sqlite$/,
  /^node:timers$/,
];

/** What the command does not load either to list a directory. */
export const LATER_IN_COMMAND: readonly RegExp[] = [
  ...LATER,
  /^npm:\/?deno-std@[^/]+\/cli\//,
  /\/src\/toolsets\.ts$/,
  /\/src\/tools\/(?!tree\/|schema\.ts)/,
  /\/src\/cli\/\w+_command\.ts(?<!tool_command\.ts)$/,
  /\/deno\.json$/,
];

/**
 * The graph of a file of this repository.
 *
 * @throws {Error} If `deno info` fails.
 */
export async function graphOf(file: string): Promise<ModuleGraph> {
  const { code, stdout, stderr } = await run(Deno.execPath(), ["info", "--json", file]);
  if (code !== 0) throw new Error(`deno info ${file}: ${stderr}`);
  return JSON.parse(stdout);
}

/** The modules that are loaded when the first one is: those that static imports reach. */
export function loadedAtStart(graph: ModuleGraph): Set<string> {
  return reached(graph, ({ isDynamic }) => !isDynamic);
}

/** The modules that can be loaded: all but those that give types alone. */
export function loadable(graph: ModuleGraph): Set<string> {
  return reached(graph, () => true);
}

function reached(
  { roots, modules, redirects }: ModuleGraph,
  isFollowed: (dependency: Dependency) => boolean,
): Set<string> {
  const byName = new Map(modules.map((module) => [module.specifier, module]));
  const seen = new Set<string>();
  const queue = [...roots];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    name = redirects[name] ?? name;
    if (seen.has(name)) continue;
    seen.add(name);
    for (const dependency of byName.get(name)?.dependencies ?? []) {
      const next = dependency.code?.specifier;
      if (next !== undefined && isFollowed(dependency)) queue.push(next);
    }
  }
  return seen;
}

/** The npm packages that the modules reach, by the lock file's keys. */
export function npmPackagesOf({ modules, npmPackages }: ModuleGraph): Set<string> {
  const reached = new Set<string>();
  const queue = modules.flatMap(({ npmPackage }) => npmPackage ?? []);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (reached.has(key)) continue;
    reached.add(key);
    queue.push(...npmPackages[key]?.dependencies ?? []);
  }
  return reached;
}

/** A module's text without its comments. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
}

/** What a module's text imports dynamically, as it is written. */
export function dynamicImports(text: string): string[] {
  const imports = withoutComments(text).matchAll(/\bimport\s*\(\s*([^)]*?),?\s*\)/g);
  return [...imports].map(([, what]) => what!);
}

/** The dynamic imports of a text that the graph does not show: `deno compile` leaves them out. */
export function hiddenImports(text: string, module: Module | undefined): string[] {
  const shown = (module?.dependencies ?? []).filter(({ isDynamic }) => isDynamic);
  const names = new Set(shown.map(({ specifier }) => specifier));
  return dynamicImports(text).filter((what) =>
    !/^"[^"]+"$/.test(what) || !names.has(JSON.parse(what))
  );
}
