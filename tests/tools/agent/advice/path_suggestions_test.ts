import { assert, assertEquals } from "@std/assert";
import { type DiscoveryResult, TOOLSETS } from "../../../../mod.ts";
import {
  argumentsForPath,
  DISCOVERY,
  explain,
  overview,
  suggestionsOfAll,
} from "../../../support/agent.ts";
import { LISTINGS } from "../../../support/discovery.ts";
import { readsOf, withReads } from "../../../support/disk_reads.ts";
import { ANY_NAME, LINKS, RAW_NAMES, testsNeeding } from "../../../support/machine.ts";
import { shell } from "../../../support/shell.ts";
import { link, makeTree, type Tree, withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(LINKS, ANY_NAME);

const { agent } = TOOLSETS;

const PEOPLE: Tree = {
  "README.md": "",
  "guide.md": "",
  "src/components/Button.tsx": "",
  "src/components/button.css": "",
  "src/guides/x": "",
  "src/utils/index.ts": "",
  "src/util.ts": "",
  "source/components/x": "",
  "to_src": link("src"),
  "a": "",
  "b": "",
  "ab": "",
  "new\nline.txt": "",
  "\u202Eevil.txt": "",
  "日本語.txt": "",
  "x1": "",
  "x2": "",
  "x3": "",
  "x4": "",
};

/** The suggestions for a path to list, and, if they differ, for one that need not be a directory. */
type Row = readonly [
  path: string,
  listed?: readonly string[] | undefined,
  other?: readonly string[],
];
const SUGGESTIONS: readonly Row[] = [
  ["./src//component/../component/Button.tsx", ["src/components/Button.tsx"]],
  ["src/util", ["src/utils"], ["src/util.ts", "src/utils"]],
  ["guide", ["src/guides"], ["guide.md"]],
  ["src/util/index.ts", ["src/utils/index.ts"]],
  // Through a link: the path as it was requested. Where a directory is to be listed, others are looked for.
  [
    "to_src/component/Button.tsx",
    ["to_src/components/Button.tsx", "src/components/Button.tsx"],
    ["to_src/components/Button.tsx"],
  ],
  // Of equal distance: in order of names, at most three.
  ["x5", ["x1", "x2", "x3"]],
  // Names are not escaped.
  ["new_line.txt", ["new\nline.txt"]],
  ["evil.txt", ["\u202Eevil.txt"]],
  ["日本吾.txt", ["日本語.txt"]],
  // No path is near, also of a letter that is two units of UTF-16.
  ["c"],
  ["\u{22649}"],
  ["src/components/zzzzzzzzzzzz"],
  [""],
  ["a\0b"],
  ["../none"],
  // A file as a directory is another error for tools that list directories.
  ["a/b", undefined, ["a"]],
];

test("9.5: suggestions are at most 3 existing paths, directories to list", async (t) => {
  await withQuickTree(PEOPLE, async (root) => {
    for (const [path, listed, other = listed] of SUGGESTIONS) {
      await t.step(JSON.stringify(path), async () => {
        const { stat_path, explain_path, ...lists } = await suggestionsOfAll(path, root);
        assertEquals([stat_path, explain_path], [other, other]);
        for (const [name, found] of Object.entries(lists)) assertEquals(found, listed, name);
      });
    }
  });
});

test("suggestions: never the requested path itself", async () => {
  await withQuickTree({ "dangling": link("nothing"), "danglin": "" }, async (root) => {
    for (const path of ["dangling", "dangling/x"]) {
      const { error, suggestions = [] } = await agent.list_dir.execute({ path }, { cwd: root });
      assertEquals(error?.code, "not_found");
      assert(!suggestions.includes("dangling"), JSON.stringify(suggestions));
    }
  });
});

testsNeeding(RAW_NAMES)(
  "suggestions: names that are not valid UTF-8 cannot be reached, and are none",
  async () => {
    const root = await makeTree({ "name1": "" });
    try {
      await shell(root, `touch "$(printf 'name\\377')"`);
      const { suggestions } = await agent.stat_path.execute({ path: "name" }, { cwd: root });
      assertEquals(suggestions, ["name1"]);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
);

test("suggestions reveal nothing of the outside: results are equal whether or not it exists", async (t) => {
  const inside: Tree = {
    "in/here/file": "",
    "in/up": link("../outside"),
    "in/here/out": link("../../outside/dir"),
    "in/far": link("/no/such/place"),
  };
  const outside: Tree = {
    "outside/dir/secret": "",
    "outside/here": "",
    "inn/secret": "",
    "here": "",
  };
  const paths = [
    "up/secre",
    "up/dir/secre",
    "here/out/secre",
    "here/out",
    "here/ouT/secret",
    "heer/out/secret",
    "../outsid",
    "../inn/secre",
    "..",
    "../her",
    "far/x",
    "up/../her",
    "here/../../her",
  ];
  const outputs: string[][] = [];
  for (const tree of [inside, { ...inside, ...outside }]) {
    await withQuickTree(tree, async (root) => {
      const texts: string[] = [];
      for (const path of paths) {
        for (const name of ["stat_path", ...LISTINGS]) {
          const args = argumentsForPath(name, path);
          texts.push(JSON.stringify(await DISCOVERY[name]!.execute(args, { cwd: `${root}/in` })));
        }
        texts.push(JSON.stringify(await overview(`${root}/in`, { path })));
        texts.push(JSON.stringify(await explain(`${root}/in`, path)));
      }
      outputs.push(
        texts.map((text) => text.replaceAll(root, "ROOT").replace(/ms":\d+/, 'ms":0')),
      );
    });
  }
  assertEquals(outputs[0], outputs[1]);
  for (const text of outputs[1]!) {
    const { suggestions = [] } = JSON.parse(text) as DiscoveryResult;
    for (const each of suggestions) {
      assert(!/secret(?!e)|\.\.|^\/|outside/.test(each) || each === "here/out/secret", each);
    }
  }
  await t.step("a near name that leads out is not searched", async () => {
    await withQuickTree({ ...inside, ...outside }, async (root) => {
      const { suggestions } = await agent.stat_path.execute(
        { path: "here/oud/secret" },
        { cwd: `${root}/in` },
      );
      assertEquals(suggestions, undefined);
    });
  });
});

test("suggestions cost no read where the path is only spelt otherwise, one for a near name, else one walk", async () => {
  const tree: Tree = { ...PEOPLE, ".gitignore": "out", "out/x": "" };
  await withQuickTree(tree, async (root) => {
    const rows: [path: string, reads: string[]][] = [
      ["`src/util.ts:3`", []],
      ["/src/util.ts", []],
      ["readme.md", [""]],
      ["source/Button.tsx", [
        "/source",
        "",
        "/source",
        "/src",
        "/source/components",
        "/src/components",
        "/src/guides",
        "/src/utils",
      ]],
    ];
    for (const [path, expected] of rows) {
      const { reads } = await readsOf(() => agent.stat_path.execute({ path }, { cwd: root }));
      assertEquals(reads, expected.map((each) => root + each), path);
    }
  });
});

Deno.test("suggestions: an unreadable parent costs the suggestions, not the result", async () => {
  await withQuickTree({ "d/file": "" }, async (root) => {
    const before = (path: string): void => {
      throw Object.assign(new Deno.errors.PermissionDenied(path), { code: "EACCES" });
    };
    const result = await withReads(
      { before },
      () => agent.stat_path.execute({ path: "d/fil" }, { cwd: root }),
    );
    assertEquals([result.success, result.suggestions], [true, undefined]);
  });
});
