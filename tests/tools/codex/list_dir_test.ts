import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import fc from "fast-check";
import { TOOLSETS, toToolResult } from "../../../mod.ts";
import {
  compareBytes,
  pipe,
  shell,
  stall,
  withReads,
  withUnreadable,
} from "../../support/system.ts";
import { bytes, fifo, link, makeTree, type Node, type Tree, withTree } from "../../support/tree.ts";

const { list_dir } = TOOLSETS.codex;
const execute = list_dir!.execute as (
  args: unknown,
  context?: Parameters<typeof TOOLSETS.codex.list_dir.execute>[1],
) => Promise<{ content: string; success: boolean }>;

/** The lines below the header of a successful call. */
async function linesOf(args: Record<string, unknown>, context = {}): Promise<string[]> {
  const { content, success } = await execute(args, context);
  assertEquals(success, true, content);
  const [header, ...lines] = content.split("\n");
  assert(header!.startsWith("Absolute path: "), header);
  return lines;
}

const failure = (content: string) => ({ content, success: false });

const NESTED: Tree = {
  "nested/child.txt": "",
  "nested/deeper/grandchild.txt": "",
  "root.txt": "",
};

Deno.test("codex list_dir: a basic list of depth 2 is the example of the spec", async () => {
  await withTree({ "nested/child.txt": "", "root.txt": "" }, async (root) => {
    const expected = {
      content: `Absolute path: ${root}\nnested/\n  child.txt\nroot.txt`,
      success: true,
    };
    assertEquals(await execute({ dir_path: root, offset: 1, limit: 10, depth: 2 }), expected);
    // "offset default 1; limit default 25; depth default 2"; null means absent.
    assertEquals(await execute({ dir_path: root }), expected);
    assertEquals(
      await execute({ dir_path: root, offset: null, limit: null, depth: null }),
      expected,
    );
    assertEquals(
      await execute({ dir_path: root, offset: undefined, limit: undefined }),
      expected,
    );
  });
});

Deno.test("codex list_dir: pages follow breadth-first order, as in the example of decision 6.2", async () => {
  await withTree(NESTED, async (root) => {
    const page = (offset: number) => linesOf({ dir_path: root, offset, limit: 2, depth: 3 });
    assertEquals(await page(1), ["nested/", "root.txt", "More than 2 entries found"]);
    assertEquals(await page(3), ["  child.txt", "  deeper/", "More than 2 entries found"]);
    assertEquals(await page(5), ["    grandchild.txt"]);
    assertEquals(
      await execute({ dir_path: root, offset: 6, limit: 2, depth: 3 }),
      failure("offset exceeds directory entry count"),
    );
  });
});

Deno.test("codex list_dir: 'Output ends with More than 3 entries found' exactly when there are more", async () => {
  await withTree(NESTED, async (root) => {
    const rows: [number, number, string[]][] = [
      [1, 3, ["nested/", "  child.txt", "root.txt", "More than 3 entries found"]],
      [1, 4, ["nested/", "  child.txt", "  deeper/", "root.txt", "More than 4 entries found"]],
      [1, 5, ["nested/", "  child.txt", "  deeper/", "    grandchild.txt", "root.txt"]],
      [1, 6, ["nested/", "  child.txt", "  deeper/", "    grandchild.txt", "root.txt"]],
      [2, 4, ["  child.txt", "  deeper/", "    grandchild.txt", "root.txt"]],
      [2, 3, ["  child.txt", "  deeper/", "root.txt", "More than 3 entries found"]],
      [5, 1, ["    grandchild.txt"]],
    ];
    for (const [offset, limit, lines] of rows) {
      assertEquals(
        await linesOf({ dir_path: root, offset, limit, depth: 3 }),
        lines,
        `${offset}, ${limit}`,
      );
    }
  });
});

Deno.test("codex list_dir: 'limit (usize, default 25)' and no more", async () => {
  const names = Array.from({ length: 26 }, (_, i) => `f${String(i).padStart(2, "0")}`);
  await withTree(Object.fromEntries(names.map((name) => [name, ""])), async (root) => {
    assertEquals(await linesOf({ dir_path: root }), [
      ...names.slice(0, 25),
      "More than 25 entries found",
    ]);
    await Deno.remove(`${root}/f25`);
    assertEquals(await linesOf({ dir_path: root }), names.slice(0, 25));
  });
});

Deno.test("codex list_dir: 'Large limits handle usize::MAX safely', and so do offset and depth", async () => {
  await withTree(NESTED, async (root) => {
    const all = ["nested/", "  child.txt", "  deeper/", "    grandchild.txt", "root.txt"];
    for (const huge of [Number.MAX_SAFE_INTEGER, 18446744073709551615]) {
      assertEquals(await linesOf({ dir_path: root, limit: huge, depth: huge }), all);
      assertEquals(
        await linesOf({ dir_path: root, offset: 5, limit: huge, depth: huge }),
        ["    grandchild.txt"],
      );
      assertEquals(
        await execute({ dir_path: root, offset: huge, limit: huge }),
        failure("offset exceeds directory entry count"),
      );
    }
  });
});

Deno.test("codex list_dir: 'Depth=1 lists only immediate children; deeper levels appear with indentation'", async () => {
  await withTree({ "a/b/c/d/e": "", "z": "" }, async (root) => {
    const rows: [number, string[]][] = [
      [1, ["a/", "z"]],
      [2, ["a/", "  b/", "z"]],
      [3, ["a/", "  b/", "    c/", "z"]],
      [4, ["a/", "  b/", "    c/", "      d/", "z"]],
      [5, ["a/", "  b/", "    c/", "      d/", "        e", "z"]],
      [6, ["a/", "  b/", "    c/", "      d/", "        e", "z"]],
    ];
    for (const [depth, lines] of rows) {
      assertEquals(await linesOf({ dir_path: root, depth }), lines, String(depth));
    }
  });
});

Deno.test("codex list_dir: an offset beyond the entries fails, an empty directory is only its header (6.3)", async () => {
  await withTree({ "a": "", "empty/": "" }, async (root) => {
    assertEquals(
      await execute({ dir_path: root, offset: 999, limit: 5, depth: 1 }),
      failure("offset exceeds directory entry count"),
    );
    assertEquals(
      await execute({ dir_path: root, offset: 3 }),
      failure("offset exceeds directory entry count"),
    );
    assertEquals(await linesOf({ dir_path: root, offset: 2 }), ["empty/"]);
    for (const offset of [1, 2, 999]) {
      assertEquals(await execute({ dir_path: `${root}/empty`, offset }), {
        content: `Absolute path: ${root}/empty`,
        success: true,
      });
    }
  });
});

Deno.test("codex list_dir: exact messages for what is out of range, checked in the order of decision 6.1", async () => {
  const OFFSET = "offset must be a 1-indexed entry number";
  const LIMIT = "limit must be greater than zero";
  const DEPTH = "depth must be greater than zero";
  const ABSOLUTE = "dir_path must be an absolute path";
  const rows: [Record<string, unknown>, string][] = [
    [{ dir_path: "./relative" }, ABSOLUTE],
    [{ dir_path: "." }, ABSOLUTE],
    [{ dir_path: "" }, ABSOLUTE],
    [{ dir_path: " /" }, ABSOLUTE],
    [{ dir_path: "~" }, ABSOLUTE],
    [{ dir_path: "C:\\x" }, ABSOLUTE],
    [{ dir_path: "/repo", depth: 0 }, DEPTH],
    [{ dir_path: "/repo", depth: -1 }, DEPTH],
    [{ dir_path: "/repo", limit: 0 }, LIMIT],
    [{ dir_path: "/repo", limit: -5 }, LIMIT],
    [{ dir_path: "/repo", offset: 0 }, OFFSET],
    [{ dir_path: "/repo", offset: -0 }, OFFSET],
    [{ dir_path: "/repo", offset: Number.MIN_SAFE_INTEGER }, OFFSET],
    [{ dir_path: "relative", offset: 0, limit: 0, depth: 0 }, OFFSET],
    [{ depth: 0, limit: 0, dir_path: "relative", offset: 1 }, LIMIT],
    [{ dir_path: "relative", depth: 0 }, DEPTH],
    [{ dir_path: "relative", depth: 1 }, ABSOLUTE],
  ];
  for (const [args, message] of rows) {
    assertEquals(await execute(args), failure(message), JSON.stringify(args));
  }
});

Deno.test("codex list_dir: 'anything else wrong in the arguments starts failed to parse function arguments' (6.1)", async () => {
  // Each names the argument; out-of-range values beside it do not come first.
  const rows: [unknown, RegExp][] = [
    [{}, /dir_path/],
    [{ dir_path: null }, /dir_path/],
    [{ dir_path: 1 }, /dir_path.*1/],
    [{ dir_path: ["/"] }, /dir_path/],
    [{ dir_path: { toString: () => "/" } }, /dir_path/],
    [{ dir_path: "/a\0b" }, /dir_path/],
    [{ dir_path: "relative\0", offset: 0 }, /dir_path/],
    [{ dir_path: "/", offset: 1.5 }, /offset.*1\.5/],
    [{ dir_path: "/", offset: NaN }, /offset.*NaN/],
    [{ dir_path: "/", limit: Infinity }, /limit.*Infinity/],
    [{ dir_path: "/", limit: -Infinity }, /limit.*-Infinity/],
    [{ dir_path: "/", limit: "10" }, /limit.*10/],
    [{ dir_path: "/", limit: 0.5 }, /limit.*0\.5/],
    [{ dir_path: "/", depth: true }, /depth.*true/],
    [{ dir_path: "/", depth: false }, /depth.*false/],
    [{ dir_path: "/", depth: [1] }, /depth/],
    [{ dir_path: "/", depth: {} }, /depth/],
    [{ dir_path: "/", depth: 1n }, /depth/],
    [{ dir_path: "/", offset: 0, depth: "2" }, /depth/],
    [{ dir_path: "relative", offset: 0, colour: 1 }, /colour/],
    [{ dir_path: "/", path: "/" }, /path/],
    [{ dir_path: "/", Depth: 1 }, /Depth/],
    [JSON.parse('{"dir_path":"/","__proto__":{"depth":1}}'), /__proto__/],
    [JSON.parse('{"dir_path":"/","constructor":1}'), /constructor/],
    [{ dir_path: "/", toString: 1 }, /toString/],
    [Object.create({ dir_path: "/" }), /dir_path/],
    [undefined, /./],
    [null, /./],
    ['{"dir_path":"/"}', /./],
    [42, /./],
    [true, /./],
    [["/"], /./],
  ];
  // "the disk is not touched"
  const before = (path: string): void => {
    throw new Error(`read ${path}`);
  };
  await withReads({ before }, async () => {
    for (const [args, named] of rows) {
      const { content, success } = await execute(args);
      const shown = `${typeof args === "object" ? Object.keys(args ?? {}) : args}: ${content}`;
      assertEquals(success, false, shown);
      assertEquals(content.split("\n").length, 1, shown);
      const lead = "failed to parse function arguments: ";
      assert(content.startsWith(lead), shown);
      assertMatch(content.slice(lead.length), named, shown);
    }
  });
});

Deno.test("codex list_dir: a refused name cannot start a line or fill the answer", async () => {
  const { content } = await execute({ dir_path: "/", ["a\n\u202e" + "x".repeat(5000)]: 1 });
  assert(content.startsWith("failed to parse function arguments: a\\n\\u{202E}xxx"), content);
  assert(content.length < 500, content);
});

Deno.test("codex list_dir: suffixes are / for a directory, @ for a link, ? for what is neither (6.4)", async () => {
  await withTree({
    "dir/x": "",
    "fifo": fifo(),
    "file": bytes(3),
    "to-dir": link("dir"),
    "to-file": link("file"),
    "to-nothing": link("missing"),
    "to-itself": link("to-itself"),
    "to-outside": link("/"),
    "to-up": link(".."),
  }, async (root) => {
    assertEquals(await execute({ dir_path: root, depth: 5 }), {
      content: `Absolute path: ${root}
dir/
  x
fifo?
file
to-dir@
to-file@
to-itself@
to-nothing@
to-outside@
to-up@`,
      success: true,
    });
  });
});

Deno.test("codex list_dir: a socket and a device are ?", async () => {
  await withTree({}, async (root) => {
    const listener = Deno.listen({ transport: "unix", path: `${root}/socket` });
    try {
      assertEquals(await linesOf({ dir_path: root }), ["socket?"]);
    } finally {
      listener.close();
    }
  });
  const { content } = await execute({ dir_path: "/dev", depth: 1, limit: 10_000 });
  assert(content.split("\n").includes("null?"), content);
});

Deno.test("codex list_dir: 'a-b sorts between a/ and a/x: kept' (6.2), within one page only", async () => {
  await withTree({ "a/x": "", "a-b": "", "a.b": "", "a0": "", "b": "" }, async (root) => {
    // Breadth first: a, a-b, a.b, a0, b, a/x. As paths: a, a-b, a.b, a/x, a0, b.
    assertEquals(await linesOf({ dir_path: root }), ["a/", "a-b", "a.b", "  x", "a0", "b"]);
    assertEquals(await linesOf({ dir_path: root, limit: 5 }), [
      "a/",
      "a-b",
      "a.b",
      "a0",
      "b",
      "More than 5 entries found",
    ]);
    assertEquals(await linesOf({ dir_path: root, offset: 4 }), ["  x", "a0", "b"]);
  });
});

Deno.test("codex list_dir: names compare by code point, free of locale", async () => {
  const names = [
    "!",
    "-",
    "0",
    "10",
    "9",
    "A",
    "Z",
    "_",
    "a",
    "aB",
    "ab",
    "b",
    "z",
    "~",
    "é",
    "\uE000",
    "\uFF5E",
    "😀",
  ];
  await withTree(
    Object.fromEntries(names.toReversed().map((name) => [name, ""])),
    async (root) => {
      assertEquals(await linesOf({ dir_path: root, limit: 100 }), names);
      assertEquals(names, names.toSorted(compareBytes));
      // Pages are cut in that order too, one by one.
      for (const [i, name] of names.entries()) {
        const [line] = await linesOf({ dir_path: root, offset: i + 1, limit: 1 });
        assertEquals(line, name);
      }
    },
  );
});

Deno.test("codex list_dir: names and header are line-safe (section 3)", async () => {
  const rows: [string, string][] = [
    ["a\nb", "a\\nb"],
    ["a\tb", "a\\tb"],
    ["a\rb", "a\\rb"],
    ["a\x01b", "a\\u{1}b"],
    ["a\x1bb", "a\\u{1B}b"],
    ["a\x7fb", "a\\u{7F}b"],
    ["a\x9fb", "a\\u{9F}b"],
    ["a\\b", "a\\\\b"],
    ["a\\nb", "a\\\\nb"],
    ["a\u061cb", "a\\u{61C}b"],
    ["a\u200bb", "a\\u{200B}b"],
    ["a\u200db", "a\u200db"],
    ["a\u200eb", "a\\u{200E}b"],
    ["a\u200fb", "a\\u{200F}b"],
    ["a\u2028b", "a\\u{2028}b"],
    ["a\u202eb", "a\\u{202E}b"],
    ["a\u2060b", "a\\u{2060}b"],
    ["a\u2069b", "a\\u{2069}b"],
    ["a\u206ab", "a\u206ab"],
    ["a\ufeffb", "a\\u{FEFF}b"],
    ["a\u{e0001}b", "a\\u{E0001}b"],
    ["a\u{e007f}b", "a\\u{E007F}b"],
    ["a\u00a0b", "a\u00a0b"],
    ["a\u0300b", "a\u0300b"],
    ["a b ", "a b "],
    ["More than 1 entries found", "More than 1 entries found"],
  ];
  await withTree({}, async (root) => {
    for (const [name, shown] of rows) {
      await Deno.mkdir(`${root}/${name}`);
      await Deno.writeTextFile(`${root}/${name}/${name}`, "");
      assertEquals(await execute({ dir_path: root }), {
        content: `Absolute path: ${root}\n${shown}/\n  ${shown}`,
        success: true,
      }, shown);
      assertEquals(await execute({ dir_path: `${root}/${name}` }), {
        content: `Absolute path: ${root}/${shown}\n${shown}`,
        success: true,
      }, shown);
      await Deno.remove(`${root}/${name}`, { recursive: true });
    }
  });
});

Deno.test("codex list_dir: the header shows dir_path as given (6.3)", async () => {
  await withTree({ "d/f": "", "l": link("d") }, async (root) => {
    const rows = [
      `${root}/d/`,
      `${root}/d/.`,
      `${root}//d`,
      `${root}/d/../d`,
      `${root}/l`,
      `${root}/l/`,
    ];
    for (const dir_path of rows) {
      assertEquals(await execute({ dir_path }), {
        content: `Absolute path: ${dir_path}\nf`,
        success: true,
      });
    }
  });
});

Deno.test("codex list_dir: cut to 500 bytes at a character boundary, sort key too; ties by the whole path (6.4)", async () => {
  const [d, e, x] = ["d".repeat(200), "e".repeat(200), "x".repeat(96)];
  // Before the last two letters the path has 498 bytes: the emoji falls off its key, `zz` does not.
  const names = [`${x}zz`, `${x}😀`, `${x}zzz`, `${x}zza`];
  await withTree(
    Object.fromEntries(names.map((name) => [`${d}/${e}/${name}`, ""])),
    async (root) => {
      assertEquals(await linesOf({ dir_path: root, depth: 3 }), [
        `${d}/`,
        `  ${e}/`,
        `    ${x}😀`,
        `    ${x}zz`,
        `    ${x}zza`,
        `    ${x}zzz`,
      ]);
    },
  );
});

Deno.test({
  name:
    "codex list_dir: a name that is not valid UTF-8 is listed once, cut, and never descended into",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withTree({ "dir/": "", "\uFFFD/inside": "", "valid/ok": "" }, async (root) => {
      await shell(
        root,
        `mkdir "$(printf 'd\\377')" "$(printf 'd\\376')"; touch "$(printf 'd\\377')/hidden"
        touch "$(printf '%0255d' 0 | sed 's/0/x/g' | LC_ALL=C tr x '\\377')"
        ln -s valid "$(printf 'l\\377')"`,
      );
      const lines = await linesOf({ dir_path: root, depth: 4 });
      // 255 bytes become 255 U+FFFD, which have 765 bytes; 166 of them fit into 500.
      assertEquals(lines, [
        "dir/",
        "d\uFFFD/",
        "l\uFFFD@",
        "valid/",
        "  ok",
        "\uFFFD/",
        "\uFFFD".repeat(166),
      ]);
    }),
});

Deno.test("codex list_dir: I/O errors of dir_path have the tails of decision 6.5", async () => {
  await withTree({
    "file": "",
    "fifo": fifo(),
    "to-file": link("file"),
    "to-nothing": link("missing"),
    "locked/x": "",
  }, async (root) => {
    const rows: [string, string][] = [
      [`${root}/missing`, "not found"],
      [`${root}/missing/deeper`, "not found"],
      [`${root}/to-nothing`, "not found"],
      [`${root}/file`, "not a directory"],
      [`${root}/file/x`, "not a directory"],
      [`${root}/fifo`, "not a directory"],
      [`${root}/to-file`, "not a directory"],
    ];
    for (const [dir_path, tail] of rows) {
      const expected = failure(`failed to read directory: ${tail}`);
      assertEquals(await execute({ dir_path }), expected, dir_path);
      assertEquals(await execute({ dir_path }, { roots: [root] }), expected, dir_path);
    }
    await withUnreadable([`${root}/locked`], async () => {
      assertEquals(
        await execute({ dir_path: `${root}/locked` }),
        failure("failed to read directory: permission denied"),
      );
    });
    const before = () => {
      throw Object.assign(new Error(`Input/output error (os error 5): ${root}`), { code: "EIO" });
    };
    await withReads({ before }, async () => {
      assertEquals(
        await execute({ dir_path: root }),
        failure("failed to read directory: input/output error"),
      );
    });
  });
});

Deno.test("codex list_dir: a looping or too long dir_path fails with one of the five tails", async () => {
  await withTree({ "loop": link("loop"), "x": link("y"), "y": link("x") }, async (root) => {
    for (
      const dir_path of [
        `${root}/loop`,
        `${root}/x`,
        `${root}/${"n".repeat(300)}`,
        `${root}${"/n".repeat(5000)}`,
      ]
    ) {
      const { content, success } = await execute({ dir_path });
      assertEquals(success, false);
      assertMatch(content, /^failed to read directory: (not found|input\/output error)$/);
    }
  });
});

Deno.test("codex list_dir: 'An unreadable nested directory keeps its line and is not descended into' (6.5)", async () => {
  await withTree({ "a/x": "", "locked/secret": "", "z/y": "" }, async (root) => {
    await withUnreadable([`${root}/locked`], async () => {
      assertEquals(await linesOf({ dir_path: root }), ["a/", "  x", "locked/", "z/", "  y"]);
    });
    if (Deno.uid() === 0) return;
    await Deno.chmod(`${root}/locked`, 0);
    try {
      assertEquals(await linesOf({ dir_path: root }), ["a/", "  x", "locked/", "z/", "  y"]);
    } finally {
      await Deno.chmod(`${root}/locked`, 0o700);
    }
  });
});

Deno.test("codex list_dir: a directory that vanishes during the walk keeps its line, the walk goes on", async () => {
  await withTree({ "a/x": "", "gone/x": "", "z/y": "", "swapped/x": "" }, async (root) => {
    const after = (path: string): void => {
      if (path !== root) return;
      Deno.removeSync(`${root}/gone`, { recursive: true });
      Deno.removeSync(`${root}/swapped`, { recursive: true });
      Deno.writeTextFileSync(`${root}/swapped`, "");
    };
    await withReads({ after }, async () => {
      assertEquals(
        await linesOf({ dir_path: root }),
        ["a/", "  x", "gone/", "swapped/", "z/", "  y"],
      );
    });
  });
});

Deno.test("codex list_dir: outside the roots is 'access denied', in the same words for missing and existing", async () => {
  await withTree({
    "in/d/f": "",
    "in/out": link("../outside"),
    "in/out-missing": link("../nothing"),
    "in/chain": link("out"),
    "in/absolute": link("/"),
    "in-sibling/f": "",
    "outside/sub/f": "",
    "outside/file": "",
  }, async (root) => {
    const inside = `${root}/in`;
    const rows = [
      root,
      "/",
      `${root}/nothing`,
      `${root}/outside`,
      `${root}/outside/file`,
      `${root}/in-sibling`,
      `${root}/in-missing`,
      `${inside}/..`,
      `${inside}/../outside`,
      `${inside}/../nothing`,
      `${inside}/out`,
      `${inside}/out/sub`,
      `${inside}/out/file`,
      `${inside}/out/file/x`,
      `${inside}/out/missing`,
      `${inside}/out-missing`,
      `${inside}/out-missing/x`,
      `${inside}/chain`,
      `${inside}/chain/missing`,
      `${inside}/absolute`,
      `${inside}/absolute/missing`,
    ];
    const expected = failure("failed to read directory: access denied");
    for (const dir_path of rows) {
      assertEquals(await execute({ dir_path }, { roots: [inside] }), expected, dir_path);
      assertEquals(await execute({ dir_path }, { cwd: root, roots: ["in"] }), expected, dir_path);
    }
    // "[] allows nothing"
    assertEquals(await execute({ dir_path: inside }, { roots: [] }), expected);
    assertEquals(await execute({ dir_path: inside }, { roots: [`${root}/outside`] }), expected);
    // Inside: listed, links too, never what is behind them.
    assertEquals(
      await linesOf({ dir_path: inside, depth: 9 }, { roots: [inside] }),
      ["absolute@", "chain@", "d/", "  f", "out@", "out-missing@"],
    );
    assertEquals(
      await linesOf({ dir_path: `${inside}/d/../d` }, { roots: [`${root}/outside`, inside] }),
      ["f"],
    );
  });
});

Deno.test("codex list_dir: a root that was given through a link holds for both spellings", async () => {
  await withTree({ "real/d/f": "", "alias": link("real") }, async (root) => {
    for (const roots of [[`${root}/alias`], [`${root}/real`, `${root}/alias`]]) {
      for (const dir_path of [`${root}/alias/d`, `${root}/real/d`]) {
        assertEquals(await execute({ dir_path }, { roots }), {
          content: `Absolute path: ${dir_path}\nf`,
          success: true,
        });
      }
    }
  });
});

const sandbox = await makeTree({
  "in/d/f": "",
  "in/out": link("../outside"),
  "in/file": "",
  "outside/secret": "",
});
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox, { recursive: true }));

Deno.test({
  name: "codex list_dir: without roots, Deno's permissions decide, by the resolved path",
  permissions: { read: [`${sandbox}/in`] },
  fn: async () => {
    assertEquals(await linesOf({ dir_path: `${sandbox}/in` }), ["d/", "  f", "file", "out@"]);
    const rows: [string, string][] = [
      [`${sandbox}/in/out`, "access denied"],
      [`${sandbox}/in/out/secret`, "access denied"],
      [`${sandbox}/in/out/missing`, "access denied"],
      [`${sandbox}/outside`, "access denied"],
      [`${sandbox}/missing`, "access denied"],
      [sandbox, "access denied"],
      ["/", "access denied"],
      [`${sandbox}/in/missing`, "not found"],
      [`${sandbox}/in/file`, "not a directory"],
    ];
    for (const [dir_path, tail] of rows) {
      assertEquals(
        await execute({ dir_path }),
        failure(`failed to read directory: ${tail}`),
        dir_path,
      );
    }
  },
});

Deno.test("codex list_dir: a nested directory under --deny-read keeps its line", async () => {
  await withTree({ "a/x": "", "secret/y": "", "z": "" }, async (root) => {
    const text = await pipe(
      Deno.execPath(),
      ["run", "--quiet", `--allow-read=${root}`, `--deny-read=${root}/secret`, "-"],
      `import { TOOLSETS } from "./mod.ts";
      for (const dir_path of ${JSON.stringify([root, `${root}/secret`, `${root}/secret/y`])}) {
        console.log(JSON.stringify(await TOOLSETS.codex.list_dir.execute({ dir_path })));
      }`,
    );
    assertEquals(text!.trimEnd().split("\n").map((line) => JSON.parse(line)), [
      { content: `Absolute path: ${root}\na/\n  x\nsecret/\nz`, success: true },
      failure("failed to read directory: access denied"),
      failure("failed to read directory: access denied"),
    ]);
  });
});

Deno.test("codex list_dir: hidden, ignored and .git entries are all listed", async () => {
  await withTree({
    ".git/HEAD": "",
    ".gitignore": "*",
    ".hidden": "",
    "node_modules/x": "",
  }, async (root) => {
    assertEquals(
      await linesOf({ dir_path: root }),
      [".git/", "  HEAD", ".gitignore", ".hidden", "node_modules/", "  x"],
    );
  });
});

Deno.test("codex list_dir: 1,300 levels are listed, and none is lost where paths grow longer than PATH_MAX", async () => {
  const root = await makeTree({});
  try {
    await shell(root, `mkdir -p deep/${Array(1299).fill("d").join("/")}`);
    const deep = await linesOf({ dir_path: `${root}/deep`, depth: 5000, limit: 5000 });
    assertEquals(deep, Array.from({ length: 1299 }, (_, i) => `${" ".repeat(2 * i)}d/`));

    const name = "n".repeat(250);
    const half = Array(10).fill(name).join("/");
    await Deno.mkdir(`${root}/long/${half}`, { recursive: true });
    await Deno.mkdir(`${root}/half/${half}`, { recursive: true });
    await Deno.rename(`${root}/half/${name}`, `${root}/long/${half}/${name}`);
    await Deno.writeTextFile(`${root}/long/z`, "");
    const long = await linesOf({ dir_path: `${root}/long`, depth: 5000, limit: 5000 });
    assertEquals(long.at(-1), "z");
    // Every level whose parent can be opened has its line.
    const opened = Math.floor((4095 - `${root}/long`.length) / 251);
    assertEquals(
      long.slice(0, -1),
      Array.from({ length: opened + 1 }, (_, i) => `${" ".repeat(2 * i)}${name}/`),
    );
  } finally {
    await shell("/", `rm -rf '${root}'`);
  }
});

Deno.test("codex list_dir: out of budget is 'failed to read directory: more than N entries'", async () => {
  await withTree({ "a/x": "", "b": "", "c": "" }, async (root) => {
    // The root holds three: its read uses the budget up, and `a` may not be opened.
    assertEquals(
      await execute({ dir_path: root }, { maxScanned: 3 }),
      failure("failed to read directory: more than 3 entries"),
    );
    const all = ["a/", "  x", "b", "c"];
    assertEquals(await linesOf({ dir_path: root }, { maxScanned: 4 }), all);
    // "a call opens at least one directory", "an opened directory is read whole"
    assertEquals(await linesOf({ dir_path: root, depth: 1 }, { maxScanned: 1 }), ["a/", "b", "c"]);
    // A page that is complete within the budget needs no more.
    assertEquals(
      await linesOf({ dir_path: root, limit: 2 }, { maxScanned: 3 }),
      ["a/", "b", "More than 2 entries found"],
    );
  });
});

Deno.test("codex list_dir: an aborted signal gives AbortError, before and during the walk", async () => {
  const tree = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`d${i}/f`, ""]));
  await withTree(tree, async (root) => {
    const aborted = await assertRejects(
      () => execute({ dir_path: root }, { signal: AbortSignal.abort() }),
      DOMException,
    );
    assertEquals(aborted.name, "AbortError");

    const controller = new AbortController();
    let reads = 0;
    const before = (): void => {
      reads++;
      // Longer than the walk may go without a yield.
      stall(25);
      if (reads === 3) setTimeout(() => controller.abort(new Error("own reason")), 0);
    };
    await withReads({ before }, async () => {
      const error = await assertRejects(
        () => execute({ dir_path: root, limit: 100 }, { signal: controller.signal }),
        DOMException,
      );
      assertEquals(error.name, "AbortError");
    });
    assert(reads < 8, `${reads} directories were read`);
  });
});

Deno.test("codex list_dir: DEFINITION has the names and defaults of the spec, null for absent", () => {
  const { name, parameters } = list_dir!.DEFINITION.function;
  assertEquals(name, "list_dir");
  assertEquals(parameters.required, ["dir_path"]);
  assertEquals(parameters.additionalProperties, false);
  assertEquals(
    Object.entries(parameters.properties).map(([key, { type, default: value, minimum }]) => [
      key,
      type,
      value,
      minimum,
    ]),
    [
      ["dir_path", "string", undefined, undefined],
      ["offset", ["integer", "null"], 1, 1],
      ["limit", ["integer", "null"], 25, 1],
      ["depth", ["integer", "null"], 2, 1],
    ],
  );
});

Deno.test("codex list_dir: toToolResult gives the content as text, and isError where it failed", async () => {
  await withTree({ "a": "" }, async (root) => {
    const output = await execute({ dir_path: root });
    assertEquals(toToolResult(list_dir!, output), {
      text: `Absolute path: ${root}\na`,
      isError: false,
    });
    const failed = await execute({ dir_path: "a" });
    assertEquals(toToolResult(list_dir!, failed), {
      text: "dir_path must be an absolute path",
      isError: true,
    });
  });
});

interface Folder {
  readonly [name: string]: string | Folder;
}

const NAMES = ["a", "a-b", "a.b", "a0", "B", "é", "😀", "\uE000", "x\ny", "\\"];

const { folder } = fc.letrec<{ folder: Folder; node: string | Folder }>((tie) => ({
  folder: fc.dictionary(fc.constantFrom(...NAMES), tie("node"), { maxKeys: 4 }),
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: "folder" },
    fc.constantFrom("file", "file", "link", "loop"),
    tie("folder"),
    tie("folder"),
  ),
}));

function treeOf(folder: Folder, prefix = ""): Tree {
  const tree: Record<string, Node> = {};
  for (const [name, node] of Object.entries(folder)) {
    const path = prefix + name;
    if (typeof node !== "string") {
      Object.assign(tree, { [`${path}/`]: "" }, treeOf(node, `${path}/`));
    } else {
      tree[path] = node === "file" ? "" : link(node === "link" ? "a" : ".");
    }
  }
  return tree;
}

interface Found {
  readonly path: string;
  readonly line: string;
}

/** The spec, read literally: everything is collected, level by level. */
function collect(root: string, depth: number): Found[] {
  const found: Found[] = [];
  const queue: [string[], number][] = [[[], depth]];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [parts, remaining] = next;
    const entries = [...Deno.readDirSync([root, ...parts].join("/"))]
      .sort((a, b) => compareBytes(a.name, b.name));
    for (const { name, isDirectory, isSymlink, isFile } of entries) {
      const suffix = isSymlink ? "@" : isDirectory ? "/" : isFile ? "" : "?";
      const shown = name.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
      const path = [...parts, name].join("/");
      found.push({ path, line: "  ".repeat(parts.length) + shown + suffix });
      if (isDirectory && remaining > 1) queue.push([[...parts, name], remaining - 1]);
    }
  }
  return found;
}

function answerTo(root: string, found: Found[], offset: number, limit: number): unknown {
  const header = `Absolute path: ${root}`;
  if (found.length === 0) return { content: header, success: true };
  const start = offset - 1;
  if (start >= found.length) return failure("offset exceeds directory entry count");
  const end = Math.min(start + limit, found.length);
  const lines = found.slice(start, end)
    .sort((a, b) => compareBytes(a.path, b.path))
    .map(({ line }) => line);
  if (end < found.length) lines.push(`More than ${limit} entries found`);
  return { content: [header, ...lines].join("\n"), success: true };
}

Deno.test("codex list_dir: every offset, limit and depth agrees with the pseudocode on random trees", async () => {
  const sizes: number[] = [];
  await fc.assert(
    fc.asyncProperty(folder, async (folder) => {
      await withTree(treeOf(folder), async (root) => {
        for (const depth of [1, 2, 3, 4]) {
          const found = collect(root, depth);
          const n = found.length;
          sizes.push(n);
          // Of large listings, the edges and some between.
          const numbers = Array.from({ length: n + 2 }, (_, i) => i + 1)
            .filter((i) => n <= 12 || i <= 3 || i >= n - 1 || i % 7 === 0);
          for (const offset of numbers) {
            for (const limit of numbers) {
              assertEquals(
                await execute({ dir_path: root, offset, limit, depth }),
                answerTo(root, found, offset, limit),
                `offset ${offset}, limit ${limit}, depth ${depth}`,
              );
            }
          }
        }
      });
    }),
    { numRuns: 25, seed: 1 },
  );
  assert(Math.max(...sizes) > 12, `only small trees: ${sizes}`);
});

Deno.test("codex list_dir: pages one after the other hold every entry exactly once, in breadth-first order", async () => {
  await fc.assert(
    fc.asyncProperty(
      folder,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 4 }),
      async (folder, limit, depth) => {
        await withTree(treeOf(folder), async (root) => {
          const expected = collect(root, depth);
          const pages: string[][] = [];
          for (let isLast = false; !isLast;) {
            const offset = pages.length * limit + 1;
            const lines = await linesOf({ dir_path: root, offset, limit, depth });
            isLast = lines.at(-1) !== `More than ${limit} entries found`;
            if (!isLast) lines.pop();
            pages.push(lines);
          }
          for (const [i, page] of pages.entries()) {
            assertEquals(
              page.toSorted(compareBytes),
              expected.slice(i * limit, (i + 1) * limit).map(({ line }) => line)
                .sort(compareBytes),
            );
          }
          assertEquals(pages.flat().length, expected.length);
        });
      },
    ),
    { numRuns: 40, seed: 2 },
  );
});
