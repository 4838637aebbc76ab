import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path/join";
import { TARGETS } from "../../tools/compile.ts";
import {
  checkContents,
  checkDynamicImports,
  checkLock,
  checkModules,
  checkPermissions,
  checkStartUp,
  expectedOf,
} from "../../tools/compile_checks.ts";
import { compile, fetchFailure, payloadWithout } from "../../tools/deno_compile.ts";
import { graphOf, type Module, type ModuleGraph } from "../../tools/module_graph.ts";
import { run } from "../../tools/process.ts";
import { tryBinary } from "../../tools/try_binary.ts";
import { POSIX_PATHS, SHELL, testsNeeding } from "../support/machine.ts";
import { projectFile, shellWords } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(POSIX_PATHS, SHELL);

const READ = ["--allow-read=."];

// An installed runtime must not influence the test.
Deno.env.delete("DENORT_BIN");

test("a binary starts cli.ts, holds what that can load and nothing else, and may read the folder it is started in", async () => {
  const payload = await payloadWithout(READ);
  const { entrypoint_key, argv, permissions, code_cache_key } = payload.metadata;
  assertEquals([entrypoint_key, argv, code_cache_key], ["cli.ts", [], null]);
  const { allow_read, deny_import, prompt, allow_import: _, ...others } = permissions;
  // The path as it was given: the runtime resolves it where the binary is started.
  assertEquals({ allow_read, deny_import, prompt }, {
    allow_read: ["."],
    deny_import: [],
    prompt: false,
  });
  assertEquals(Object.entries(others).filter(([, value]) => value !== null), []);
  assertEquals([...payload.packages].map((name) => name.replace(/@[^@]+$/, "")).sort(), [
    "@hono/node-server",
    "@modelcontextprotocol/core",
    "@modelcontextprotocol/server",
    "deno-std",
    "hono",
    "zod",
  ]);
  assert(payload.files.has("src/mcp/server.ts") && payload.files.has("deno.json"));
  assertEquals([...payload.files].filter((file) => /^(?:tests|bench|tools)\//.test(file)), []);
  const expected = expectedOf(await graphOf("cli.ts"), READ);
  assertEquals(checkContents(payload, expected).complaints, []);
  assertEquals(checkPermissions(payload, expected).complaints, []);
});

Deno.test("what a binary holds or may do besides is reported", async () => {
  const others = ["--allow-read=.,/etc", "--allow-net", "--deny-read=/etc/ssl", "--allow-env=A"];
  const payload = await payloadWithout(others);
  const graph = await graphOf("cli.ts");
  assertEquals(checkPermissions(payload, expectedOf(graph, others)).complaints, []);
  const { files, packages, permissions } = expectedOf(graph, READ);
  assertEquals(checkPermissions(payload, { files, packages, permissions }).complaints, [
    "its permissions are --allow-env=A --allow-net --allow-read=.,/etc --deny-import " +
    "--deny-read=/etc/ssl, not --allow-read=. --deny-import",
  ]);
  const strange = {
    ...payload,
    metadata: {
      ...payload.metadata,
      entrypoint_key: "mod.ts",
      permissions: { ...payload.metadata.permissions, prompt: true },
    },
    files: new Set([...files, "tests/walk/walk_test.ts"]),
    packages: new Set([...packages].filter((name) => !name.startsWith("zod@"))),
  };
  const [zod] = packages.difference(strange.packages);
  assertEquals(checkContents(strange, { files, packages, permissions }).complaints, [
    "it starts mod.ts",
    "tests/walk/walk_test.ts is inside, and nothing loads it",
    `${zod} is not inside`,
  ]);
  assertStringIncludes(
    checkPermissions(strange, { files, packages, permissions: others }).complaints.join(),
    "it may prompt",
  );
});

test("a module that is missing, remote, hidden or loaded too early is told", async () => {
  await withTree({}, async (folder) => {
    const file = join(folder, "main.ts");
    const hidden = "const name = `./b.ts`;\nawait import(name);\n// await import(nothing);\n";
    await Deno.writeTextFile(file, `import "./gone.ts";\nimport "nowhere";\n${hidden}`);
    const graph = await graphOf(file);
    const [gone, nowhere, ...more] = checkModules(graph).complaints.toSorted();
    assertStringIncludes(gone!, "gone.ts");
    assertStringIncludes(nowhere!, "nowhere");
    assertEquals(more, []);
    const [name, ...others] = (await checkDynamicImports(graph)).complaints;
    assertStringIncludes(name!, "import(name)");
    assertEquals(others, []);
  });
  const graph = await graphOf("cli.ts");
  assertEquals(checkModules(graph).complaints, []);
  assertEquals((await checkDynamicImports(graph)).complaints, []);
  assertEquals(checkStartUp(graph).complaints, []);
  assertEquals(checkModules(withModule(graph, "https://example.com/mod.ts")).complaints, [
    "https://example.com/mod.ts is remote",
  ]);
  const early = withModule(graph, "node:sqlite", [graph.roots[0]!]);
  assertEquals(checkStartUp(early).complaints, ["node:sqlite is loaded at the start"]);
  const complaints = checkLock(graph, { npm: {} }).complaints;
  assert(complaints.some((complaint) => complaint.startsWith("deno.lock has no zod@")));
});

/** A graph with one more module, which some others import. */
function withModule(
  graph: ModuleGraph,
  specifier: string,
  importers: readonly string[] = [],
): ModuleGraph {
  const more = { specifier, code: { specifier } };
  const importing = (module: Module): Module => ({
    ...module,
    dependencies: [...module.dependencies ?? [], more],
  });
  const modules = graph.modules.map((module) =>
    importers.includes(module.specifier) ? importing(module) : module
  );
  return { ...graph, modules: [...modules, { specifier }] };
}

Deno.test("a runtime that cannot be fetched is distinguished from real errors", async () => {
  await withTree({}, async (folder) => {
    const file = join(folder, "main.ts");
    await Deno.writeTextFile(file, "export {};\n");
    const flags = ["--target", TARGETS[3]!, "--output", join(folder, "main")];
    // A proxy that nobody runs, and a cache that holds no runtime.
    const proxy = { HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "", no_proxy: "" };
    const env = { ...proxy, DENO_DIR: join(folder, "cache") };
    const { code, stderr } = await run(Deno.execPath(), ["compile", ...flags, file], {
      cwd: folder,
      env,
    });
    assertEquals(code, 1, stderr);
    assertStringIncludes(fetchFailure(stderr) ?? stderr, `denort-${TARGETS[3]}`);

    const output = join(folder, "dirscope");
    for (const runtime of [join(folder, "none"), file]) {
      const bad = await compile({ target: TARGETS[0]!, output, permissions: READ, runtime });
      assertEquals([bad.code, fetchFailure(bad.stderr)], [1, undefined], bad.stderr);
    }
  });
  const unwritten =
    "Caused by:\n    0: Setting up base binary.\n    1: Creating /cache/dl/denort\n";
  assertEquals(fetchFailure(unwritten), undefined);
});

test("a binary is run: it works where it is started, and refuses what is outside", () =>
  withTree({}, async (folder) => {
    // Programs with the permissions of a binary, or too many: `deno compile` needs its runtime.
    const program = async (name: string, ...flags: string[]): Promise<string> => {
      const file = join(folder, name);
      const command = shellWords([Deno.execPath(), "run", "--no-prompt", ...flags]);
      const script = `#!/bin/sh\nexec ${command} ${shellWords([projectFile("cli.ts")])} "$@"\n`;
      await Deno.writeTextFile(file, script, { mode: 0o755 });
      return file;
    };
    // A binary holds what its workers load.
    const good = await program("good", `--allow-read=.,${projectFile(".")}`);
    assertEquals(await tryBinary(good, true), []);
    const wide = await program("wide", "--allow-read");
    const complaints = await tryBinary(wide, true);
    assertEquals(complaints.map((complaint) => complaint.split('"')[1]), [
      "dirscope ../outside",
      "dirscope overview ../outside",
    ]);
    assertEquals(await tryBinary(wide, false), []);
    const [only, ...others] = await tryBinary(join(folder, "none"), true);
    assertStringIncludes(only!, "it does not run");
    assertEquals(others, []);
  }));
