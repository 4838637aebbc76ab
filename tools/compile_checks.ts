/**
 * What can be checked of a binary without running it: what its modules load, and what it holds.
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
  /** What was found. */
  readonly says: string;
  /** What is wrong: the check passed if nothing is. */
  readonly complaints: readonly string[];
}

/** What a binary is to hold. */
export interface Expected {
  /** Flags of `deno compile`. */
  readonly permissions: readonly string[];
  /** Paths relative to the repository. */
  readonly files: ReadonlySet<string>;
  /** As `name@version`. */
  readonly packages: ReadonlySet<string>;
}

/** The part of deno.lock that is of interest. */
export interface Lock {
  readonly npm?: Readonly<Record<string, unknown>>;
}

/** What a binary of these modules is to hold, with these permissions. */
export function expectedOf(graph: ModuleGraph, permissions: readonly string[]): Expected {
  const packages = [...npmPackagesOf(graph)].map((key) => graph.npmPackages[key]!);
  return {
    permissions,
    files: new Set([...loadable(graph)].filter(isLocal).map(pathOf)),
    packages: new Set(packages.map(({ name, version }) => `${name}@${version}`)),
  };
}

/** Every module is found, and none comes from the network. */
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

/** Every dynamic import is a literal that the graph shows. */
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

/** Nothing that only some calls need is loaded at the start. */
export function checkStartUp(graph: ModuleGraph): Check {
  const loaded = [...loadedAtStart(graph)];
  const early = loaded.filter((name) => LATER_IN_COMMAND.some((pattern) => pattern.test(name)));
  return {
    says: `${loaded.length} modules at the start, none that only some calls need`,
    complaints: early.map((name) => `${name} is loaded at the start`),
  };
}

/** The npm packages that the modules reach are those of the lock file. */
export function checkLock(graph: ModuleGraph, { npm = {} }: Lock): Check {
  const keys = [...npmPackagesOf(graph)].sort();
  return {
    says: `npm packages as deno.lock has them: ${keys.join(", ")}`,
    complaints: keys.filter((key) => !Object.hasOwn(npm, key))
      .map((key) => `deno.lock has no ${key}`),
  };
}

/** A binary starts cli.ts, and holds what that can load and nothing else. */
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

/** A binary has its permissions and no others, asks for none, and leaves no files behind. */
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

/** A number of bytes, for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A binary's permissions as the flags that give them. */
function flagsOf(permissions: Permissions): string[] {
  return merged(
    Object.entries(permissions).flatMap(([name, values]) => {
      if (!Array.isArray(values)) return [];
      // Deno always lists its own hosts here: --deny-import denies them all.
      if (name === "allow_import" && permissions.deny_import !== null) return [];
      return [`--${name.replace("_", "-")}${values.length === 0 ? "" : `=${values.join(",")}`}`];
    }),
  );
}

/** Flags in one order, each once. */
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
