import { assert, assertEquals } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { standIn } from "../../tools/deno_compile.ts";
import { POSIX_PATHS, testsNeeding } from "../support/machine.ts";
import { projectFile, run } from "../support/process.ts";
import { SHOWN_FILES, SHOWN_PROGRAMS, SHOWN_PROJECTS } from "../support/shown_programs.ts";
import { type Tree, withTree } from "../support/tree.ts";

const test = testsNeeding(POSIX_PATHS);

/** A project that links the library. */
const LINKING = SHOWN_PROJECTS[0]!;

/** What every file of a project outside the checkout is checked with. */
const STRICTEST = {
  ...config.compilerOptions,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  erasableSyntaxOnly: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
};

/** Imports every export, and lists a directory. */
const PROGRAM = `${
  Object.keys(config.exports).map((path, i) =>
    `import * as export${i} from "${config.name}${path.slice(1)}";\nvoid export${i};\n`
  ).join("")
}
const { text } = await export0.callTool("agent", "list_dir", { path: "d" }, { cwd: "." });
console.log(text);
`;

const LISTED = "list_dir d: 1 entry\nx.txt\n";

/** Calls back with a project that imports the library, and returns what its last command printed. */
async function inProject(
  settings: Readonly<Record<string, unknown>>,
  files: Tree,
  ...commands: readonly string[][]
): Promise<string> {
  const tree = { "deno.json": JSON.stringify(settings), "d/x.txt": "", ...files };
  let printed = "";
  await withTree(tree, async (cwd) => {
    await Deno.writeFile(`${cwd}/denort`, standIn(), { mode: 0o755 });
    const env = { NO_COLOR: "1", DENORT_BIN: `${cwd}/denort` };
    for (const [command, ...words] of commands) {
      const line = [Deno.execPath(), command!, ...words];
      const { code, stdout, stderr } = await run(line, { cwd, env });
      assertEquals(code, 0, stderr);
      // docs/library.md: "Deno then warns that `links` counts in the root of a workspace alone"
      assertEquals([...stderr.matchAll(/Warning (.*)/g)].map(([, text]) => text), [
        '"links" field can only be specified in the workspace root deno.json file.',
      ]);
      printed = stdout;
    }
  });
  return printed;
}

Deno.test("docs/library.md names every export", async () => {
  const text = await Deno.readTextFile(projectFile("docs/library.md"));
  const rows = [...text.matchAll(/^\| `(\w+)` +\| (`[a-z-]+`(?:, `[a-z-]+`)*) +\|$/gm)];
  const tools = rows.flatMap(([, toolset, names]) =>
    names!.split(", ").map((name) => `./${toolset}/${name.slice(1, -1)}`)
  );
  const others = [...text.matchAll(/^\| `@dirscope\/dirscope(\/\w+)?` /gm)].map(([, path = ""]) =>
    `.${path}`
  );
  assertEquals([...others, ...tools].sort(), Object.keys(config.exports).sort());
});

Deno.test("a project that links the library checks every export of it with the strictest options", async () => {
  const links = [...LINKING.links, ...config.links.slice(1).map(projectFile)];
  const settings = { ...LINKING, links, compilerOptions: STRICTEST };
  await inProject(settings, { "agent.ts": PROGRAM }, ["check", "agent.ts"]);
});

/** The program, without the exports that other entries of `imports` or `links` are for. */
function programOf({ imports }: (typeof SHOWN_PROJECTS)[number]): string {
  const others = imports[config.name]!.startsWith("jsr:")
    ? /^.*\/cli".*\n.*\n/m
    : /^.*export[1-9].*\n/gm;
  return PROGRAM.replace(others, "");
}

for (const project of SHOWN_PROJECTS) {
  const imported = project.imports[config.name]!.replace(projectFile(""), "");
  test(`a project that imports ${imported} compiles, which checks its types, and runs`, async () => {
    const files = { "agent.ts": programOf(project) };
    const flags = ["--no-prompt", "--allow-read=.", "agent.ts"];
    const compile = ["compile", "--output", "agent", ...flags];
    const printed = await inProject(project, files, compile, ["run", ...flags]);
    assertEquals(printed, LISTED);
  });
}

Deno.test("each program of docs/library.md passes `deno test` in a project of its own", async () => {
  const names = Object.keys(SHOWN_PROGRAMS);
  assert(names.length > 8);
  const links = [...LINKING.links, projectFile("vendor/jsr/std-assert")];
  const imports = { ...LINKING.imports, "@std/assert": config.imports["@std/assert"] };
  const tests = names.map((name) =>
    `Deno.test("${name}", async () => void await import("./${name}"));\n`
  );
  const files = { ...SHOWN_FILES, ...SHOWN_PROGRAMS, "all_test.ts": tests.join("") };
  const printed = await inProject({ imports, links }, files, ["test", "--allow-all"]);
  assert(printed.includes(`ok | ${names.length} passed`), printed);
});
