/** An oracle for `list_dir` of `tree`: a second implementation, as plain as possible, by naive recursion. */
import { compareBytes } from "./compare_bytes.ts";
import { UNSAFE } from "./line_unsafe.ts";

export interface Options {
  readonly recursive: boolean;
  readonly follow_folder_symlinks: boolean;
  readonly follow_file_symlinks: boolean;
  readonly filter: "files" | "folders" | "both";
  readonly depth: number | null;
}

/** An entry that is shown, with the listing of its contents. */
interface Shown {
  readonly name: string;
  readonly type: "file" | "folder" | "link";
  readonly link_target?: string;
  readonly children?: readonly Shown[];
  /** True if it is a directory or a link to one. */
  readonly isFolder: boolean;
  /** True if it is a followed link whose chain loops. */
  readonly isLoop: boolean;
}

type InScope = (path: string) => boolean;

/** The entries below a directory, given its real path. */
export function listNaively(
  directory: string,
  options: Options,
  inScope: InScope,
): readonly Shown[] {
  const visited = new Set<string>();
  const list = (real: string, level: number): Shown[] => {
    visited.add(real);
    const shown: Shown[] = [];
    const mayDescend = options.recursive && level < (options.depth ?? Infinity);
    for (const name of namesIn(real)) {
      const path = real === "/" ? `/${name}` : `${real}/${name}`;
      const info = Deno.lstatSync(path);
      if (info.isDirectory) {
        if (visited.has(path)) continue;
        const children = mayDescend ? list(path, level + 1) : [];
        shown.push({ name, type: "folder", children, isFolder: true, isLoop: false });
      } else if (info.isSymlink) {
        const end = chase(path, inScope);
        const isFolder = end.type === "folder";
        const link_target = Deno.readLinkSync(path);
        const link: Shown = { name, type: "link", link_target, isFolder, isLoop: false };
        if (end.type === "folder" && mayDescend && options.follow_folder_symlinks) {
          if (visited.has(end.path)) continue;
          shown.push({ ...link, children: list(end.path, level + 1) });
        } else if (end.type === "file" && options.follow_file_symlinks) {
          shown.push({ name, type: "file", isFolder: false, isLoop: false });
        } else if (end.type === "loop" && options.follow_file_symlinks) {
          shown.push({ ...link, link_target: end.stored, isLoop: true });
        } else {
          shown.push(link);
        }
      } else {
        shown.push({ name, type: "file", isFolder: false, isLoop: false });
      }
    }
    return shown;
  };
  return list(directory, 0);
}

function namesIn(directory: string): string[] {
  return [...Deno.readDirSync(directory)].map(({ name }) => name).sort(compareBytes);
}

type End =
  | { readonly type: "folder" | "file"; readonly path: string }
  | { readonly type: "loop"; readonly stored: string }
  | { readonly type: "nowhere" };

function chase(link: string, inScope: InScope): End {
  const seen: string[] = [];
  let current = link;
  for (;;) {
    seen.push(current);
    const stored = Deno.readLinkSync(current);
    // A loop of links is one with a slash at their ends, too.
    const target = stored.replace(/(?<=[^/])(?:\/\.?)+$/, "");
    const path = target.startsWith("/") ? target : `${parentOf(current)}/${target}`;
    const next = placeOf(path, inScope);
    if (next === undefined || !inScope(next)) return { type: "nowhere" };
    try {
      const info = Deno.lstatSync(next);
      if (!info.isSymlink) {
        Deno.realPathSync(link);
        return { type: info.isDirectory ? "folder" : "file", path: next };
      }
    } catch {
      return { type: "nowhere" };
    }
    if (seen.includes(next)) return { type: "loop", stored };
    current = next;
  }
}

/** A path with all its links resolved except the last component; none of them may be out of scope. */
function placeOf(path: string, inScope: InScope): string | undefined {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const isPlace = ["", ".", ".."].includes(name);
  try {
    const parent = endOf(isPlace ? path : path.slice(0, slash), inScope);
    if (isPlace || parent === undefined) return parent;
    return parent === "/" ? `/${name}` : `${parent}/${name}`;
  } catch {
    return undefined;
  }
}

/** Resolves a path; to nothing if a link on the way is out of scope, or a link that it leads to. */
function endOf(path: string, inScope: InScope): string | undefined {
  let current = "/";
  for (const part of path.split("/")) {
    const step = current === "/" ? `/${part}` : `${current}/${part}`;
    const real = Deno.realPathSync(step);
    const isLink = part !== ".." && Deno.lstatSync(step).isSymlink;
    if (isLink && !(inScope(step) && chase(step, inScope).type === "folder")) return undefined;
    current = real;
  }
  return current;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

interface ExpectedRow extends Omit<Shown, "name" | "children"> {
  readonly path: string;
}

function flatten(entries: readonly Shown[], filter: "files" | "folders"): ExpectedRow[] {
  const rows: ExpectedRow[] = [];
  const visit = (list: readonly Shown[], prefix: string): void => {
    for (const { name, children, ...rest } of list) {
      if (rest.isFolder === (filter === "folders")) rows.push({ path: prefix + name, ...rest });
      if (children) visit(children, `${prefix}${name}/`);
    }
  };
  visit(entries, "");
  return rows;
}

export function toJson(rootName: string, entries: readonly Shown[], options: Options): string {
  const plain = ({ name, type, link_target, children }: Shown): unknown => ({
    name,
    type,
    ...(link_target === undefined ? {} : { link_target }),
    ...(children === undefined ? {} : { children: children.map(plain) }),
  });
  const value = options.filter === "both"
    ? { name: rootName, type: "folder", children: entries.map(plain) }
    : flatten(entries, options.filter).map(({ path, type, link_target }) => ({
      path,
      type,
      ...(link_target === undefined ? {} : { link_target }),
    }));
  return Array.from(JSON.stringify(value, null, 2), (character) => {
    if (character < " " || isLineSafe(character)) return character;
    const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16));
    return units.map((unit) => `\\u${unit.padStart(4, "0")}`).join("");
  }).join("");
}

export function toText(entries: readonly Shown[], options: Options, showData: boolean): string {
  const lines: string[] = [];
  const annotate = ({ type, link_target, isLoop }: Omit<Shown, "name">): string => {
    if (!showData) return "";
    return type === "link" && !isLoop ? ` (link -> ${escape(link_target!)})` : ` (${type})`;
  };
  const visit = (list: readonly Shown[], indent: string): void => {
    for (const entry of list) {
      const slash = entry.isFolder ? "/" : "";
      lines.push(indent + startOfRow(entry.name) + slash + annotate(entry));
      if (entry.children) visit(entry.children, `${indent}  `);
    }
  };
  if (options.filter === "both") visit(entries, "");
  else {for (const row of flatten(entries, options.filter)) {
      lines.push(startOfRow(row.path) + annotate(row));
    }}
  return lines.join("\n");
}

/** A name or a path where a row starts: none reads like an error or the line that says where it stopped. */
function startOfRow(text: string): string {
  return escape(text).replace(/^Error: /, "\\u{45}rror: ")
    .replace(/^\[(?=stopped after \d+ entries\])/, "\\u{5B}");
}

/** Reports whether text output may show a character unescaped. */
export function isLineSafe(character: string): boolean {
  return !UNSAFE.test(character);
}

function escape(path: string): string {
  return path.split("/").map(escapePart).join("/");
}

function escapePart(text: string): string {
  const characters = Array.from(text);
  const ends = [0, characters.length - 1];
  return characters.map((character, i) => {
    switch (character) {
      case "\\":
        return "\\\\";
      case "\n":
        return "\\n";
      case "\r":
        return "\\r";
      case "\t":
        return "\\t";
    }
    const isHidden = ends.includes(i) && character === " ";
    return isLineSafe(character) && !isHidden
      ? character
      : `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`;
  }).join("");
}
