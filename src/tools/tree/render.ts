/**
 * The four outputs: an indented tree or a flat list, as text or as JSON. Each appends entries at once, in the
 * order of the walk, so that no call ends in one long pause.
 */
import { jsonSafe, lineSafe, needsNoEscape } from "../../text/line_safe.ts";
import { rowSafe } from "../row_safe.ts";
import type { ShownEntry } from "./shown_entry.ts";

interface RowDirectory {
  /** Its path from the listed directory: `""`, or one that ends in `/`. */
  readonly prefix: string;
  /** 0 for the listed directory. */
  readonly depth: number;
}

/** Builds one output. */
export interface TreeRenderer {
  /** The current length of the output, in UTF-16 units. */
  readonly length: number;
  /** Adds regular files. With `arePlain`, their names need no escape. */
  files(directory: RowDirectory, names: readonly string[], arePlain: boolean): void;
  /** Adds another entry. If the walk descends into it, all that follows up to `leave` is its contents. */
  entry(directory: RowDirectory, entry: ShownEntry, descends: boolean): void;
  /** Ends the directory that was entered last. */
  leave(): void;
  /** Returns the output. Only text takes a `lastLine`. */
  finish(lastLine?: string): string;
}

interface RenderArguments {
  readonly filter: "files" | "folders" | "both";
  readonly format: "text" | "json";
  readonly show_data: boolean;
  /** True if text says where links lead, `name@ -> TARGET`, and shows folders alone as a tree, too. */
  readonly isView: boolean;
}

/** Returns the renderer for the arguments. `rootName` is the name of the listed directory in a JSON tree. */
export function rendererFor(options: RenderArguments, rootName: string): TreeRenderer {
  if (options.format === "text") return textRenderer(options);
  return options.filter === "both" ? jsonTreeRenderer(rootName) : jsonListRenderer();
}

function textRenderer({ filter, show_data: isAnnotated, isView }: RenderArguments): TreeRenderer {
  const isFlat = filter === "files" || filter === "folders" && !isView;
  // Each line starts with its line break, so that one `join` adds many names.
  let text = "";
  let rowPrefix: RowPrefix | undefined;
  const rowPrefixIn = (directory: RowDirectory): RowPrefix => {
    if (rowPrefix?.directory === directory) return rowPrefix;
    const prefix = isFlat ? directory.prefix : "";
    const lead = isFlat ? "\n" : `\n${"  ".repeat(directory.depth)}`;
    return rowPrefix = { directory, prefix, lead, isPlain: needsNoEscape(prefix) };
  };
  return {
    get length() {
      return text.length;
    },
    files(directory, names, arePlain) {
      const { prefix, lead, isPlain } = rowPrefixIn(directory);
      const needsNoEscaping = arePlain && isPlain;
      const glue = needsNoEscaping ? lead + prefix : lead;
      const shown = needsNoEscaping ? names : names.map((name) => rowSafe(prefix + name));
      text += glue;
      text += shown.join(isAnnotated ? ` (file)${glue}` : glue);
      if (isAnnotated) text += " (file)";
    },
    entry(directory, entry) {
      const { prefix, lead, isPlain } = rowPrefixIn(directory);
      const path = prefix + entry.name;
      text += lead;
      text += entry.isPlain && isPlain ? path : rowSafe(path);
      const target = targetOf(entry);
      if (isView && target !== undefined) text += `@ -> ${target}`;
      else if (entry.isFolder && !isFlat) text += "/";
      if (isAnnotated) text += ` (${target === undefined ? entry.type : `link -> ${target}`})`;
    },
    leave() {},
    finish(lastLine) {
      if (lastLine !== undefined) text += `\n${lastLine}`;
      return text.slice(1);
    },
  };
}

interface RowPrefix {
  readonly directory: RowDirectory;
  /** The path before each name, unescaped. */
  readonly prefix: string;
  /** The line break, and the indentation. */
  readonly lead: string;
  readonly isPlain: boolean;
}

/** Returns where a link leads, as text shows it. */
function targetOf({ type, target, isCycle }: ShownEntry): string | undefined {
  return type === "link" && !isCycle && target !== undefined ? lineSafe(target) : undefined;
}

function jsonString(text: string): string {
  return jsonSafe(JSON.stringify(text));
}

/** Renders the tree as JSON: {@linkcode jsonSafe} of `JSON.stringify(root, null, 2)`, byte for byte. */
function jsonTreeRenderer(rootName: string): TreeRenderer {
  let json = `{\n  "name": ${jsonString(rootName)},\n  "type": "folder",\n  "children": [`;
  // One flag for each unfinished list of children.
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
    files(_directory, names) {
      const inner = indent(1);
      const tail = `,\n${inner}"type": "file"\n${indent(0)}}`;
      const glue = `${tail},\n${indent(0)}{\n${inner}"name": `;
      separate();
      json += `${inner}"name": ${names.map(jsonString).join(glue)}${tail}`;
    },
    entry(_directory, { name, type, target }, descends) {
      separate();
      const inner = indent(1);
      json += `${inner}"name": ${jsonString(name)},\n${inner}"type": "${type}"`;
      if (type === "link" && target !== undefined) {
        json += `,\n${inner}"link_target": ${jsonString(target)}`;
      }
      if (descends) {
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

/** Renders the flat list as JSON: {@linkcode jsonSafe} of `JSON.stringify(entries, null, 2)`, byte for byte. */
function jsonListRenderer(): TreeRenderer {
  let json = "";
  const add = (path: string, type: string, target?: string): void => {
    json += `${json === "" ? "" : ","}\n  {\n    "path": ${
      jsonString(path)
    },\n    "type": "${type}"`;
    if (target !== undefined) json += `,\n    "link_target": ${jsonString(target)}`;
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
