import { assert, assertEquals } from "@std/assert";
import { denoRun, projectFile, run } from "./support/process.ts";

interface Dependency {
  readonly specifier: string;
  readonly code?: { readonly specifier: string };
  readonly isDynamic?: boolean;
}

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly Dependency[];
}

interface Graph {
  readonly roots: readonly string[];
  readonly modules: readonly Module[];
  readonly redirects: Readonly<Record<string, string>>;
}

async function graphOf(file: string): Promise<Graph> {
  const command = [Deno.execPath(), "info", "--json", projectFile(file)];
  const { code, stdout, stderr } = await run(command);
  assertEquals(code, 0, stderr);
  return JSON.parse(stdout);
}

/** The modules that are loaded when the first one is: those that static imports reach. */
function loadedAtStart({ roots, modules, redirects }: Graph): Set<string> {
  const byName = new Map(modules.map((module) => [module.specifier, module]));
  const loaded = new Set<string>();
  const queue = [...roots];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    name = redirects[name] ?? name;
    if (loaded.has(name)) continue;
    loaded.add(name);
    for (const { code, isDynamic } of byName.get(name)?.dependencies ?? []) {
      if (code !== undefined && !isDynamic) queue.push(code.specifier);
    }
  }
  return loaded;
}

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
    found.set(name, text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ""));
  }
  return found;
}

/** What only some calls need, by the file that may load it. */
const LATER = {
  "cli.ts": [
    ...[/^npm:\/?ignore@/, /^node:sqlite$/, /^node:timers$/],
    ...[/^npm:\/?@modelcontextprotocol\/server@[^/]*$/, /\/src\/mcp\/http\.ts$/],
  ],
  "mod.ts": [
    ...[/^npm:\/?ignore@/, /^node:sqlite$/, /^node:timers$/],
    ...[/^npm:\/?@modelcontextprotocol\/client@[^/]*$/],
  ],
};

for (const [file, patterns] of Object.entries(LATER)) {
  Deno.test(`a plain listing from ${file} loads no ignore, MCP SDK, node:sqlite or node:timers at the start`, async () => {
    const graph = await graphOf(file);
    const loaded = loadedAtStart(graph);
    for (const pattern of patterns) {
      const known = graph.modules.map(({ specifier }) => specifier).filter((name) =>
        pattern.test(name)
      );
      assertEquals(known.length, 1, `the graph shows ${pattern} at all`);
      assertEquals(loaded.has(known[0]!), false, `${known} is loaded at the start`);
    }
    assert([...loaded].some((name) => name.endsWith("/src/tools/list_dir.ts")));
  });
}

Deno.test("every dynamic import is a literal that the module graph shows, so that `deno compile` includes it", async () => {
  const graphs = [await graphOf("cli.ts"), await graphOf("mod.ts")];
  const modules = graphs.flatMap(({ modules }) => modules);
  const shown = new Map(modules.map(({ specifier, dependencies = [] }) => [
    specifier,
    dependencies.filter(({ isDynamic }) => isDynamic).map(({ specifier }) => specifier),
  ]));
  let count = 0;
  for (const [name, text] of await sources()) {
    const written = [...text.matchAll(/\bimport\s*\(\s*([^)]*?),?\s*\)/g)].map(([, what]) => what!);
    for (const what of written) {
      assert(/^"[^"]+"$/.test(what), `${name}: import(${what})`);
      const seen = shown.get(new URL(`../${name}`, import.meta.url).href) ?? [];
      assert(seen.includes(JSON.parse(what)), `${name}: the graph does not show import(${what})`);
      count++;
    }
  }
  // Those of the matchers, the memory, the yield, help and colours: so the search does find them.
  assert(count >= 5, `${count} found`);
});

Deno.test("only cli.ts uses the arguments, the exit, the standard streams or the console", async () => {
  const own =
    /\bDeno\s*\.\s*(?:args|exit|exitCode|stdin|stdout|stderr)\b|\bconsole\s*\.|\bprocess\s*\.|["']node:process["']/;
  const users = [...await sources()].filter(([, text]) => own.test(text)).map(([name]) => name);
  assertEquals(users, ["cli.ts"]);
});

Deno.test("importing mod.ts needs no permission, and prints nothing", async () => {
  const deny = ["--no-prompt", "--deny-read", "--deny-write", "--deny-env", "--deny-net"];
  const ended = await run(denoRun(deny, projectFile("mod.ts")));
  assertEquals(ended, { code: 0, signal: null, stdout: "", stderr: "" });
});
