/**
 * The four outputs of spec 0: an indented tree or a flat list, as text or as JSON. Each takes entries
 * in the order of the walk and builds its output as it goes, so that no call ends in one long pause.
 *
 * @module
 */
import { escapeCodePoint, lineSafe } from "../../text/line_safe.ts";

/** Where an entry stands. */
export interface Place {
  /** The path of its directory from the listed one: `""`, or one that ends in `/`. */
  readonly prefix: string;
  /** 0 for the listed directory's own entries. */
  readonly depth: number;
}

/** An entry, as spec 0 shows it. */
export interface ShownEntry {
  readonly name: string;
  /** Whether the name is line-safe as it stands. */
  readonly isPlain: boolean;
  readonly type: "file" | "folder" | "link";
  /** Whether it is, or leads to, a directory. */
  readonly isFolder: boolean;
  /** The target that `link_target` gives. */
  readonly target?: string | undefined;
  /** Whether a looping chain was followed: then the annotation names no target. */
  readonly isLoop?: boolean;
}

/** Builds one output. */
export interface TreeRenderer {
  /** How long it is by now, in UTF-16 units. */
  readonly length: number;
  /** A run of regular files in one directory; with `isPlain`, each name is line-safe as it stands. */
  files(place: Place, names: readonly string[], isPlain: boolean): void;
  /** Any other entry. In a tree, what follows up to `leave` is below it if `opens`. */
  entry(place: Place, entry: ShownEntry, opens: boolean): void;
  /** The end of the directory opened last. */
  leave(): void;
  /** The whole output. `lastLine` is added to text; JSON has no place for it. */
  finish(lastLine?: string): string;
}

/** The layout of a listing. */
export interface TreeOptions {
  /** A flat list of paths in place of an indented tree. */
  readonly isFlat: boolean;
  /** Annotate each line with the entry's kind. */
  readonly isAnnotated: boolean;
}

/** The text form: modes A (tree) and B (flat). */
export function textRenderer({ isFlat, isAnnotated }: TreeOptions): TreeRenderer {
  // Each line starts with its line break, so that a run of names is one `join`.
  let text = "";
  let place: Place | undefined;
  let lead = "";
  const leadOf = (next: Place): string => {
    if (next !== place) {
      place = next;
      lead = `\n${isFlat ? lineSafe(next.prefix) : "  ".repeat(next.depth)}`;
    }
    return lead;
  };
  return {
    get length() {
      return text.length;
    },
    files(place, names, isPlain) {
      const glue = leadOf(place);
      const shown = isPlain ? names : names.map(lineSafe);
      text += isAnnotated
        ? `${glue}${shown.join(` (file)${glue}`)} (file)`
        : glue + shown.join(glue);
    },
    entry(place, entry) {
      const name = entry.isPlain ? entry.name : lineSafe(entry.name);
      text += leadOf(place) + (entry.isFolder && !isFlat ? `${name}/` : name);
      if (isAnnotated) text += ` (${annotationOf(entry)})`;
    },
    leave() {},
    finish(lastLine) {
      if (lastLine !== undefined) text += `\n${lastLine}`;
      // A first line that reads like an error of the tool is told apart by its first letter.
      return text.startsWith("\nError: ") ? escapeCodePoint("E") + text.slice(2) : text.slice(1);
    },
  };
}

function annotationOf({ type, target, isLoop }: ShownEntry): string {
  return type === "link" && !isLoop ? `link -> ${lineSafe(target ?? "")}` : type;
}

/** The JSON form of mode A: byte-equal to `JSON.stringify(root, null, 2)`. */
export function jsonTreeRenderer(rootName: string): TreeRenderer {
  let json = `{\n  "name": ${JSON.stringify(rootName)},\n  "type": "folder",\n  "children": [`;
  // One for each open list of children: whether it is still empty.
  const isEmpty = [true];
  const indent = (levels: number): string => "  ".repeat(2 * isEmpty.length + levels);
  const separate = (): void => {
    json += `${isEmpty.at(-1) ? "" : ","}\n${indent(0)}{\n`;
    isEmpty[isEmpty.length - 1] = false;
  };
  const closeList = (): void => {
    const wasEmpty = isEmpty.pop();
    json += wasEmpty ? "]\n" : `\n${indent(1)}]\n`;
  };
  return {
    get length() {
      return json.length;
    },
    files(_place, names) {
      const inner = indent(1);
      const tail = `,\n${inner}"type": "file"\n${indent(0)}}`;
      const glue = `${tail},\n${indent(0)}{\n${inner}"name": `;
      separate();
      json += `${inner}"name": ${names.map((name) => JSON.stringify(name)).join(glue)}${tail}`;
    },
    entry(_place, { name, type, target }, opens) {
      separate();
      const inner = indent(1);
      json += `${inner}"name": ${JSON.stringify(name)},\n${inner}"type": "${type}"`;
      if (type === "link") json += `,\n${inner}"link_target": ${JSON.stringify(target)}`;
      if (opens) {
        json += `,\n${inner}"children": [`;
        isEmpty.push(true);
      } else {
        json += `${type === "folder" ? `,\n${inner}"children": []` : ""}\n${indent(0)}}`;
      }
    },
    leave() {
      closeList();
      if (isEmpty.length > 0) json += `${indent(0)}}`;
    },
    finish() {
      return `${json}}`;
    },
  };
}

/** The JSON form of mode B: byte-equal to `JSON.stringify(entries, null, 2)`. */
export function jsonListRenderer(): TreeRenderer {
  let json = "";
  const add = (path: string, type: string, target?: string): void => {
    json += `${json === "" ? "" : ","}\n  {\n    "path": ${
      JSON.stringify(path)
    },\n    "type": "${type}"`;
    if (target !== undefined) json += `,\n    "link_target": ${JSON.stringify(target)}`;
    json += "\n  }";
  };
  return {
    get length() {
      return json.length;
    },
    files({ prefix }, names) {
      for (const name of names) add(prefix + name, "file");
    },
    entry({ prefix }, { name, type, target }) {
      add(prefix + name, type, type === "link" ? target : undefined);
    },
    leave() {},
    finish() {
      return json === "" ? "[]" : `[${json}\n]`;
    },
  };
}
