/** Properties of the text of every tool: its own lines, and names in it that are sent back. */
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { TOOLSETS, toToolResult } from "../mod.ts";
import { CATALOG } from "../src/catalog.ts";
import { lineSafe } from "../src/text/line_safe.ts";
import { rowSafe } from "../src/tools/row_safe.ts";
import { argumentsFor, type Subject, subjectOf, SUBJECTS } from "./support/every_tool.ts";
import { UNSAFE } from "./support/line_unsafe.ts";
import { ANY_NAME, LINKS, POSIX_PATHS, testsNeeding } from "./support/machine.ts";
import { link, type Tree, withQuickTree } from "./support/tree.ts";

const test = testsNeeding(ANY_NAME, LINKS, POSIX_PATHS);

/** Lines of the tools' own, of all that any of them has. */
const OWN_LINES: readonly string[] = [
  "Error: 'x' is not a directory.",
  "Saved to session_memory: k",
  "Saved to project_memory: k",
  "[stopped after 3 entries]",
  "Absolute path: x",
  "More than 25 entries found",
  "Listed 2 entries in 'x'",
  "(Total: 3 items - 1 dirs, 2 files, 0 links)",
  "[Truncated: Showing 0-2 of 3. 1 more items available.]",
  "Use offset=2 to view next page.",
  "error not_found: 'x' does not exist",
  "suggestion: x",
  "hint: 1 differs only by case (case_sensitive: false)",
  "next_cursor: AAAA",
  "skipped: 3 permission_denied",
  "weak: the best has 1 of 5 words",
  'no file holds "x"',
  "omitted: 2 ignored",
  "… 230 more (200 files, 30 dirs)",
  "No .git was found within the scope: .gitignore files above it are not known.",
  "overview x: 3 files, 2 dirs",
  "overview x: >= 3 files",
  "overview x: empty",
  ...SUBJECTS.filter(({ tool }) => tool.toReport).map(({ name }) => `${name} x: 3 entries`),
];

/** The same, as they are recognised in a text. */
const OWN = new RegExp(`^ *(?:${
  [
    "Error: ",
    "Saved to ",
    "\\[stopped after ",
    "Absolute path: ",
    "More than \\d+ entries found",
    "Listed \\d+ entries in ",
    "\\(Total: ",
    "\\[Truncated: ",
    "Use offset=",
    "error [a-z_]+: ",
    "suggestion: ",
    "hint: ",
    "next_cursor: ",
    "skipped: ",
    "weak: ",
    'no file holds "',
    "omitted: ",
    "… ",
    "No \\.git was found ",
    "[a-z_]+ .*: (?:>= )?(?:\\d+ |empty)",
  ].join("|")
})`);

/** The tools whose text has a row for each entry. */
const ROWED = SUBJECTS.filter(({ toolset, tool }) =>
  toolset !== "files" && tool.TRAITS.lines === "rows"
);

/** Calls that make a tool say what it has to say besides entries. */
function callsOf({ tool }: Subject): readonly (readonly [args: object, maxScanned?: number])[] {
  const { properties } = tool.DEFINITION.function.parameters;
  const has = (name: string) => Object.hasOwn(properties, name);
  if (has("queries")) {
    const args = { queries: ["o", "e", "i", "t"], limit: 200 };
    return [[args], [args, 1], [{ ...args, limit: 1 }], [{ queries: ["zzzz"] }]];
  }
  return [
    [{}],
    [{}, 1],
    ...has("recursive") ? [[{ recursive: true }], [{ recursive: true }, 1]] as const : [],
    ...has("filter") ? [[{ recursive: true, filter: "files" }]] as const : [],
    ...has("limit") ? [[{ limit: 3 }]] as const : [],
    ...has("max_results") ? [[{ max_results: 3 }]] as const : [],
    ...has("max_tokens") ? [[{ max_tokens: 200 }]] as const : [],
  ];
}

async function textOf(
  subject: Subject,
  root: string,
  [args, maxScanned]: readonly [args: object, maxScanned?: number],
): Promise<string> {
  const context = { cwd: root, roots: ["."], ...maxScanned && { maxScanned } };
  const output = await subject.tool.execute(
    { ...argumentsFor(subject, ".", context), ...args },
    context,
  );
  // A cursor holds names.
  return toToolResult(subject.tool, output).text.replaceAll(root, "ROOT")
    .replace(/(?<=^next_cursor: )[^;\n]+/m, "CURSOR");
}

/** The lines of a tool's own, but for numbers. */
function ownLinesIn(text: string): string[] {
  return text.split("\n").filter((line) => OWN.test(line))
    .map((line) =>
      line.replace(/\d+/g, "N").replace("N entry", "N entries").replace(/^(… N more).*/, "$1")
        .replace(", N weaker left out", "")
    );
}

/** A tree of entries by these names, a file that is ignored, a hidden one, and one that sorts first. */
function treeOf(names: readonly string[], inside: string): Tree {
  return {
    "!": "",
    ".gitignore": "ignored\n",
    "ignored/f": "",
    ...Object.fromEntries(names.map((name) => [`${name}${inside}`, ""])),
  };
}

for (const subject of ROWED) {
  test(`${subject.id}: no name reads like a line of the tool's own`, async () => {
    // A directory and a file in it may read so together.
    const names = [...OWN_LINES, "list_dir x/y: 3 entries"];
    const plain = names.map((name, i) =>
      `${name.includes("/") ? "d/" : ""}n${String(i).padStart(2, "0")}`.padEnd(
        name.length,
        "-tie-o",
      )
    );
    for (const inside of ["", "/f"]) {
      const texts: [own: string[], ordinary: string[]][] = [[], []].map(() => [[], []]);
      for (const [which, each] of [names, plain].entries()) {
        await withQuickTree(treeOf(each, inside), async (root) => {
          for (const call of callsOf(subject)) {
            const text = await textOf(subject, root, call);
            texts[which]![0].push(...ownLinesIn(text));
            texts[which]![1].push(...text.split("\n"));
          }
        });
      }
      assertEquals(texts[0]![0], texts[1]![0]);
      // Lines of the tool other than entries are escaped when a name holds them.
      const said = texts[1]![1].filter((line) =>
        line !== "" && !/^ *(?:!|d\/|n\d\d|f|\.gitignore|ignored)/.test(line)
      );
      for (const line of said) assertNotEquals(rowSafe(line), lineSafe(line), line);
    }
  });
}

/** Names that a text shows with escapes. */
const ESCAPED: readonly string[] = [
  "a\\b",
  "a\\nb",
  "line\nbreak",
  " x ",
  "\u3000",
  "\x9b31m",
  "tag\u{E0041}",
  "hint: use this",
];

// "DEFINITIONs of tools with text output say in one sentence how to send such a name back".
Deno.test("every DEFINITION whose tool shows names in text says how to send escapes, or the instructions do", () => {
  assertStringIncludes(CATALOG.agent.instructions, " Send escapes in them as shown.");
  for (const { id, toolset, tool } of SUBJECTS.filter(({ toolset }) => toolset !== "agent")) {
    const { description } = tool.DEFINITION.function.parameters
      .properties[tool.TRAITS.pathArgument]!;
    // JSON has escapes of its own.
    const isExpected = toolset !== "files";
    assertEquals(description.endsWith(" Send escapes such as \\u{20} as shown."), isExpected, id);
  }
});

/** Names, and how a text shows them; `tests/text/line_safe_test.ts` has every character. */
const SHOWN: readonly (readonly [name: string, shown: string])[] = [
  ["a\nb", "a\\nb"],
  ["a\tb", "a\\tb"],
  ["a\rb", "a\\rb"],
  ["a\\nb", "a\\\\nb"],
  ["\\", "\\\\"],
  ["\x1b[31m", "\\u{1B}[31m"],
  ["a\x85b", "a\\u{85}b"],
  ["a\u061cb", "a\\u{61C}b"],
  ["a\u200bb", "a\\u{200B}b"],
  ["a\u2028b", "a\\u{2028}b"],
  ["a\u202eb", "a\\u{202E}b"],
  ["a\ufeffb", "a\\u{FEFF}b"],
  ["a\u{e0041}b", "a\\u{E0041}b"],
  ["👨‍👩", "👨\\u{200D}👩"],
  [" x ", "\\u{20}x\\u{20}"],
  ["\u3000", "\\u{3000}"],
  ["a'b\xa0\u0300c", "a'b\\u{A0}\u0300c"],
];

/** The texts of tools for a folder with a folder of the same name in it, by the name as it shows. */
const TEXTS: Readonly<Record<string, readonly [args: object, text: (shown: string) => string]>> = {
  "tree.list_dir": [{ path: ".", recursive: true }, (shown) => `${shown}/\n  ${shown}/`],
  "envelope.LS": [
    {},
    (shown) =>
      `Listed 1 entries in '${shown}'\n(Total: 1 items - 1 dirs, 0 files, 0 links)\n\n${shown}/${shown}/`,
  ],
  "codex.list_dir": [{}, (shown) => `Absolute path: ROOT/${shown}\n${shown}/`],
  "discovery.list_dir": [{}, (shown) => `list_dir ${shown}: 1 entry\n${shown}/${shown}/`],
  "discovery.glob_search": [
    { pattern: "**" },
    (shown) => `glob_search ${shown}: 1 entry\n${shown}/${shown}/`,
  ],
};

// "In text (not JSON) output, a control character […] shows as `\\n`, `\\t`, `\\r` or `\\u{XX}` (upper-case hex),
// and a backslash in any name as `\\\\`. […] JSON data carry names unchanged".
test("the text of every tool is line-safe; JSON data carry names unchanged", async () => {
  for (const [name, shown] of SHOWN) {
    await withQuickTree({ [`${name}/${name}/`]: "", "to": link(name) }, async (root) => {
      const context = { cwd: root, roots: ["."] };
      for (const subject of SUBJECTS) {
        const args = argumentsFor(subject, subject.toolset === "files" ? "." : name, context);
        const { text } = toToolResult(subject.tool, await subject.tool.execute(args, context));
        // Before size and time.
        const lines = text.split("\n").map((line) =>
          line.replace(/(\t\S*)?\t\S+(Z| \d\d:\d\d)$/, "")
        );
        assertEquals(lines.filter((line) => UNSAFE.test(line)), [], subject.id);
      }
      for (const [id, [more, expected]] of Object.entries(TEXTS)) {
        const subject = subjectOf(id);
        const args = { ...argumentsFor(subject, name, context), ...more };
        const { text } = toToolResult(subject.tool, await subject.tool.execute(args, context));
        const own = text.replace(root, "ROOT").replace(/^to\/\n?|\nto\/$/m, "");
        assertEquals(own, expected(shown), id);
      }
      const { tree, envelope } = TOOLSETS;
      assertEquals(
        await tree.list_dir.execute({ show_data: true, filter: "folders" }, context),
        [[name, `${shown} (folder)`], ["to", `to (link -> ${shown})`]]
          .toSorted(([a], [b]) => a! < b! ? -1 : 1).map(([, line]) => line).join("\n"),
      );
      const { data, context: said } = await envelope.LS.execute({ path: name }, context);
      assertEquals([data.entries?.[0]?.path, said.path_resolved], [`${name}/${name}`, name]);
    });
  }
});

Deno.test("toToolResult returns the text, what has a schema as it is, and isError for an error only", () =>
  withQuickTree({ "d/a": "" }, async (cwd) => {
    for (const subject of SUBJECTS) {
      const { id, tool } = subject;
      for (
        const [path, isError] of [["d", false], ["..", subject.name !== "explain_path"]] as const
      ) {
        const context = { cwd, roots: ["."] };
        const output = await tool.execute(argumentsFor(subject, path, context), context);
        const { text, ...rest } = toToolResult(tool, output);
        assertEquals(rest, tool.OUTPUT_SCHEMA ? { structured: output, isError } : { isError }, id);
        const own = [output, ...Object.values(Object(output)), JSON.stringify(output)];
        if (["tree", "envelope", "codex"].includes(subject.toolset)) assert(own.includes(text), id);
        if (subject.toolset === "files") {
          assert(JSON.stringify(output).includes(JSON.stringify(text)));
        }
      }
    }
  }));

for (const subject of SUBJECTS) {
  const { id, tool } = subject;

  const call = async (root: string, path: string) => {
    const context = { cwd: root, roots: ["."] };
    const output = await tool.execute(argumentsFor(subject, path, context), context);
    return toToolResult(tool, output);
  };

  test(`${id}: a path sent with the escapes of the text is understood`, async () => {
    const tree = Object.fromEntries(ESCAPED.map((name) => [`${name}/in ner/${name}`, ""]));
    await withQuickTree({ ...tree, "out\\": link("..") }, async (root) => {
      for (const name of [...ESCAPED.flatMap((name) => [name, `${name}/in ner`]), "out\\"]) {
        const [literal, shown] = [await call(root, name), await call(root, rowSafe(name))];
        // A link out is refused; the message quotes what was sent.
        if (name === "out\\") assertEquals(shown.isError, literal.isError);
        else assertEquals([shown.isError, shown.text], [false, literal.text]);
      }
    });
  });

  test(`${id}: a path is first taken as it is sent`, async () => {
    await withQuickTree({ "a\\\\b/both": "", "a\\b/one": "" }, async (root) => {
      const { text } = await call(root, "a\\\\b");
      if (tool.TRAITS.lines === "facts") {
        assert(/(path: |^stat_path )a\\{4}b[\n:]/.test(text), text);
      } else assert(text.includes("both") && !text.includes("one"), text);
    });
  });

  test(`${id}: escapes lead nowhere that a path does not`, () =>
    withQuickTree({ "in/f": "", "secret/f": "" }, async (base) => {
      const dots = "\\u{2E}\\u{2E}";
      const rows = [
        [dots, "nowhere"],
        [`${dots}/secret`, "nowhere/secret"],
        ["in\\u{2F}..", "nowhere"],
        ["in\\u{0}", "nowhere"],
        ["in\\f", "nowhere"],
        ["\\", "nowhere"],
      ] as const;
      for (const row of rows) {
        const [sent, missing] = await Promise.all(row.map(async (path) => {
          const { text, isError } = await call(`${base}/in`, path);
          const about = text.replace(/\nsuggestion: .*/gs, "").replaceAll(lineSafe(path), "X");
          return [isError, about];
        }));
        assertEquals(sent, missing);
      }
    }));
}
