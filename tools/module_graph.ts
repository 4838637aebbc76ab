/**
 * The modules that a module of this repository loads, according to `deno info`.
 *
 * @module
 */
import { run } from "./process.ts";

/** An import, static or dynamic. */
export interface Dependency {
  /** The specifier as written in the source. */
  readonly specifier: string;
  /** The module that is loaded; absent for type-only imports. */
  readonly code?: { readonly specifier?: string; readonly error?: string };
  /** The module of a type-only import. */
  readonly type?: { readonly specifier?: string };
  readonly isDynamic?: boolean;
}

/** A module of the graph. */
export interface Module {
  readonly specifier: string;
  /** The error, if the module cannot be loaded. */
  readonly error?: string;
  /** The package of an npm module: a key of {@linkcode ModuleGraph.npmPackages}. */
  readonly npmPackage?: string;
  readonly dependencies?: readonly Dependency[];
}

/** An npm package of the lock file. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
}

/** A module and everything that it can load. */
export interface ModuleGraph {
  readonly roots: readonly string[];
  readonly modules: readonly Module[];
  readonly redirects: Readonly<Record<string, string>>;
  /** The packages of the whole lock file. */
  readonly npmPackages: Readonly<Record<string, NpmPackage>>;
}

/** Modules that only some calls need, so no program may load them at its start. */
export const LATER_IN_LIBRARY: readonly RegExp[] = [
  /^node:sqlite$/,
  /^node:timers$/,
  /^node:zlib$/,
];

/** Modules that the command, too, need not load to list a directory. */
export const LATER_IN_COMMAND: readonly RegExp[] = [
  ...LATER_IN_LIBRARY,
  /^npm:\/?@(?:hono|modelcontextprotocol)\//,
  /\/src\/toolsets\.ts$/,
  /\/src\/workers\//,
  /\/src\/git\/(?!read_file)/,
  /\/src\/tools\/(?!tree\/|(?:call|checked_context|checked_policy|define_tool|meant_path|row_safe|schema|skipped|visibility_of)\.ts)/,
  /\/src\/cli\/\w+_command\.ts(?<!tool_command\.ts)$/,
  /\/src\/cli\/(?:required_)?permissions\.ts$/,
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

/** The modules that static imports reach, which are loaded at the start. */
export function loadedAtStart(graph: ModuleGraph): Set<string> {
  return reached(graph, ({ isDynamic }) => !isDynamic);
}

/** The modules that can be loaded at all: type-only imports are not followed. */
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

/** The keys of the npm packages that the modules reach. */
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

/** A module's source without comments. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
}

/** The arguments of the dynamic imports in a module's source, as written. */
export function dynamicImports(text: string): string[] {
  const imports = withoutComments(text).matchAll(/\bimport\s*\(\s*([^)]*?),?\s*\)/g);
  return [...imports].map(([, what]) => what!);
}

/** The dynamic imports in a source that the graph lacks: `deno compile` leaves them out. */
export function hiddenImports(text: string, module: Module | undefined): string[] {
  const shown = (module?.dependencies ?? []).filter(({ isDynamic }) => isDynamic);
  const names = new Set(shown.map(({ specifier }) => specifier));
  return dynamicImports(text).filter((what) =>
    !/^"[^"]+"$/.test(what) || !names.has(JSON.parse(what))
  );
}
