import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { Cursors } from "../../../src/tools/discovery/cursor.ts";
import { DirscopeError } from "../../../src/errors.ts";
import { seal, sealBytes, unseal } from "../../support/cursors.ts";
import { pathsOf, TOOLS } from "../../support/discovery.ts";
import { readsOf } from "../../support/disk_reads.ts";
import { LINKS, testsNeeding } from "../../support/machine.ts";
import { link, type Tree, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS);

const TREE: Tree = { "a/x": "", "a/y": "", "b-c": "", "b/x": "", "z": "", "up": link("..") };

const QUERIES = [
  { name: "find_files", args: { limit: 1 } },
  { name: "glob_search", args: { pattern: "**", max_results: 1 } },
  { name: "list_dir_entries", args: { limit: 1 } },
] as const;

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const encodeCursor = (query: unknown, position: string): Promise<string> =>
  new Cursors(query).encode(position);
const decodeCursor = (query: unknown, cursor: string): Promise<string> =>
  new Cursors(query).decode(cursor);

async function isRefused(query: unknown, cursor: string): Promise<boolean> {
  const error = await assertRejects(() => decodeCursor(query, cursor), DirscopeError);
  return error.code === "bad_cursor";
}

Deno.test("decodeCursor gives back any position that encodeCursor was given, for that query alone", async () => {
  const position = fc.string({ unit: "grapheme" });
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), position, async (query, other, position) => {
      const cursor = await encodeCursor(query, position);
      assert(/^[\w-]+$/.test(cursor), cursor);
      assertEquals(await decodeCursor(query, cursor), position);
      assertEquals(await encodeCursor(query, position), cursor, "no noise");
      if (JSON.stringify(query) !== JSON.stringify(other)) assert(await isRefused(other, cursor));
    }),
  );
});

Deno.test("decodeCursor refuses a cursor that is cut, edited, or added to anywhere", async () => {
  for (const position of ["", "a", "ab", "abc", "some/where"]) {
    const cursor = await encodeCursor(["q"], position);
    for (let i = 0; i <= cursor.length; i++) {
      const [before, after] = [cursor.slice(0, i), cursor.slice(i)];
      const added = ["A", "AAAA", "=", "==", " ", "\n", "\0", "é"].map((text) =>
        before + text + after
      );
      const changed = [...added, ...before === "" ? [] : [after], ...after === "" ? [] : [before]];
      // The neighbour in the alphabet differs in the lowest bits only, which the last character of
      // an unpadded base64 text may not use.
      const at = BASE64URL.indexOf(cursor[i] ?? "A");
      for (const other of [BASE64URL[at ^ 1]!, BASE64URL[at ^ 2]!, BASE64URL[at ^ 32]!, "=", "+"]) {
        if (after !== "") changed.push(before + other + after.slice(1));
      }
      for (const text of changed) assert(await isRefused(["q"], text), `${text} for ${cursor}`);
    }
  }
});

Deno.test("decodeCursor refuses another version, and odd content with a right checksum", async (t) => {
  const [version, hash] = unseal(await encodeCursor(["q"], "a"));
  assertEquals(await decodeCursor(["q"], await seal(version, hash, "a")), "a");
  const content: [string, Uint8Array<ArrayBuffer>][] = [
    ["version 0", Uint8Array.of(0, ...hash, 0x61)],
    ["the next version", Uint8Array.of(version + 1, ...hash, 0x61)],
    ["nothing", Uint8Array.of()],
    ["a version alone", Uint8Array.of(version)],
    ["a hash cut short", Uint8Array.of(version, ...hash.subarray(0, 11))],
    ["another hash", Uint8Array.of(version, ...hash.toReversed(), 0x61)],
    ["no hash", Uint8Array.of(version, 0x61)],
    ["JSON", new TextEncoder().encode(`[${version},"",""]`)],
    ["a position that is not UTF-8", Uint8Array.of(version, ...hash, 0x5b, 0xff, 0xfe)],
    ["a position with half a character", Uint8Array.of(version, ...hash, 0xc3)],
    ["a position with a surrogate", Uint8Array.of(version, ...hash, 0xed, 0xa0, 0x80)],
  ];
  for (const [what, bytes] of content) {
    await t.step(what, async () => assert(await isRefused(["q"], await sealBytes(bytes))));
  }
});

Deno.test("decodeCursor refuses a cursor over 8 KiB, right as it may be, and megabytes", async () => {
  const [version, hash] = unseal(await encodeCursor(["q"], ""));
  const long = await seal(version, hash, "a".repeat(8 * 1024));
  assert(long.length > 8 * 1024);
  assert(await isRefused(["q"], long));
  const fits = await seal(version, hash, "a".repeat(5000));
  assert(fits.length < 8 * 1024);
  assertEquals(await decodeCursor(["q"], fits), "a".repeat(5000));
  for (const text of ["A", "=", "\u{1F600}", "[", "\0"]) {
    assert(await isRefused(["q"], text.repeat(4 * 1024 * 1024)));
  }
});

test("A cursor holds nothing absolute, and not the query in clear", async () => {
  const cursors = new Set<string>();
  for (let i = 0; i < 2; i++) {
    await withQuickTree(TREE, async (cwd) => {
      const args = { limit: 1, path_contains: "", extensions: null, exclude_dirs: ["topsecret"] };
      const { next_cursor } = await TOOLS.find_files!.execute(args, { cwd });
      const content = JSON.stringify(unseal(next_cursor!));
      assert(!content.includes(cwd) && !content.includes("topsecret"), content);
      cursors.add(next_cursor!);
    });
  }
  assertEquals(cursors.size, 1, "the same in another place");
});

test("A cursor of another query is bad_cursor; another page size or spelling of root is the same query", async () => {
  const rows: [tool: string, args: object, same: object[], others: object[]][] = [
    ["find_files", { limit: 1 }, [{ limit: 2 }, {}, { root: "./" }, { root: "a/.." }], [
      { root: "a" },
      { max_depth: 5 },
      { extensions: ["x"] },
      { name_contains: "x" },
      { path_contains: "x" },
      { exclude_dirs: ["x"] },
      { case_sensitive: true },
      { use_gitignore: true },
    ]],
    [
      "glob_search",
      { pattern: "**", max_results: 1 },
      [{ pattern: "**" }, { pattern: "**", max_results: 7, root: "." }],
      [
        { pattern: "*" },
        { pattern: "**", root: "a" },
        { pattern: "**", kind: "file" },
        { pattern: "**", case_sensitive: false },
        { pattern: "**", use_gitignore: true },
      ],
    ],
    ["list_dir_entries", { limit: 1 }, [{ limit: 9 }, { path: "./." }], [
      { path: "a" },
      { include_hidden: true },
    ]],
  ];
  await withQuickTree(TREE, async (cwd) => {
    const foreign: [string, string][] = [];
    for (const [name, args, same, others] of rows) {
      const { next_cursor: cursor } = await TOOLS[name]!.execute(args, { cwd });
      foreign.push([name, cursor!]);
      for (const more of same) {
        const { error } = await TOOLS[name]!.execute({ ...more, cursor }, { cwd });
        assertEquals(error, undefined, JSON.stringify(more));
      }
      for (const more of others) {
        const { result, reads } = await readsOf(() =>
          TOOLS[name]!.execute({ ...more, cursor }, { cwd })
        );
        assertEquals([result.error?.code, reads], ["bad_cursor", []], JSON.stringify(more));
      }
      const elsewhere = { cwd: `${cwd}/a`, roots: [cwd] };
      const root = name === "list_dir_entries" ? { path: ".." } : { root: ".." };
      const { error } = await TOOLS[name]!.execute({ ...args, ...root, cursor }, elsewhere);
      assertEquals(error?.code, "bad_cursor", "root is another relative to that cwd");
    }
    for (const { name, args } of QUERIES) {
      for (const [from, cursor] of foreign) {
        const { error } = await TOOLS[name]!.execute({ ...args, cursor }, { cwd });
        assertEquals(error?.code, from === name ? undefined : "bad_cursor", `${from} ${name}`);
      }
    }
  });
});

test("bad_cursor from every tool with pages: an error in shape, nothing is read", () =>
  withQuickTree(TREE, async (cwd) => {
    for (const { name, args } of QUERIES) {
      const { next_cursor } = await TOOLS[name]!.execute(args, { cwd });
      const [version, hash, position] = unseal(next_cursor!);
      const bad = [
        " ",
        "!!!",
        `${next_cursor}=`,
        "A".repeat(3_000_000),
        await seal(version + 1, hash, position),
      ];
      for (const cursor of bad) {
        const { result, reads } = await readsOf(() =>
          TOOLS[name]!.execute({ ...args, cursor }, { cwd })
        );
        const { success, error, count, truncated, entries, query } = result;
        assertEquals([success, error?.code, count, truncated], [false, "bad_cursor", 0, false]);
        assertEquals([entries, reads, Object.hasOwn(query, "cursor")], [[], [], false]);
        assert(error!.message.length < 200);
      }
    }
  }));

test("The path in a cursor of list_dir_entries is only compared with names read from disk, never opened", () =>
  withQuickTree({ ...TREE, "-": "", "\u{1F600}": "" }, async (root) => {
    const [cwd, list] = [`${root}/a`, TOOLS.list_dir_entries!];
    const { next_cursor } = await list.execute({ limit: 1 }, { cwd });
    const [version, hash] = unseal(next_cursor!);
    const all = pathsOf(await list.execute({}, { cwd }));
    const kinds = ["dir/..", "dir/../b", "file//etc/passwd", "zzz/a", "symlink/", "/", "", ".."];
    for (const position of [...kinds, "/etc/passwd", "\0", "\uD800", "x".repeat(3000)]) {
      const cursor = await seal(version, hash, position);
      const { result, reads } = await readsOf(() => list.execute({ cursor }, { cwd }));
      assertEquals(pathsOf(result).filter((path) => !all.includes(path)), []);
      assert(reads.every((path) => path === cwd), `${position}: ${reads}`);
    }
  }));
