/**
 * Checks of a binary that need not run it: what its modules load, and what it contains.
 *
 * @module
 */
import { fromFileUrl } from "@std/path/from-file-url";
import { relative } from "@std/path/posix/relative";
import {
  dynamicImports,
  hiddenImports,
  LATER_IN_COMMAND,
  loadable,
  loadedAtStart,
  type Module,
  type ModuleGraph,
  npmPackagesOf,
} from "./module_graph.ts";
import type { Payload, Permissions } from "./payload.ts";
import { REPOSITORY } from "./process.ts";

/** The outcome of a check. */
export interface Check {
  /** The finding, in words. */
  readonly says: string;
  /** The problems; none if the check passed. */
  readonly complaints: readonly string[];
}

/** The expected contents of a binary. */
export interface Expected {
  /** Flags of `deno compile`. */
  readonly permissions: readonly string[];
  /** Paths relative to the repository. */
  readonly files: ReadonlySet<string>;
  /** npm packages, as `name@version`. */
  readonly packages: ReadonlySet<string>;
}

/** The part of deno.lock that the checks use. */
export interface Lock {
  readonly npm?: Readonly<Record<string, unknown>>;
}

/** Returns the expected contents of a binary of these modules with these permissions. */
export function expectedOf(graph: ModuleGraph, permissions: readonly string[]): Expected {
  const packages = [...npmPackagesOf(graph)].map((key) => graph.npmPackages[key]!);
  return {
    permissions,
    files: new Set([...loadable(graph)].filter(isLocal).map(pathOf)),
    packages: new Set(packages.map(({ name, version }) => `${name}@${version}`)),
  };
}

/** Checks that every module is found, and that none comes from the network. */
export function checkModules({ modules }: ModuleGraph): Check {
  return {
    says: `${modules.length} modules, none from the network`,
    complaints: modules.flatMap(({ specifier, error, dependencies = [] }) => [
      ...error === undefined ? [] : [`${specifier}: ${error}`],
      ...dependencies.flatMap(({ code }) =>
        code?.error === undefined ? [] : [`${specifier}: ${code.error}`]
      ),
      ...isLocal(specifier) || /^(?:npm|node|jsr):/.test(specifier)
        ? []
        : [`${specifier} is remote`],
    ]),
  };
}

/** Checks that every dynamic import is a literal that the graph contains. */
export async function checkDynamicImports({ modules }: ModuleGraph): Promise<Check> {
  const ours = modules.filter(({ specifier, error }) => error === undefined && isLocal(specifier));
  const found = await Promise.all(ours.map(dynamicImportsOf));
  return {
    says: `${found.reduce((sum, { count }) => sum + count, 0)} dynamic imports, all in the graph`,
    complaints: found.flatMap(({ complaints }) => complaints),
  };
}

async function dynamicImportsOf(
  module: Module,
): Promise<{ count: number; complaints: string[] }> {
  const text = await Deno.readTextFile(fromFileUrl(module.specifier));
  const hidden = hiddenImports(text, module);
  return {
    count: dynamicImports(text).length,
    complaints: hidden.map((what) =>
      `${module.specifier}: the graph does not show import(${what})`
    ),
  };
}

/** Checks that nothing is loaded at the start that only some calls need. */
export function checkStartUp(graph: ModuleGraph): Check {
  const loaded = [...loadedAtStart(graph)];
  const early = loaded.filter((name) => LATER_IN_COMMAND.some((pattern) => pattern.test(name)));
  return {
    says: `${loaded.length} modules at the start, none that only some calls need`,
    complaints: early.map((name) => `${name} is loaded at the start`),
  };
}

/** Checks that the lock file has every npm package that the modules reach. */
export function checkLock(graph: ModuleGraph, { npm = {} }: Lock): Check {
  const keys = [...npmPackagesOf(graph)].sort();
  return {
    says: `npm packages as deno.lock has them: ${keys.join(", ")}`,
    complaints: keys.filter((key) => !Object.hasOwn(npm, key))
      .map((key) => `deno.lock has no ${key}`),
  };
}

/** Checks that a binary starts cli.ts, and contains only what that can load. */
export function checkContents(payload: Payload, { files, packages }: Expected): Check {
  const { entrypoint_key: entry, argv, env_vars_from_env_file: env } = payload.metadata;
  return {
    says: `${files.size} files and ${packages.size} npm packages inside, ${
      megabytes(payload.size)
    }`,
    complaints: payload.hasRemote ? ["modules from the network are inside"] : [
      ...entry === "cli.ts" ? [] : [`it starts ${entry}`],
      ...argv.length === 0 ? [] : [`it has arguments inside: ${argv.join(" ")}`],
      ...Object.keys(env).map((name) => `the environment variable ${name} is inside`),
      ...differences(payload.files, files),
      ...differences(payload.packages, packages),
    ],
  };
}

/** Checks that a binary has only its own permissions, never prompts, and leaves no files behind. */
export function checkPermissions({ metadata }: Payload, { permissions }: Expected): Check {
  const has = flagsOf(metadata.permissions);
  const wants = merged([...permissions, "--deny-import"]);
  return {
    says: `permissions: ${permissions.join(" ")}`,
    complaints: [
      ...has.join(" ") === wants.join(" ")
        ? []
        : [`its permissions are ${has.join(" ")}, not ${wants.join(" ")}`],
      ...metadata.permissions.prompt === false ? [] : ["it may prompt for permissions"],
      ...metadata.code_cache_key === null ? [] : ["it keeps a code cache"],
      ...metadata.unsafely_ignore_certificate_errors === null
        ? []
        : ["it does not look at certificates"],
    ],
  };
}

/** A number of bytes in megabytes, for display. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A binary's permissions as flags. */
function flagsOf(permissions: Permissions): string[] {
  return merged(
    Object.entries(permissions).flatMap(([name, values]) => {
      if (!Array.isArray(values)) return [];
      // Deno always lists its own hosts here; --deny-import denies them.
      if (name === "allow_import" && permissions.deny_import !== null) return [];
      return [`--${name.replace("_", "-")}${values.length === 0 ? "" : `=${values.join(",")}`}`];
    }),
  );
}

/** Flags sorted, with the values of equal ones joined. */
function merged(flags: readonly string[]): string[] {
  const byName = Map.groupBy(flags, (flag) => flag.split("=", 1)[0]!);
  return [...byName].map(([name, same]) => {
    const values = same.filter((flag) => flag !== name).map((flag) => flag.slice(name.length + 1));
    return values.length === 0 ? name : `${name}=${values.join(",")}`;
  }).sort();
}

function differences(has: ReadonlySet<string>, wants: ReadonlySet<string>): string[] {
  return [
    ...[...has.difference(wants)].map((name) => `${name} is inside, and nothing loads it`),
    ...[...wants.difference(has)].map((name) => `${name} is not inside`),
  ];
}

function isLocal(specifier: string): boolean {
  return specifier.startsWith("file:");
}

function pathOf(specifier: string): string {
  return relative(REPOSITORY, fromFileUrl(specifier)).replaceAll("\\", "/");
}
