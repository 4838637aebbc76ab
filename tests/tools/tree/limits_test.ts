import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { type Progress, type Tool, TOOLSETS } from "../../../mod.ts";
import { leapClock } from "../../support/clock.ts";
import { LINKS, needing, RAW_NAMES, SHELL } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { link, type Tree, withQuickTree, withTreeBeyondPathMax } from "../../support/tree.ts";

const { execute }: Tool<string> = TOOLSETS.tree.list_dir;

// Section 3, Bounded: "the budget `maxScanned` is checked before a directory is opened; an opened
// directory is read whole and counted"; "`tree` a last line `[stopped after N entries]`, in JSON an error
// string".
const BUDGET: Tree = { "a/f": "", "a/g": "", "b/c/f": "", "b/d/f": "" };
const WHOLE = "a/\n  f\n  g\nb/\n  c/\n    f\n  d/\n    f";
const STOPS: readonly (readonly [maxScanned: number, text: string])[] = [
  [7, "a/\n  f\n  g\nb/\n  c/\n    f\n  d/\n[stopped after 7 entries]"],
  [6, "a/\n  f\n  g\nb/\n  c/\n[stopped after 6 entries]"],
  [5, "a/\n  f\n  g\nb/\n  c/\n[stopped after 6 entries]"],
  [3, "a/\n  f\n  g\nb/\n[stopped after 4 entries]"],
];

Deno.test("list_dir text says where maxScanned stopped it, in a last line", async () => {
  await withQuickTree(BUDGET, async (root) => {
    const call = (maxScanned: number) => execute({ recursive: true }, { cwd: root, maxScanned });
    for (const [maxScanned, text] of STOPS) assertEquals(await call(maxScanned), text);
    assertEquals(await call(8), WHOLE);
    assertEquals(await call(2_000_000), WHOLE);
  });
});

Deno.test("list_dir reads the listed directory whole, however small maxScanned is", async () => {
  await withQuickTree({ "a": "", "b": "", "c/d": "" }, async (root) => {
    for (const maxScanned of [0, 1, 3]) {
      const context = { cwd: root, maxScanned };
      assertEquals(await execute({}, context), "a\nb\nc/");
      assertEquals(
        await execute({ recursive: true }, context),
        "a\nb\nc/\n[stopped after 3 entries]",
      );
    }
  });
});

Deno.test("list_dir flat text ends in the same last line", async () => {
  await withQuickTree({ "a/f": "", "b": "" }, async (root) => {
    const context = { cwd: root, maxScanned: 1 };
    assertEquals(
      await execute({ recursive: true, filter: "folders" }, context),
      "a\n[stopped after 2 entries]",
    );
  });
});

Deno.test("list_dir JSON is an error string where maxScanned stops it", async () => {
  await withQuickTree(BUDGET, async (root) => {
    for (const filter of ["both", "files"]) {
      const args = { recursive: true, format: "json", filter };
      const output = await execute(args, { cwd: root, maxScanned: 4 });
      assertMatch(output, /^Error: .*\b4 entries\b[^\n]*$/);
    }
  });
});

Deno.test("list_dir stopped by maxScanned leaves memory as it was in JSON, saves text whole", async () => {
  await withQuickTree(BUDGET, async (root) => {
    const memory: Record<string, string> = { key: "before" };
    const context = { cwd: root, maxScanned: 4, memory };
    const args = { recursive: true, target: "session_memory", memory_key: "key" };
    assertMatch(await execute({ ...args, format: "json" }, context), /^Error: /);
    assertEquals(memory, { key: "before" });
    assertEquals(await execute(args, context), "Saved to session_memory: key");
    assertEquals(memory, { key: "a/\n  f\n  g\nb/\n[stopped after 4 entries]" });
  });
});

Deno.test("list_dir rejects with AbortError if the signal has aborted, before anything is read", async () => {
  const signal = AbortSignal.abort();
  await withQuickTree({ "a": "" }, async (root) => {
    const memory: Record<string, string> = {};
    const args = { target: "session_memory", memory_key: "key" };
    const error = await assertRejects(
      () => execute(args, { cwd: root, signal, memory }),
      DOMException,
    );
    assertEquals(error.name, "AbortError");
    assertEquals(memory, {});
  });
});

/** Runs a test with a call that its many rules make slow, so that a small tree is enough. */
async function withLongCall(
  test: (call: (context: object) => Promise<string>, whole: string) => Promise<void>,
): Promise<void> {
  const rules = Array.from({ length: 500 }, (_, i) => `*a*b*c*d*${i}`).join("\n");
  const names = Array.from({ length: 100 }, (_, i) => `${"abc".repeat(20)}${1000 + i}`);
  const tree: Record<string, string> = { ".gitignore": rules };
  for (const directory of "uvwxyz") {
    for (const name of names) tree[`${directory}/${name}`] = "";
  }
  const whole = [
    ".gitignore",
    ...[..."uvwxyz"].flatMap((directory) => [
      `${directory}/`,
      ...names.map((name) => `  ${name}`),
    ]),
  ].join("\n");
  await withQuickTree(tree, async (root) => {
    const args = { recursive: true, use_gitignore: true };
    await test((context) => execute(args, { cwd: root, ...context }), whole);
  });
}

Deno.test("list_dir during a long call", async (t) => {
  await withLongCall(async (call, whole) => {
    await t.step("lets timers have their turn, and reports progress", async () => {
      let turns = 0;
      const progress: Progress[] = [];
      using _clock = leapClock(1);
      const timer = setInterval(() => turns++, 0);
      try {
        const onProgress = (step: Progress) => progress.push({ ...step });
        assertEquals(await call({ onProgress }), whole);
      } finally {
        clearInterval(timer);
      }
      assert(turns > 1);
      assert(progress.length > 0);
      for (const [i, { directories, entries }] of progress.entries()) {
        const before = progress[i - 1] ?? { directories: 0, entries: 0 };
        assert(Number.isInteger(directories) && Number.isInteger(entries));
        assert(directories >= before.directories && entries >= before.entries);
        assert(directories <= 7 && entries <= 607);
      }
    });

    await t.step("rejects with AbortError once the signal aborts", async () => {
      const controller = new AbortController();
      const memory: Record<string, string> = {};
      setTimeout(() => controller.abort(), 0);
      const error = await assertRejects(
        () => call({ signal: controller.signal, memory }),
        DOMException,
      );
      assertEquals(error.name, "AbortError");
    });

    await t.step("runs beside another call", async () => {
      assertEquals(await Promise.all([call({}), call({})]), [whole, whole]);
    });
  });
});

// "Walks use an explicit stack: 2,000 levels are fine."
Deno.test(needing(SHELL, "list_dir walks 2,000 nested levels"), async () => {
  await withQuickTree({}, async (root) => {
    const levels = 2000;
    await shell(root, `mkdir -p ${"d/".repeat(levels)}`);
    const call = (args: object) => execute({ recursive: true, ...args }, { cwd: root });
    assertEquals(
      await call({}),
      Array.from({ length: levels }, (_, i) => `${"  ".repeat(i)}d/`).join("\n"),
    );
    assertEquals(
      await call({ filter: "folders", use_gitignore: true }),
      Array.from({ length: levels }, (_, i) => `d${"/d".repeat(i)}`).join("\n"),
    );
    let [depth, node] = [0, JSON.parse(await call({ format: "json" }))];
    for (; node.children.length > 0; depth++) node = node.children[0];
    assertEquals([depth, node], [levels, { name: "d", type: "folder", children: [] }]);
  });
});

Deno.test("list_dir goes on where paths get longer than PATH_MAX", async () => {
  await withTreeBeyondPathMax(async (root, name) => {
    const lines = (await execute({ recursive: true }, { cwd: root })).split("\n");
    assertEquals(lines.at(-1), "z");
    // At least every level that a path can name has its line.
    const reachable = Math.floor((4095 - root.length) / 201);
    assert(lines.length - 1 > reachable);
    for (const [i, line] of lines.slice(0, -1).entries()) {
      assertEquals(line, `${"  ".repeat(i)}${name}/`);
    }
  });
});

// "Names that are not valid UTF-8 … A name holding U+FFFD is listed with the kind that the directory gave,
// never stat'ed, resolved or descended into; names that read back equal are listed once".
Deno.test({
  ...needing(
    RAW_NAMES,
    "list_dir lists names that are not valid UTF-8 once, and never reaches through them",
  ),
  async fn() {
    await withQuickTree({ "real/f": "", "\uFFFDdir/wrong": "", "\uFFFDlink": "" }, async (root) => {
      const script = String.raw`
        mkdir "$(printf '\377dir')" "$(printf '\376dir')" &&
        : > "$(printf '\377dir')/right" &&
        : > "$(printf 'f\377')" && : > "$(printf 'f\376')" &&
        ln -s real "$(printf '\377link')" &&
        ln -s real "$(printf 'l\377')" &&
        ln -s "$(printf '\377dir')" to_dir && ln -s "$(printf '\377link')" to_link &&
        mkfifo "$(printf 'p\377')"`;
      await shell(root, script);
      const call = (args: object) =>
        execute({
          recursive: true,
          follow_folder_symlinks: true,
          follow_file_symlinks: true,
          ...args,
        }, { cwd: root, roots: ["."] });
      assertEquals(
        await call({}),
        "f\uFFFD\nl\uFFFD\np\uFFFD\nreal/\n  f\nto_dir\nto_link\n\uFFFDdir/\n\uFFFDlink",
      );
      assertEquals(
        await call({ filter: "folders", format: "json" }),
        `[
  {
    "path": "real",
    "type": "folder"
  },
  {
    "path": "\uFFFDdir",
    "type": "folder"
  }
]`,
      );
      const { children } = JSON.parse(await call({ format: "json" }));
      assertEquals(
        children.map(({ name, type }: { name: string; type: string }) => [name, type]).slice(0, 6),
        [
          ["f\uFFFD", "file"],
          ["l\uFFFD", "link"],
          ["p\uFFFD", "file"],
          ["real", "folder"],
          ["to_dir", "link"],
          ["to_link", "link"],
        ],
      );
      // The name that really holds U+FFFD reads back equal to the others.
      assertEquals(children[6], { name: "\uFFFDdir", type: "folder", children: [] });
      assertEquals(
        await call({ path: "\uFFFDdir" }),
        "Error: '\uFFFDdir' is not a directory.",
      );
    });
  },
});

Deno.test("list_dir lists one flat directory of many files in order", async () => {
  await withQuickTree({}, async (root) => {
    const names = Array.from({ length: 3000 }, (_, i) => `f${10_000 + i}`);
    for (const name of names.toReversed()) Deno.writeTextFileSync(`${root}/${name}`, "");
    assertEquals(await execute({}, { cwd: root }), names.join("\n"));
    assertEquals(
      await execute({ show_data: true }, { cwd: root }),
      names.map((name) => `${name} (file)`).join("\n"),
    );
    const json = await execute({ filter: "files", format: "json" }, { cwd: root });
    assertEquals(
      json,
      JSON.stringify(names.map((path) => ({ path, type: "file" })), null, 2),
    );
  });
});

Deno.test(
  needing(LINKS, "list_dir is the same at every call, whatever order the disk gives"),
  async () => {
    const names = ["b", "a", "c", "é", "Z", "10", "9"];
    const outputs: string[] = [];
    for (const order of [names, names.toReversed(), names.toSorted()]) {
      const tree = Object.fromEntries(order.map((name) => [name, name === "c" ? link("a") : ""]));
      await withQuickTree(tree, async (root) => {
        outputs.push(await execute({ show_data: true }, { cwd: root }));
      });
    }
    const expected = "10 (file)\n9 (file)\nZ (file)\na (file)\nb (file)\nc (link -> a)\né (file)";
    assertEquals(outputs, [expected, expected, expected]);
  },
);

Deno.test(
  needing(SHELL, "list_dir stops before its listing grows longer than a string can be"),
  async () => {
    // Four lines for each file, indented by four spaces a level: 32,000 characters.
    const levels = 1900;
    const files = 9500;
    await withQuickTree({}, async (root) => {
      // From within: each path from the root would cost a look-up at each level.
      const deepest = "d/".repeat(levels);
      await shell(root, `mkdir -p ${deepest}; cd ${deepest}; seq ${files} | xargs touch`);
      const output = await execute({ recursive: true, format: "json" }, { cwd: root });
      assertEquals(output, `Error: stopped after ${levels + files} entries.`);
    });
  },
);
