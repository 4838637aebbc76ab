import { assert } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { takeAtOnce } from "../../../../src/pacing/paced_steps.ts";
import { Definitions } from "../../../../src/tools/agent/contents/definitions.ts";
import { DEFINITION_TEXTS, linesOf } from "../../../support/definition_texts.ts";
import { type JudgedDefinition, treeSitter } from "../../../support/tree_sitter.ts";

/** The grammar of an extension. That of Ruby needs another release of the parser. */
const GRAMMARS: Readonly<Record<string, string>> = {
  ".py": "python",
  ".ts": "typescript",
  ".tsx": "tsx",
  ".go": "go",
  ".rs": "rust",
  ".c": "c",
  ".cpp": "cpp",
  ".java": "java",
  ".kt": "kotlin",
  ".swift": "swift",
  ".cs": "c_sharp",
  ".php": "php",
};

/** What may be counted as a part of what is below it: an annotation, and in C the type that a function returns. */
const IS_BEFORE = /^\s*@|^[\w *]+$/;

/** Compares what is said of each line. */
function compare(path: string, lines: readonly string[], judged: readonly JudgedDefinition[]) {
  const definitions = takeAtOnce(Definitions.read(lines, path));
  const count = { inside: 0, said: 0 };
  lines.forEach((line, i) => {
    const said = definitions.enclosing(i + 1);
    const around = judged.filter(({ from, to }) => from <= i + 1 && i + 1 <= to);
    if (around.length > 0) count.inside++;
    if (said === undefined) return;
    if (around.length > 0) count.said++;
    const isRight = around.some(({ name, from, to }) =>
      name === said.name && to === said.to &&
      (from === said.from || from < said.from && IS_BEFORE.test(lines[from - 1]!))
    );
    assert(isRight, `${path}:${i + 1} ${line}: ${JSON.stringify([said, around])}`);
  });
  return count;
}

Deno.test("tree-sitter names the same definitions, with the same lines, in a text of each language", async () => {
  for (const [path, text] of Object.entries(DEFINITION_TEXTS)) {
    const grammar = GRAMMARS[path.slice(path.lastIndexOf("."))];
    if (grammar === undefined) continue;
    const { lines } = linesOf(text);
    compare(path, lines, (await treeSitter(grammar))(lines.join("\n")));
  }
});

Deno.test("tree-sitter names the same definitions, with the same lines, in this project", async () => {
  const root = fromFileUrl(new URL("../../../../src", import.meta.url));
  const definitionsOf = await treeSitter("typescript");
  let inside = 0, said = 0;
  const visit = async (folder: string) => {
    for await (const entry of Deno.readDir(folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) await visit(path);
      else if (path.endsWith(".ts")) {
        const text = await Deno.readTextFile(path);
        const count = compare(path, text.split("\n"), definitionsOf(text));
        inside += count.inside;
        said += count.said;
      }
    }
  };
  await visit(root);
  assert(said > 0.98 * inside, `${said} of ${inside}`);
});
