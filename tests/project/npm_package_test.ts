import { assert, assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { pack } from "../../tools/npm_pack.ts";
import { type Need, need, needing, SHELL, TERMINAL } from "../support/machine.ts";
import { connectStdio, INITIALIZE } from "../support/mcp.ts";
import { hasProgram, onTerminal, run, type Running } from "../support/process.ts";
import { link, makeTree } from "../support/tree.ts";

/** The programs of a machine with Node and nothing else. */
const PROGRAMS = ["node", "npm", "npx", "sh", "env", "head"];

const NPM = need("npm, on a system of POSIX", () => SHELL.isHere && hasProgram("npm"));

/** The folder in which the package is installed. */
const PROJECT = await makeTree({
  "bin/": "",
  "home/": "",
  "src/x.ts": "",
  // The project that it is used in has no say.
  "deno.json": "{ broken",
});

/** The folder that is listed, elsewhere. */
const TREE = await makeTree({
  "a,b/in.txt": "",
  "a,b/away": link("../a"),
  "a/out.txt": "",
  "b/out.txt": "",
  "s p/x.txt": "",
  "repository/.git/": "",
  "repository/.gitignore": "*.log\n",
  "repository/d/a.log": "",
  ...NPM.isHere && { "linked": link("s p") },
});
const TEMPORARY = `${PROJECT}/tmp`;
const DIRSCOPE = `${PROJECT}/node_modules/.bin/dirscope`;
const ENV = {
  PATH: `${PROJECT}/bin`,
  DENO_DIR: `${PROJECT}/home`,
  TMPDIR: TEMPORARY,
  npm_config_loglevel: "error",
};

if (NPM.isHere) {
  await Deno.mkdir(TEMPORARY);
  for (const name of PROGRAMS) {
    const { stdout } = await run(["sh", "-c", `command -v ${name}`]);
    await Deno.symlink(stdout.trimEnd(), `${PROJECT}/bin/${name}`);
  }
  const tarball = await pack(PROJECT);
  const { code, stderr } = await npm(
    "npm",
    "install",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    tarball,
  );
  if (code !== 0) throw new Error(stderr);
}

Deno.test.afterAll(async () => {
  for (const folder of [PROJECT, TREE]) await Deno.remove(folder, { recursive: true });
});

/** Runs a program of npm in the folder where the package is installed. */
function npm(...command: string[]) {
  return run(command, { cwd: PROJECT, env: ENV });
}

function test(name: string, act: () => Promise<void>, needs: readonly Need[] = []): void {
  Deno.test(needing([NPM, ...needs], name), act);
}

test("`npx dirscope overview DIR` runs where there is Node and no Deno", async () => {
  assertEquals((await npm("sh", "-c", "command -v deno")).stdout, "");
  const { code, stdout } = await npm("npx", "dirscope", "overview", `${TREE}/s p`);
  assertEquals([code, stdout.split("\n").slice(0, 2)], [0, [
    `overview ${TREE}/s p: 1 file; no history read`,
    "x.txt",
  ]]);
  const explained = await npm("npx", "dirscope", "explain_path", `${TREE}/repository/d/a.log`);
  assertEquals(explained.stdout.split("\n").slice(1), [
    "kind: file",
    `ignored by git: yes, by ${TREE}/repository/.gitignore:1 *.log`,
    "",
  ]);
  const head = await npm("sh", "-c", '"$0" tools | head -n 1', DIRSCOPE);
  assertEquals([head.code, head.stderr], [0, ""]);
  assertMatch(head.stdout, /^tree +list_dir +.*\n$/);
});

test("the installed command: output, exit status, paths with commas, spaces and links", async () => {
  const rows: [words: string[], code: number, stdout: string, stderr: string][] = [
    [["--version"], 0, `dirscope ${config.version}\n`, ""],
    [[`${TREE}/s p`], 0, "x.txt\n", ""],
    [[`${TREE}/linked`], 0, "x.txt\n", ""],
    [[`${TREE}/a,b`, "--recursive"], 0, "away\nin.txt\n", ""],
    [["find_files", `${TREE}/a,b`], 0, `${TREE}/a,b/in.txt\n`, `find_files ${TREE}/a,b: 1 entry\n`],
    [["find_files", "src", "--log", "a,b.db"], 0, "src/x.ts\n", "find_files src: 1 entry\n"],
    [["none"], 1, "", "Error: 'none' is not a directory.\n"],
    [["--bad"], 2, "", 'dirscope: unknown option "--bad" (--help shows the usage)\n'],
  ];
  for (const [words, code, stdout, stderr] of rows) {
    assertEquals(await npm(DIRSCOPE, ...words), { code, signal: null, stdout, stderr });
  }
  assertEquals([...Deno.readDirSync(TEMPORARY)].map(({ name }) => name), []);
});

test("the installed command may read what its line names, and nothing beside it", async () => {
  // Deno's permissions alone decide about the links of `list_dir`: "away" leads to the folder "a".
  const beside = await npm(DIRSCOPE, `${TREE}/a,b`, "--recursive", "--follow-folder-symlinks");
  assertEquals(beside.stdout, "away\nin.txt\n");
  const { stdout } = await npm(DIRSCOPE, TREE, "--recursive");
  assertEquals(stdout.includes("a,b/\n  away/\n  in.txt\n"), true, stdout);
});

test("`dirscope mcp DIR…` serves over stdio, and refuses what is outside", async () => {
  const client = await connectStdio(
    ["env", ...Object.entries(ENV).map((entry) => entry.join("=")), DIRSCOPE, "mcp", `${TREE}/a,b`],
    "handshake",
  );
  try {
    const call = async (path: string) => {
      const { content, isError } = await client.callTool({ name: "list_dir", arguments: { path } });
      return [isError ?? false, (content as { text: string }[])[0]!.text] as const;
    };
    const [isError, text] = await call(".");
    assertEquals(isError, false);
    assertMatch(text, /^away@$\n^in\.txt$/m);
    for (const path of [`${TREE}/a`, "../s p", "away", "/etc"]) {
      const [isError, text] = await call(path);
      assert(isError && text.startsWith("error outside_root"), text);
    }
  } finally {
    await client.close();
  }
});

test("signals reach Deno, and its end is the launcher's", async () => {
  const ends: [signal: Deno.Signal, code: number, by: Deno.Signal | null][] = [
    ["SIGTERM", 0, null],
    ["SIGINT", 130, null],
    ["SIGHUP", 129, "SIGHUP"],
  ];
  for (const [signal, code, by] of ends) {
    const meanwhile = async ({ child, shows }: Running) => {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(`${INITIALIZE}\n`));
      writer.releaseLock();
      assert(await shows(/"result"/), signal);
      child.kill(signal);
    };
    const ended = await run([DIRSCOPE, "mcp", TREE], { cwd: PROJECT, env: ENV, meanwhile });
    assertEquals([ended.code, ended.signal, ended.stderr], [code, by, ""], signal);
  }
});

test("the installed server answers over HTTP with the port and the token of its line alone", async () => {
  const words = ["mcp", TREE, "--http", "0", "--token-env", "DIRSCOPE_TOKEN"];
  const command = ["sh", "-c", 'exec "$0" "$@" 2>&1', DIRSCOPE, ...words];
  const env = { ...ENV, DIRSCOPE_TOKEN: "secret" };
  const ended = await run(command, {
    cwd: PROJECT,
    env,
    meanwhile: async ({ child, shows }) => {
      assert(await shows(/listening on http:\/\/127\.0\.0\.1:\d+\/mcp\n/));
      child.kill("SIGTERM");
    },
  });
  assert(!ended.stdout.includes("permission"), ended.stdout);
});

test("the installed command shows colours on a terminal, and asks nothing", async () => {
  const command = onTerminal(["env", `PATH=${ENV.PATH}`, DIRSCOPE, TREE]);
  const { code, stdout } = await run(command, { cwd: PROJECT, env: { DENO_DIR: ENV.DENO_DIR } });
  assertEquals([code, stdout.includes("Deno requests")], [0, false]);
  assert(stdout.includes("\x1b["), stdout);
}, [TERMINAL]);

test("where npm has no Deno for the machine, the launcher says so in one line, exit 1", async () => {
  const pretend = (name: string, value: string) =>
    `data:text/javascript,Object.defineProperty(process,"${name}",{value:"${value}"})`;
  const rows: [name: string, value: string, stderr: string][] = [
    ["platform", "win32", `dirscope: npm's package "deno" has no Deno for win32 on `],
    ["platform", "aix", `dirscope: npm's package "deno" has no Deno for aix on `],
    ["arch", "riscv64", `dirscope: npm's package "deno" has no Deno for `],
  ];
  for (const [name, value, line] of rows) {
    const { code, stdout, stderr } = await npm(
      "node",
      "--import",
      pretend(name, value),
      DIRSCOPE,
      ".",
    );
    assertEquals([code, stdout, stderr.split("\n").length], [1, "", 2], stderr);
    assert(stderr.startsWith(line), stderr);
  }
});
