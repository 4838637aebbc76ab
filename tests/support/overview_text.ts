/**
 * An oracle for `overview`: parses its text, and checks it against a tree read with plain calls.
 *
 * It shares no code with the product. Names must not start with a space, nor look like the end of a row.
 */
import { assert, assertEquals } from "@std/assert";
import type { OverviewResult } from "../../mod.ts";
import { compareBytes } from "./compare_bytes.ts";

interface Counts {
  files: number;
  dirs: number;
  links: number;
  others: number;
}

interface Found {
  readonly kind: keyof Counts;
  readonly omitted?: "ignored" | "hidden";
  /** The contents of a directory that is not left out. */
  readonly inside: ReadonlyMap<string, Found>;
}

/** Reads a tree with plain calls. `isIgnored` takes paths relative to the root. */
export function readTree(
  root: string,
  isIgnored: (path: string) => boolean,
  includeHidden: boolean,
): ReadonlyMap<string, Found> {
  const read = (directory: string): Map<string, Found> => {
    const found = new Map<string, Found>();
    for (const { name, isFile, isDirectory, isSymlink } of Deno.readDirSync(root + directory)) {
      const path = `${directory}/${name}`;
      const kind = isSymlink ? "links" : isDirectory ? "dirs" : isFile ? "files" : "others";
      const omitted = isIgnored(path.slice(1))
        ? "ignored"
        : !includeHidden && name.startsWith(".")
        ? "hidden"
        : undefined;
      const isOpen = kind === "dirs" && omitted === undefined;
      const inside = isOpen ? read(path) : new Map<string, Found>();
      found.set(name, omitted === undefined ? { kind, inside } : { kind, omitted, inside });
    }
    return found;
  };
  return read("");
}

interface Sums {
  readonly totals: Counts;
  readonly omitted: { ignored: number; hidden: number };
}

function sumsOf(tree: ReadonlyMap<string, Found>): Sums {
  const totals = { files: 0, dirs: 0, links: 0, others: 0 };
  const omitted = { ignored: 0, hidden: 0 };
  const add = (each: ReadonlyMap<string, Found>): void => {
    for (const found of each.values()) {
      if (found.omitted !== undefined) omitted[found.omitted]++;
      else totals[found.kind]++;
      add(found.inside);
    }
  };
  add(tree);
  return { totals, omitted };
}

export interface ParsedRow {
  readonly type: "file" | "link" | "other" | "ignored" | "open" | "closed" | "more";
  /** The name; in a chain of directories, the first of them. */
  readonly name: string;
  /** In a chain, the directories after the first. */
  readonly chain: readonly string[];
  /** The remark of a closed directory, or the row for the rest. */
  readonly about: string;
  readonly inside: ParsedRow[];
}

/** Reverses the escapes of line-safe text. */
function unescape(text: string): string {
  const short: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\" };
  return text.replace(
    /\\(?:u\{([0-9A-F]+)\}|([ntr\\]))/g,
    (_, code, letter) =>
      code === undefined ? short[letter]! : String.fromCodePoint(parseInt(code, 16)),
  );
}

/** The mark of a row, which `namedPaths` and the oracle leave out: a tab stands in no name. */
export const MARK = /\t#([1-5])(?: (.+))?$/;

/** Parses the rows of a text, and its last line. */
export function parse(
  text: string,
): { readonly rows: readonly ParsedRow[]; readonly last: string } {
  const lines = text === "" ? [] : text.split("\n");
  const last = lines.at(-1)?.startsWith("omitted: ") ? lines.pop()! : "";
  const levels: ParsedRow[][] = [[]];
  for (const line of lines) {
    const depth = /^ */.exec(line)![0].length;
    assert(depth < levels.length, `no directory holds ${JSON.stringify(line)}`);
    const row = parseRow(line.slice(depth).replace(MARK, ""));
    levels.length = depth + 1;
    levels[depth]!.push(row);
    if (row.type === "open") levels.push(row.inside);
  }
  return { rows: levels[0]!, last };
}

function parseRow(line: string): ParsedRow {
  const row = (type: ParsedRow["type"], names: string, about = ""): ParsedRow => {
    const [name, ...chain] = names.split("/").map(unescape);
    return { type, name: name!, chain, about, inside: [] };
  };
  if (line.startsWith("… ")) return row("more", "", line);
  const slash = line.indexOf("/");
  const link = line.indexOf("@ -> ");
  if (link >= 0 && (slash < 0 || link < slash)) return row("link", line.slice(0, link));
  if (slash >= 0) {
    const [, names, remark] = /^(.*?)\/(?: \((.*)\))?$/s.exec(line)!;
    if (remark === undefined) return row("open", names!);
    return remark === "ignored" ? row("ignored", names!) : row("closed", names!, remark);
  }
  return line.endsWith(" (other)") ? row("other", line.slice(0, -8)) : row("file", line);
}

/** Parses `1,284 files, 96 dirs`. */
function parseCounts(text: string): Counts {
  const counts = { files: 0, dirs: 0, links: 0, others: 0 };
  for (const part of text.split(/, (?=\d)/)) {
    const [, number, noun] = /^([\d,]+) (\w+)$/.exec(part) ?? [];
    const kind = noun?.endsWith("s") ? noun : `${noun}s`;
    assert(number !== undefined && Object.hasOwn(counts, kind), text);
    const count = Number(number.replaceAll(",", ""));
    assertEquals(number, count.toLocaleString("en-US"));
    assertEquals(noun!.endsWith("s"), count !== 1, text);
    assert(count > 0, text);
    counts[kind as keyof Counts] = count;
  }
  return counts;
}

const KINDS: Readonly<Record<string, keyof Counts>> = {
  file: "files",
  link: "links",
  other: "others",
  open: "dirs",
  closed: "dirs",
  ignored: "dirs",
};

/** Checks every row against the tree, and that visible + summarised + omitted covers every entry. */
export function check(result: OverviewResult, tree: ReadonlyMap<string, Found>): void {
  const { text, totals, omitted, truncated, estimated_tokens, query } = result;
  const { rows, last } = parse(text);
  const sums = sumsOf(tree);
  assertEquals(totals, sums.totals);
  const { ignored, hidden, ...none } = omitted;
  assertEquals({ ignored, hidden }, sums.omitted);
  assertEquals(none, { denied: 0, outside: 0, unaddressable: 0, io_error: 0 });
  const left = Object.entries({ ignored, hidden }).filter(([, count]) => count > 0);
  const list = left.map(([reason, count]) => `${count.toLocaleString("en-US")} ${reason}`);
  assertEquals(last, list.length === 0 ? "" : `omitted: ${list.join(", ")}`);
  const seen = { files: 0, dirs: 0, links: 0, others: 0 };
  const add = (counts: Counts): void => {
    for (const kind of ["files", "dirs", "links", "others"] as const) seen[kind] += counts[kind];
  };
  let isWhole = true;
  const isShown = isShownWith(query.include_hidden as boolean);
  const visit = (rows: readonly ParsedRow[], inside: ReadonlyMap<string, Found>): void => {
    const names = [...inside].filter(isShown).map(([name]) => name);
    const more = rows.at(-1)?.type === "more" ? rows.at(-1) : undefined;
    const named = more === undefined ? rows : rows.slice(0, -1);
    const shown = new Set(named.map(({ name }) => name));
    assertEquals(
      named.map(({ name }) => name),
      names.filter((name) => shown.has(name)).sort(compareBytes),
    );
    for (const row of named) {
      let found = inside.get(row.name)!;
      assertEquals(KINDS[row.type], found.kind, row.name);
      assertEquals(row.type === "ignored", found.omitted === "ignored", row.name);
      if (found.omitted !== undefined) continue;
      seen[found.kind]++;
      for (const name of row.chain) {
        const above = found;
        assertEquals([...above.inside].filter(isShown).map(([name]) => name), [name]);
        found = above.inside.get(name)!;
        assertEquals([found.kind, found.omitted], ["dirs", undefined], name);
        assertEquals(sumsOf(found.inside).omitted, sumsOf(above.inside).omitted, name);
        seen.dirs++;
      }
      if (row.type === "open") {
        assert(row.inside.length > 0, row.name);
        visit(row.inside, found.inside);
      } else if (row.type === "closed") {
        isWhole &&= checkSummary(row.about, found.inside, isShown);
        add(sumsOf(found.inside).totals);
      }
    }
    const rest = new Map([...inside].filter((entry) => isShown(entry) && !shown.has(entry[0])));
    assertEquals(more !== undefined, rest.size > 0, text);
    if (more === undefined) return;
    isWhole = false;
    add(checkRest(more.about, rest));
  };
  visit(rows, tree);
  assertEquals(seen, totals, text);
  assertEquals(truncated, !isWhole, text);
  assert(estimated_tokens <= (query.max_tokens as number), text);
  assert(Math.ceil(new TextEncoder().encode(text).length / 3) <= estimated_tokens);
}

/** Checks a row for the rest against the entries that have none. Returns what it counts. */
function checkRest(about: string, rest: ReadonlyMap<string, Found>): Counts {
  const [, number, list, left] = /^… (?:([\d,]+) more \((.*)\))?(?:, )?(?:([\d,]+) omitted)?$/s
    .exec(about)!;
  assert(number !== undefined || left !== undefined, about);
  const { totals } = sumsOf(rest);
  const omitted = [...rest.values()].filter(({ omitted }) => omitted !== undefined);
  assertEquals(left ?? "0", omitted.length.toLocaleString("en-US"), about);
  const { files, dirs, links, others } = totals;
  assertEquals(number ?? "0", (files + dirs + links + others).toLocaleString("en-US"), about);
  if (number === undefined) return totals;
  const [counts, listed] = split(list!);
  assertEquals(parseCounts(counts), totals, about);
  const extensions = extensionsIn(rest);
  for (const [extension, count] of listed) {
    assertEquals(extensions.get(extension), count, about);
    assert(count >= 0.05 * files, about);
  }
  return totals;
}

/** Returns the entries that have rows. Ignored directories have, unless they are hidden and hidden ones are not shown. */
function isShownWith(includesHidden: boolean): (entry: [string, Found]) => boolean {
  return ([name, { omitted, kind }]) =>
    omitted === undefined ||
    omitted === "ignored" && kind === "dirs" && (includesHidden || !name.startsWith("."));
}

/** Checks a summary. Returns whether the directory has no entry that could be shown. */
function checkSummary(
  about: string,
  inside: ReadonlyMap<string, Found>,
  isShown: (entry: [string, Found]) => boolean,
): boolean {
  const { totals, omitted } = sumsOf(inside);
  const left = omitted.ignored + omitted.hidden;
  if (Object.values(totals).every((count) => count === 0)) {
    assertEquals(about, left === 0 ? "empty" : `${left.toLocaleString("en-US")} omitted`);
    return ![...inside].some(isShown);
  }
  const [counts, listed] = split(about);
  assertEquals(parseCounts(counts), totals);
  const top = [...extensionsIn(inside)].sort(([a, m], [b, n]) => n - m || compareBytes(a, b)).slice(
    0,
    3,
  );
  const frequent = top.filter(([, count]) => count >= 0.05 * totals.files);
  if (listed.length > 0) assertEquals(listed, frequent, about);
  return false;
}

/** Splits `9 files, 1 dir: .ts 8, .js 1`. */
function split(about: string): [counts: string, extensions: [string, number][]] {
  const [counts, listed] = about.split(/: (?=\.)/);
  const extensions = listed?.split(/(?<= [\d,]+), (?=\.)/) ?? [];
  return [
    counts!,
    extensions.map((each) => {
      const [, extension, count] = /^(.+) ([\d,]+)$/s.exec(each)!;
      return [unescape(extension!), Number(count!.replaceAll(",", ""))];
    }),
  ];
}

/** Returns the number of files of each extension that is frequent enough to be shown. */
function extensionsIn(tree: ReadonlyMap<string, Found>): ReadonlyMap<string, number> {
  const extensions = new Map<string, number>();
  const collect = (each: ReadonlyMap<string, Found>): void => {
    for (const [name, { kind, omitted, inside }] of each) {
      collect(inside);
      const [, extension] = /.(\.[^.]+)$/s.exec(name) ?? [];
      if (kind !== "files" || omitted !== undefined || extension === undefined) continue;
      if (extension.length > 12 || !/\p{L}/u.test(extension)) continue;
      extensions.set(extension, (extensions.get(extension) ?? 0) + 1);
    }
  };
  collect(tree);
  return extensions;
}

/** The path of every entry that a text names, those of a chain one by one, in order. */
export function namedPaths({ text }: OverviewResult): string[] {
  const paths: string[] = [];
  const visit = (rows: readonly ParsedRow[], above: string): void => {
    for (const { type, name, chain, inside } of rows) {
      if (type === "more") continue;
      let path = above;
      for (const each of [name, ...chain]) paths.push(path += `/${each}`);
      visit(inside, path);
    }
  };
  visit(parse(text).rows, "");
  return paths.map((path) => path.slice(1));
}
