import { assert, assertEquals } from "@std/assert";
import {
  dynamicImports,
  graphOf,
  hiddenImports,
  LATER_IN_COMMAND,
  LATER_IN_LIBRARY,
  loadedAtStart,
  type ModuleGraph,
  withoutComments,
} from "../../tools/module_graph.ts";
import { denoRun, projectFile, run } from "../support/process.ts";

/** Our own modules, with their text without comments. */
async function sources(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const queue = ["src/"];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for await (const { name, isDirectory } of Deno.readDir(projectFile(path))) {
      if (isDirectory) queue.push(`${path}${name}/`);
      else found.set(path + name, "");
    }
  }
  for (const name of ["mod.ts", "cli.ts", ...found.keys()]) {
    const text = await Deno.readTextFile(projectFile(name));
    found.set(name, withoutComments(text));
  }
  return found;
}

const CATALOG = new URL("../../src/catalog.ts", import.meta.url).href;
const LIST_DIR = new URL("../../src/tools/tree/list_dir.ts", import.meta.url).href;

/** The tools, by their modules. */
function toolModules({ modules }: ModuleGraph): string[] {
  const { dependencies = [] } = modules.find(({ specifier }) => specifier === CATALOG)!;
  return dependencies.filter(({ isDynamic }) => isDynamic).map(({ code }) => code!.specifier!);
}

// The command loads one tool when the command line is read; `TOOLSETS` loads every tool.
for (
  const [file, later, toolsOf] of [
    ["cli.ts", LATER_IN_COMMAND, () => [LIST_DIR]],
    ["mod.ts", LATER_IN_LIBRARY, toolModules],
  ] as const
) {
  Deno.test(`a plain listing from ${file} loads nothing that only other calls need`, async () => {
    const graph = await graphOf(file);
    const tools = toolsOf(graph);
    const loaded = loadedAtStart({ ...graph, roots: [...graph.roots, ...tools] });
    for (const pattern of later) {
      const known = graph.modules.map(({ specifier }) => specifier).filter((name) =>
        pattern.test(name)
      );
      assert(known.length > 0, `the graph does not show ${pattern} at all`);
      assertEquals(known.filter((name) => loaded.has(name)), []);
    }
    const known = graph.modules.map(({ specifier }) => specifier);
    assert(tools.includes(LIST_DIR) && tools.every((tool) => known.includes(tool)));
  });
}

Deno.test("every dynamic import is a literal that the module graph shows, so that `deno compile` includes it", async () => {
  const entries = ["cli.ts", "mod.ts", "src/remote/connect_remote.ts"];
  const modules = (await Promise.all(entries.map(graphOf))).flatMap(({ modules }) => modules);
  const byName = new Map(modules.map((module) => [module.specifier, module]));
  let count = 0;
  for (const [name, text] of await sources()) {
    const module = byName.get(new URL(`../../${name}`, import.meta.url).href);
    assertEquals(hiddenImports(text, module), [], name);
    count += dynamicImports(text).length;
  }
  // Those of the matchers, the memory, the yield, help and colours: so the search does find them.
  assert(count >= 5, `${count} found`);
});

Deno.test("only cli.ts uses the arguments, the exit, the standard streams or the console, but for MCP on stdio", async () => {
  const own =
    /\bDeno\s*\.\s*(?:args|exit|exitCode|stdin|stdout|stderr)\b|\bconsole\s*\.|\bprocess\s*\.|["']node:process["']/;
  const users = [...await sources()].filter(([, text]) => own.test(text)).map(([name]) => name);
  assertEquals(users.sort(), ["cli.ts", "src/mcp/stdio_streams.ts"]);
});

Deno.test("importing mod.ts needs no permission, and prints nothing", async () => {
  const deny = ["--no-prompt", "--deny-read", "--deny-write", "--deny-env", "--deny-net"];
  const ended = await run(denoRun(deny, projectFile("mod.ts")));
  assertEquals(ended, { code: 0, signal: null, stdout: "", stderr: "" });
});
