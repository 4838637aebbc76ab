import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { build, NOTICES } from "../../tools/build.ts";
import { standIn } from "../../tools/deno_compile.ts";
import { graphOf, loadedAtStart } from "../../tools/module_graph.ts";
import { noticesFor } from "../../tools/notices.ts";
import { readPayload } from "../../tools/payload.ts";
import { POSIX_PATHS, testsNeeding } from "../support/machine.ts";
import { INITIALIZE, message } from "../support/mcp.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(POSIX_PATHS);

const DIST = await Deno.makeTempDir({ prefix: "dirscope-built-" });
if (POSIX_PATHS.isHere) await build(DIST);

Deno.test.afterAll(() => Deno.remove(DIST, { recursive: true }));

const BUILT = `${DIST}/dirscope.js`;
const FILES = [...Deno.readDirSync(DIST)].map(({ name }) => name)
  .filter((name) => name.endsWith(".js")).sort();
/** Those that the command loads as modules. The server's workers load the other. */
const LOADED = FILES.filter((name) => name !== "call_worker.js");
const SAMPLE = projectFile("fixtures/sample");

/** Runs a program of the command with the permission to read one folder. */
function dirscope(program: string, words: readonly string[]) {
  const flags = ["--no-prompt", `--allow-read=${SAMPLE}`];
  return run(denoRun(flags, program, ...words), { cwd: SAMPLE, input: "" });
}

test("the built file does what cli.ts does, errors included", async () => {
  const lines = [
    ["--version"],
    ["--recursive", "--use-gitignore"],
    ["overview", "src"],
    ["find_files", ".", "--extensions", "py", "--json"],
    ["tools"],
    ["mcp", "--help"],
    ["completions", "complete", "mcp", "--"],
    ["overview", "--bad"],
    ["/etc"],
    ["mcp", "/etc"],
    ["mcp", "--memory", "m.db"],
    ["mcp", "--http", "0.0.0.0:0"],
  ];
  for (const words of lines) {
    const built = await dirscope(BUILT, words);
    const stderr = built.stderr.replace(/, or to an installed command, .*/, "");
    const source = await dirscope(projectFile("cli.ts"), words);
    assertEquals({ ...built, stderr }, source, words.join(" "));
    assert(!built.stderr.includes("Uncaught"), built.stderr);
  }
  const { stdout } = await dirscope(BUILT, ["--version"]);
  assertEquals(stdout, `dirscope ${config.version}\n`);
});

test("a listing loads no other tool, and nothing of the MCP server", async () => {
  const graph = await graphOf(BUILT);
  const local = graph.modules.filter(({ specifier }) => specifier.startsWith("file:"));
  assertEquals(
    local.map(({ specifier }) => specifier.slice(`file://${DIST}/`.length)).sort(),
    LOADED,
  );
  const texts = [...loadedAtStart(graph)].filter((name) => name.startsWith("file:"))
    .map((name) => Deno.readTextFileSync(new URL(name)));
  for (const word of ["modelcontextprotocol", "jsonrpc", "max_tokens"]) {
    assert(!texts.some((text) => text.includes(word)), word);
  }
});

async function checkAnswer(program: string, flags: readonly string[], denoDir = ""): Promise<void> {
  const params = { name: "stat_path", arguments: { path: "src/main.py" } };
  const lines = `${INITIALIZE}\n${message("tools/call", params, 2)}\n`;
  const command = denoRun(["--quiet", "--no-prompt", ...flags], program, "mcp", ".");
  const { code, stdout, stderr } = await run(command, {
    cwd: SAMPLE,
    env: denoDir === "" ? {} : { DENO_DIR: denoDir },
    meanwhile: async ({ child, shows }) => {
      const input = child.stdin.getWriter();
      await input.write(new TextEncoder().encode(lines));
      await shows(/"id":2/);
      await input.close();
    },
  });
  assertEquals([code, stderr], [0, ""]);
  const [first, second] = stdout.trim().split("\n").map((line) => JSON.parse(line).result);
  assertEquals(first.serverInfo.version, config.version);
  assertMatch(second.content[0].text, /^stat_path src\/main\.py: file, 60, /);
}

test("the built server answers, whether or not its workers may read their program", async () => {
  await checkAnswer(BUILT, [`--allow-read=${SAMPLE}`]);
  await checkAnswer(BUILT, [`--allow-read=${SAMPLE},${DIST}`]);
});

test("a build takes away the pieces of an earlier one alone", async () => {
  const kept = ["kept.js", "kept/chunk-ABCDEFG2.js"];
  await withTree({ "chunk-ABCDEFG2.js": "", "kept.js": "", [kept[1]!]: "" }, async (root) => {
    await build(root);
    const names = Array.from(Deno.readDirSync(root), ({ name }) => name);
    assertEquals(names.sort(), [...FILES, NOTICES, "kept", "kept.js"].sort());
    for (const name of kept) assertEquals(await Deno.readTextFile(`${root}/${name}`), "");
  });
});

test("the built server answers where it is imported from afar", () =>
  withTree({}, async (denoDir) => {
    const headers = { "Content-Type": "text/javascript" };
    await using site = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      async ({ url }) =>
        new Response(await Deno.readFile(`${DIST}${new URL(url).pathname}`), { headers }),
    );
    const host = `127.0.0.1:${site.addr.port}`;
    const flags = [`--allow-import=${host}`, `--allow-read=${SAMPLE}`];
    await checkAnswer(`http://${host}/dirscope.js`, flags, denoDir);
  }));

test("`deno install -g` takes the built file", () =>
  withTree({ ".git/HEAD": "" }, async (root) => {
    const env = { DENO_INSTALL_ROOT: root };
    const flags = ["--global", "--quiet", "--no-config", "--allow-read"];
    const installed = await run([Deno.execPath(), "install", ...flags, BUILT], { env });
    assertEquals([installed.code, installed.stderr], [0, ""]);
    const cwd = `${root}/.git`;
    const { code, stdout } = await run([`${root}/bin/dirscope`, "overview"], { cwd });
    assertEquals([code, stdout.slice(0, 18)], [0, "overview .: 1 file"]);
  }));

test("`deno compile` takes the built file, and the server's with it", () =>
  withTree({}, async (root) => {
    const [runtime, output] = [`${root}/runtime`, `${root}/dirscope`];
    await Deno.writeFile(runtime, standIn());
    const flags = ["--quiet", "--no-config", "--target", "x86_64-unknown-linux-gnu"];
    const command = [Deno.execPath(), "compile", ...flags, "--output", output, BUILT];
    const { code, stderr } = await run(command, { env: { DENORT_BIN: runtime } });
    assertEquals(code, 0, stderr);
    const { files } = readPayload(await Deno.readFile(output));
    assertEquals([...files].sort(), LOADED);
  }));

test("what is built names no place of the machine that built it", async () => {
  for (const name of FILES) {
    const text = await Deno.readTextFile(`${DIST}/${name}`);
    assert(!text.includes("/npm/") && !text.includes(projectFile("")), name);
  }
});

test("the notices hold the licence of each package inside, of those packed into one too", async () => {
  const notices = await Deno.readTextFile(`${DIST}/${NOTICES}`);
  const [, ...sections] = notices.split(`${"-".repeat(80)}\n`);
  assertEquals(sections.map((section) => section.match(/^(.+)@[\d.]+\n\n/)?.[1]), [
    "@hono/node-server",
    "@modelcontextprotocol/core",
    "@modelcontextprotocol/server",
    "ajv-formats",
    "ajv",
    "content-type",
    "deno-std",
    "fast-deep-equal",
    "fast-uri",
    "hono",
    "json-schema-traverse",
    "zod",
  ]);
  for (const section of sections) {
    assertMatch(section, /copyright[^]*(?:permission|redistribution)/i);
  }
});

test("the notices fail for a package without a licence text", async () => {
  const manifest = JSON.stringify({ name: "@of/nobody", version: "1.2.3" });
  const tree = { "p/package.json": manifest, "p/lib/package.json": "{}", "p/lib/x.js": "" };
  await withTree(tree, async (root) => {
    const { message } = await assertRejects(() => noticesFor([`${root}/p/lib/x.js`]), Error);
    assertMatch(
      message,
      /^@of\/nobody@1\.2\.3 has no licence text: put it into .*@of\+nobody\.txt$/,
    );
    await Deno.writeTextFile(`${root}/p/LICENCE.md`, "Copyright Nobody");
    assertMatch(
      await noticesFor([`${root}/p/lib/x.js`]),
      /@of\/nobody@1\.2\.3\n\nCopyright Nobody\n$/,
    );
  });
});
