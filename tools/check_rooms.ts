/**
 * Checks that the rooms of `src/` import only rooms below them, and that no imports form a circle.
 *
 * ```sh
 * deno run --allow-read --allow-run --allow-env tools/check_rooms.ts
 * ```
 *
 * @module
 */
import config from "../deno.json" with { type: "json" };
import { graphOf, type Module } from "./module_graph.ts";
import { REPOSITORY } from "./process.ts";

/**
 * The rooms from top to bottom: folders and files of `src/`. Rooms of one row do not import each other. A
 * file belongs to the innermost room that holds it, so that `tools/agent/task` is not part of `tools/agent`.
 */
export const ROOMS: readonly (readonly string[])[] = [
  ["../cli.ts", "../mod.ts"],
  ["cli"],
  ["remote"],
  ["mcp"],
  ["log", "memory", "workers"],
  ["sqlite.ts", "serialized_query.ts", "call_tool.ts"],
  ["toolsets.ts", "sqlite_file.ts"],
  ["catalog.ts"],
  ["tools/agent"],
  ["tools/agent/find_path", "tools/agent/overview"],
  ["tools/agent/advice"],
  ["tools/agent/put_right", "tools/agent/rank"],
  ["tools/agent/contents"],
  ["tools/agent/task"],
  ["tools/agent/match"],
  ["tools/discovery"],
  ["tools/tree", "tools/envelope", "tools/codex", "tools/files"],
  ["tools"],
  ["walk"],
  ["gitignore"],
  ["git"],
  ["glob"],
  ["directory"],
  ["pacing"],
  ["scope"],
  ["arguments"],
  ["adapters"],
  ["tool.ts"],
  ["call_log.ts"],
  ["visibility_policy.ts", "errors.ts", "version.ts"],
  ["cache"],
  ["checked_options.ts", "binary_search.ts"],
  ["text"],
];

/** The modules of the package by their path from `src/`, each with what it imports, types included. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** The imports of every module that the entry points can load. */
async function importsOfPackage(): Promise<Imports> {
  const found = new Map<string, readonly string[]>();
  for (const entry of Object.values(config.exports)) {
    const { modules } = await graphOf(entry);
    for (const module of modules) {
      const path = pathFromSource(module.specifier);
      if (path !== undefined) found.set(path, importsOf(module));
    }
  }
  return found;
}

function importsOf({ dependencies = [] }: Module): string[] {
  return dependencies.flatMap(({ code, type }) => {
    const path = pathFromSource((code ?? type)?.specifier ?? "");
    return path === undefined ? [] : [path];
  });
}

/** `walk/walk.ts`, `../mod.ts`; nothing for what is no module of the package. */
function pathFromSource(specifier: string): string | undefined {
  const path = specifier.split(`file://${REPOSITORY}`)[1] ?? "";
  if (path === "cli.ts" || path === "mod.ts") return `../${path}`;
  return path.startsWith("src/") ? path.slice("src/".length) : undefined;
}

/** Returns the problems of some imports, a line each. */
export function complaintsAbout(imports: Imports): string[] {
  return [...arrowsUp(imports), ...circles(imports)];
}

function arrowsUp(imports: Imports): string[] {
  const complaints: string[] = [];
  for (const [from, targets] of imports) {
    const [row, room] = placeOf(from);
    if (row < 0) complaints.push(`${from} is in no room`);
    for (const to of targets) {
      const [lower, other] = placeOf(to);
      const isAllowed = room === other || row < lower;
      if (row >= 0 && lower >= 0 && !isAllowed) {
        complaints.push(`${from} imports ${to}, which is not in a room below`);
      }
    }
  }
  return complaints.sort();
}

/** The row of the room that holds a module, and the room. */
function placeOf(path: string): readonly [row: number, room: string | undefined] {
  const room = ROOMS.flat().filter((each) => path === each || path.startsWith(`${each}/`))
    .sort((a, b) => a.length - b.length).at(-1);
  return [ROOMS.findIndex((rooms) => room !== undefined && rooms.includes(room)), room];
}

/** Depth first: a module that is visited again on its own path closes a circle. */
function circles(imports: Imports): string[] {
  const complaints: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) {
      complaints.push(`a circle: ${[...way.slice(way.indexOf(path)), path].join(" -> ")}`);
    }
    if (way.includes(path) || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return complaints;
}

if (import.meta.main) {
  const imports = await importsOfPackage();
  const complaints = complaintsAbout(imports);
  for (const complaint of complaints) console.error(complaint);
  console.log(`${imports.size} modules in ${ROOMS.flat().length} rooms`);
  Deno.exit(complaints.length === 0 ? 0 : 1);
}
