import { assert, assertEquals, assertMatch } from "@std/assert";
import { build, stop } from "esbuild";
import config from "../../deno.json" with { type: "json" };
import { pack } from "../../tools/npm_pack.ts";
import { type Need, need, PROC, SHELL, TERMINAL, testsNeeding } from "../support/machine.ts";
import { assertIgnoresUnreadErrors, connectStdio, INITIALIZE, message } from "../support/mcp.ts";
import { forEachAtOnce, hasProgram, onTerminal, run, type Running } from "../support/process.ts";
import { connectRemote } from "../../src/remote/connect_remote.ts";
import { nodeHere, programOf, RUNTIMES } from "../support/runtimes.ts";
import { SHOWN_FILES, SHOWN_PROGRAMS } from "../support/shown_programs.ts";
import { link, makeTree, withTree } from "../support/tree.ts";
import { compareRuntimes } from "../torture/runtimes.ts";

/** The programs of a machine with Node and nothing else, besides Node. */
const TOOLS = ["npm", "npx", "sh", "env", "head", "sleep", "wc"];

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
  // Node's permission model takes one for the other.
  "a,b2/other.txt": "",
  "a/out.txt": "",
  "b/out.txt": "",
  "s p/x.txt": "",
  "repository/.git/": "",
  "repository/.gitignore": "*.log\n",
  "repository/d/a.log": "",
  ...NPM.isHere && { "linked": link("s p") },
});
const TEMPORARY = `${PROJECT}/tmp`;
const INSTALLED = `${PROJECT}/node_modules/dirscope`;
const DIRSCOPE = `${INSTALLED}/dirscope.js`;
const ENV = { PATH: `${PROJECT}/bin`, TMPDIR: TEMPORARY, npm_config_loglevel: "error" };

/** The runtimes to try: a Node, or all with `DIRSCOPE_RUNTIMES=all`. */
const PROGRAMS: Record<string, string> = {};

if (NPM.isHere) {
  await Deno.mkdir(TEMPORARY);
  PROGRAMS.Node = await nodeHere();
  if (Deno.env.get("DIRSCOPE_RUNTIMES") === "all") {
    for (const name of RUNTIMES) PROGRAMS[name] = await programOf(name);
  }
  for (const name of TOOLS) {
    const { stdout } = await run(["sh", "-c", `command -v ${name}`]);
    await Deno.symlink(stdout.trimEnd(), `${PROJECT}/bin/${name}`);
  }
  await Deno.symlink(PROGRAMS.Node, `${PROJECT}/bin/node`);
  const tarball = await pack(PROJECT);
  const flags = ["--no-package-lock", "--no-audit", "--no-fund"];
  const { code, stderr } = await npm("npm", "install", ...flags, tarball);
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
  testsNeeding([NPM, ...needs])(name, act);
}

/** Registers a test for each runtime; `command` starts the installed command on it. */
function testEach(
  name: string,
  act: (command: readonly string[], runtime: string) => Promise<void>,
  needs: readonly Need[] = [],
): void {
  for (const [runtime, program] of Object.entries(PROGRAMS)) {
    test(`${runtime}: ${name}`, () => act([program, DIRSCOPE], runtime), needs);
  }
}

test("`npx dirscope overview DIR` runs where there is Node and no Deno", async () => {
  assertEquals((await npm("sh", "-c", "command -v deno")).stdout, "");
  const { code, stdout } = await npm("npx", "dirscope", "overview", `${TREE}/s p`);
  assertEquals([code, stdout.split("\n").slice(0, 2)], [0, [
    `overview ${TREE}/s p: 1 file; no history read (no .git in scope)`,
    "x.txt",
  ]]);
});

const header = (path: string): string =>
  `find_files ${path}: 1 entry\n` +
  "hint: No .git was found within the scope: .gitignore files above it are not known.\n";

const OUTSIDE = "Error: access denied: 'src' is outside the allowed roots.\n";
const WORD_TOO_MANY = 'dirscope: unexpected argument "home": overview has its path\n';
const NO_EXCLUDES = "dirscope: cannot use 'none' as an excludes file: it does not exist\n";

testEach("output, exit status, paths with commas, spaces and links", async (command) => {
  const rows: [words: string[], stdout: string, stderr?: string, code?: number][] = [
    [["--version"], `dirscope ${config.version}\n`],
    [[`${TREE}/s p`], "x.txt\n"],
    [[`${TREE}/linked`], "x.txt\n"],
    [[`${TREE}/a,b`, "--recursive"], "away\nin.txt\n"],
    [["find_files", `${TREE}/a,b`], `${TREE}/a,b/in.txt\n`, header(`${TREE}/a,b`)],
    [["find_files", "src", "--log", "a,b.db"], "src/x.ts\n", header("src")],
    [["replay", "a,b.db"], "1 find_files src: equal\n1 replayed: 1 equal, 0 different\n"],
    [["./none"], "", "Error: './none' is not a directory.\n", 1],
    [["--bad"], "", 'dirscope: unknown option "--bad" (--help shows the usage)\n', 2],
    // What is wrong with a line, and what the tool says, stand before what is not granted.
    [["overview", "home", "--path", "x"], "", WORD_TOO_MANY, 2],
    [["list_dir", "src", "--scope", "home"], "", OUTSIDE, 1],
    [["./src", "--excludes-file", "none"], "", NO_EXCLUDES, 1],
    // The permissions of the line alone decide about the links of `list_dir`: "away" leads to the folder "a".
    [[`${TREE}/a,b`, "--recursive", "--follow-folder-symlinks"], "away\nin.txt\n"],
  ];
  for (const [words, stdout, stderr = "", code = 0] of rows) {
    assertEquals(await npm(...command, ...words), { code, signal: null, stdout, stderr });
  }
  await Deno.remove(`${PROJECT}/a,b.db`);
  for (const words of [["mcp"], ["replay"], ["overview"], ["find_files"]]) {
    const { stdout } = await npm(...command, "help", ...words);
    assertEquals(stdout.match(/--allow-(?!host).*/), null, "Deno's flags are nothing for Node");
  }
  const explained = await npm(...command, "explain_path", `${TREE}/repository/d/a.log`);
  assertEquals(explained.stdout.split("\n").slice(1), [
    "kind: file",
    `ignored by git: yes, by ${TREE}/repository/.gitignore:1 *.log`,
    "",
  ]);
  const { stdout } = await npm(...command, TREE, "--recursive");
  assertEquals(stdout.includes("a,b/\n  away/\n  in.txt\n"), true, stdout);
});

testEach(
  "a reader that goes ends the command, and a slow one gets everything",
  async (command) => {
    const shell = (script: string) => npm("sh", "-c", script, ...command);
    const head = await shell('"$0" "$@" tools | head -n 1');
    assertEquals([head.code, head.stderr], [0, ""]);
    assertMatch(head.stdout, /^tree +list_dir +.*\n$/);
    // Far more than a pipe holds.
    const names = Array.from({ length: 1000 }, (_, i) => `${PROJECT}/many/${i}${"n".repeat(240)}`);
    await Deno.mkdir(`${PROJECT}/many`, { recursive: true });
    for (const name of names) await Deno.writeTextFile(name, "");
    const bytes = names.join("\n").length + 1 - names.length * `${PROJECT}/`.length;
    const slow = await shell('"$0" "$@" find_files many --all 2> /dev/null | (sleep 0.3; wc -c)');
    assertEquals([slow.stdout.trim(), slow.stderr], [`${bytes}`, ""]);
    const cut = await shell('"$0" "$@" find_files many --all 2> /dev/null | head -n 1 | wc -l');
    assertEquals([cut.stdout.trim(), cut.stderr], ["1", ""]);
  },
);

testEach("`dirscope mcp DIR…` serves over stdio, and refuses what is outside", async (command) => {
  const env = Object.entries(ENV).map((entry) => entry.join("="));
  const words = ["mcp", `${TREE}/a,b`, `${TREE}/a,b2`];
  const client = await connectStdio(["env", ...env, ...command, ...words], "handshake");
  try {
    const call = async (path: string) => {
      const { content, isError } = await client.callTool({ name: "list_dir", arguments: { path } });
      return [isError ?? false, (content as { text: string }[])[0]!.text] as const;
    };
    const [isError, text] = await call(".");
    assertEquals(isError, false);
    assertMatch(text, /^away@$\n^in\.txt$/m);
    assertMatch((await call(`${TREE}/a,b2`))[1], /other\.txt$/);
    for (const path of [`${TREE}/a`, "../s p", "away", "/etc"]) {
      const [isError, text] = await call(path);
      assert(isError && text.startsWith("error outside_root"), text);
    }
  } finally {
    await client.close();
  }
});

/** Runs a server until it has answered, and then does something to it. */
function served(command: readonly string[], act: (running: Running) => void | Promise<void>) {
  const meanwhile = async (running: Running) => {
    const writer = running.child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(`${INITIALIZE}\n`));
    writer.releaseLock();
    assert(await running.shows(/"result"/));
    await act(running);
  };
  return run(command, { cwd: PROJECT, env: ENV, meanwhile });
}

testEach("signals end the server as they end it on Deno", async (command) => {
  const ends: [signal: Deno.Signal, code: number, by: Deno.Signal | null][] = [
    ["SIGTERM", 0, null],
    ["SIGINT", 130, null],
    ["SIGHUP", 129, "SIGHUP"],
  ];
  for (const [signal, code, by] of ends) {
    const ended = await served([...command, "mcp", TREE], ({ child }) => child.kill(signal));
    assertEquals([ended.code, ended.signal, ended.stderr], [code, by, ""], signal);
  }
});

test("SIGTERM to npx ends the server, too, though its input stays open", async () => {
  const { signal } = await served(["npx", "dirscope", "mcp", TREE], ({ child }) => {
    child.kill("SIGTERM");
  });
  assertEquals(signal, "SIGTERM");
});

test("a server of Node runs under its permission model, in the same process", async () => {
  const log = `${PROJECT}/a,b.db`;
  const rows: [served: string, read: readonly string[]][] = [
    [`${TREE}/a,b`, [`${TREE}/a,b`, log, INSTALLED]],
    // Node would refuse a folder beside a file whose name begins like it.
    [`${PROJECT}/a,b`, ["*"]],
  ];
  await Deno.mkdir(`${PROJECT}/a,b`);
  for (const [path, read] of rows) {
    let [line, folder] = ["", ""];
    await served([PROGRAMS.Node!, DIRSCOPE, "mcp", path, "--log", "a,b.db"], ({ child }) => {
      line = Deno.readTextFileSync(`/proc/${child.pid}/cmdline`);
      // Each thread may read it.
      folder = Deno.readLinkSync(`/proc/${child.pid}/cwd`);
      child.kill("SIGTERM");
    });
    const flags = line.split("\0").filter((word) => /^--(permission|allow-fs-.*)$/.test(word));
    assertEquals(flags, [
      "--permission",
      ...read.map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${log}`,
    ]);
    assertEquals(folder, INSTALLED);
  }
}, [PROC]);

test("a server of Node that is started in the package says what it cannot serve", async () => {
  const ended = await run([PROGRAMS.Node!, DIRSCOPE, "mcp", "missing"], {
    cwd: INSTALLED,
    env: ENV,
  });
  assertEquals([ended.code, ended.stderr], [
    1,
    "dirscope: cannot serve 'missing': it does not exist\n",
  ]);
});

test("a desktop client's own Node, which is Electron, is not started anew", async () => {
  const electron = `data:text/javascript,Object.defineProperty(process,"versions",{value:{
    ...process.versions,electron:"40.0.0"}})`;
  const command = [PROGRAMS.Node!, "--import", electron, DIRSCOPE, "mcp", TREE];
  let line = "";
  await served(command, ({ child }) => {
    line = Deno.readTextFileSync(`/proc/${child.pid}/cmdline`);
    child.kill("SIGTERM");
  });
  assertEquals(line.split("\0").slice(0, -1), command);
}, [PROC]);

testEach(
  "the server answers over HTTP with the port and the token of its line alone",
  async (command) => {
    const words = ["mcp", TREE, "--http", "0", "--token-env", "DIRSCOPE_TOKEN"];
    let url = "";
    const ended = await run(["sh", "-c", 'exec "$0" "$@" 2>&1', ...command, ...words], {
      cwd: PROJECT,
      env: { ...ENV, DIRSCOPE_TOKEN: "secret" },
      onLine(line) {
        url = line.match(/http:\/\/127\.0\.0\.1:\d+\/mcp$/)?.[0] ?? url;
      },
      meanwhile: async ({ child, shows }) => {
        assert(await shows(/listening on .*\n/));
        const statusOf = async (init: RequestInit): Promise<number> => {
          const response = await fetch(url, { method: "POST", body: "{}", ...init });
          await response.body?.cancel();
          return response.status;
        };
        assertEquals(await statusOf({ headers: { Origin: "https://example.com" } }), 403);
        assertEquals(await statusOf({}), 401);
        await using remote = await connectRemote(url, { token: "secret" });
        const found = await remote.find_files!.execute({ root: "a,b" });
        assertEquals((found as { count: number }).count, 1);
        child.kill("SIGTERM");
      },
    });
    assertEquals([ended.code, ended.stdout.includes("permission")], [0, false], ended.stdout);
  },
);

testEach("colours on a terminal", async (command) => {
  const { code, stdout } = await run(onTerminal([...command, TREE]), { cwd: PROJECT });
  assertEquals([code, stdout.includes("\x1b[")], [0, true], stdout);
}, [TERMINAL]);

testEach(
  "the library gives the bytes of Deno, for every tool on hostile trees",
  async ([program], runtime) => {
    const options = { seed: 1, scale: "quick" } as const;
    const { points, failures } = await compareRuntimes(INSTALLED, { [runtime]: program! }, options);
    assertEquals(failures, []);
    assert(points > 300);
  },
);

test("every export of JSR is one of npm, with its types", async () => {
  const { exports } = JSON.parse(await Deno.readTextFile(`${INSTALLED}/package.json`));
  assertEquals(Object.keys(exports), [...Object.keys(config.exports), "./package.json"]);
});

/** The compiler of the types of a project. */
const TSC = [Deno.execPath(), "run", "--allow-all", "--no-config", "npm:typescript@7.0.2/tsc"];

test("the types are whole: each export passes tsc, without `@types/node`, `skipLibCheck` or newer libraries", async () => {
  const imports = Object.keys(config.exports).map((path, i) =>
    `import * as export${i} from "dirscope${path.slice(1)}";\nexport { export${i} };\n`
  );
  for (const name of ["exports.mts", "exports.cts"]) {
    await Deno.writeTextFile(`${PROJECT}/${name}`, imports.join(""));
  }
  const settings = [
    "--module nodenext --target es2022 exports.mts",
    "--module node20 --target es2022 --noPropertyAccessFromIndexSignature exports.cts",
    "--module esnext --moduleResolution bundler --target esnext --exactOptionalPropertyTypes exports.mts",
  ];
  for (const setting of settings) {
    const flags = `--noEmit --strict --skipLibCheck false ${setting}`;
    const { code, stdout, stderr } = await run([...TSC, ...flags.split(" ")], { cwd: PROJECT });
    assertEquals([code, stdout], [0, ""], stderr);
  }
});

testEach(
  "lines on stderr that nobody reads hold up neither answers nor SIGTERM",
  (command) => assertIgnoresUnreadErrors([...command, "mcp", TREE], "SIGTERM"),
);

/** The programs of docs/library.md for Node. */
const PROGRAM_FILES = Object.entries(SHOWN_PROGRAMS).map(([name, text]) => {
  const program = text.replaceAll("@dirscope/dirscope", "dirscope")
    .replace("@std/assert", "./assert.mjs");
  return [`${name.slice(0, -3)}.mts`, program] as const;
});

const ASSERT = `export function assertEquals(actual: unknown, expected: unknown): void {
  const [found, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  if (found !== wanted) throw new Error(\`\${found} is not \${wanted}\`);
}
`;

test("what docs/library.md shows passes tsc, and runs", () =>
  withTree(SHOWN_FILES, async (folder) => {
    await Deno.symlink(`${PROJECT}/node_modules`, `${folder}/node_modules`);
    for (const [name, text] of [...PROGRAM_FILES, ["assert.mts", ASSERT] as const]) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    const names = PROGRAM_FILES.map(([name]) => name);
    const flags = "--strict --module nodenext --target es2022 --skipLibCheck false --outDir tsc";
    const compiled = await run([...TSC, ...flags.split(" "), ...names], { cwd: folder });
    assertEquals([compiled.code, compiled.stdout], [0, ""], compiled.stderr);
    for (const program of Object.values(PROGRAMS)) {
      await forEachAtOnce(names, async (name) => {
        const file = `tsc/${name.slice(0, -".mts".length)}.mjs`;
        const { code, stderr } = await run([program, file], { cwd: folder, env: ENV });
        assertEquals(code, 0, `${file}: ${stderr}`);
      });
    }
  }));

async function assertBundleWorks(...bundle: string[]): Promise<void> {
  assertEquals((await npm(...bundle, `${TREE}/s p`)).stdout, "x.txt\n");
  const client = await connectStdio([...bundle, "mcp", `${TREE}/s p`], "handshake");
  try {
    const { content } = await client.callTool({ name: "list_dir", arguments: {} });
    assertMatch((content as { text: string }[])[0]!.text, /\nx\.txt$/);
  } finally {
    await client.close();
  }
}

test("a bundle of the command lists, and serves without workers", async () => {
  const outfile = `${PROJECT}/bundle/command.mjs`;
  const options = { bundle: true, format: "esm", platform: "node", logLevel: "error" } as const;
  await build({ ...options, entryPoints: [DIRSCOPE], outfile });
  await stop();
  await assertBundleWorks(PROGRAMS.Node!, outfile);
});

if (PROGRAMS.Bun !== undefined) {
  test("`bun build --compile` makes a binary that lists, and serves without workers", async () => {
    const binary = `${PROJECT}/binary`;
    const built = await npm(PROGRAMS.Bun!, "build", "--compile", DIRSCOPE, "--outfile", binary);
    assertEquals(built.code, 0, built.stderr);
    await assertBundleWorks(binary);
  });

  test("a call of a second on Bun, whose statistics tell of another limit each time, has its memory", async () => {
    const script = `
      import { serveHttp } from "dirscope/mcp";
      import { connectRemote } from "dirscope/remote";
      const log = { append: () => new Promise((resolve) => setTimeout(resolve, 1000)) };
      const server = await serveHttp({ roots: [${JSON.stringify(TREE)}], log });
      const remote = await connectRemote(server.url);
      console.log((await remote.overview.execute({})).success);
      process.exit();`;
    await Deno.writeTextFile(`${PROJECT}/server.mjs`, script);
    assertEquals((await npm(PROGRAMS.Bun!, "server.mjs")).stdout, "true\n");
  });
}

test("a program on Node: its permission model binds the scope, and nothing becomes global", async () => {
  const script = `
    import { execute } from "dirscope/tree/list-dir";
    for (const path of process.argv.slice(2)) console.log(await execute({ path }));
    console.log(typeof globalThis.Deno, "toHex" in Uint8Array.prototype);`;
  await Deno.writeTextFile(`${PROJECT}/program.mjs`, script);
  const granted = ["program.mjs", "node_modules/dirscope"].map((name) => `${PROJECT}/${name}`);
  const asked = [`${TREE}/s p`, `${TREE}/linked`, TREE, `${TREE}/a,b/away`, "/none"];
  const { code, stdout, stderr } = await npm(
    "node",
    "--permission",
    ...[...granted, `${TREE}/s p`, `${TREE}/a,b`].map((path) => `--allow-fs-read=${path}`),
    "program.mjs",
    ...asked,
  );
  const refused = asked.slice(1).map((path) =>
    `Error: access denied: '${path}' is outside the allowed roots.`
  );
  assertEquals({ code, stdout: stdout.trimEnd().split("\n"), stderr }, {
    code: 0,
    stdout: ["x.txt", ...refused, "undefined false"],
    stderr: "",
  });
});

test("a program in CommonJS: `require` loads the library where Node can require modules", async () => {
  const script = `
    const { require_module } = process.features;
    const names = ["dirscope", "dirscope/mcp", "dirscope/remote"];
    console.log(names.every((name) => !require_module || Object.keys(require(name)).length > 0));`;
  await Deno.writeTextFile(`${PROJECT}/program.cjs`, script);
  const { code, stdout, stderr } = await npm("node", "program.cjs");
  assertEquals({ code, stdout, stderr }, { code: 0, stdout: "true\n", stderr: "" });
});

test("a server in a bundle in CommonJS answers without workers, and says what it lacks", async () => {
  const contents = `
    const { serveHttp } = require("dirscope/mcp");
    const { connectRemote } = require("dirscope/remote");
    (async () => {
      const report = (line) => console.log(line);
      const server = await serveHttp({ toolset: "tree", roots: [${JSON.stringify(TREE)}], report });
      const remote = await connectRemote(server.url);
      console.log(await remote.list_dir.execute({ path: "s p" }));
      process.exit();
    })();`;
  await build({
    stdin: { contents, resolveDir: PROJECT },
    bundle: true,
    format: "cjs",
    logLevel: "error",
    outfile: `${PROJECT}/bundle.cjs`,
    platform: "node",
  });
  await stop();
  const { stdout, stderr } = await npm("node", "bundle.cjs");
  assertEquals({ lines: stdout.split("\n").slice(-3), stderr }, {
    lines: [
      "dirscope: calls have no workers (a bundle has none): a disk that hangs stops the server, as does a lack of memory",
      "x.txt",
      "",
    ],
    stderr: "",
  });
});

test("a server that Node grants no threads answers without workers, and says what it lacks", async () => {
  const script = `import { serveStdio } from "dirscope/mcp";
    await serveStdio({ toolset: "tree", roots: [${
    JSON.stringify(TREE)
  }], report: console.error });`;
  await Deno.writeTextFile(`${PROJECT}/server.mjs`, script);
  const call = message("tools/call", { name: "list_dir", arguments: { path: "s p" } }, 2);
  const piped = `printf '%s\\n' "$@" | node --permission '--allow-fs-read=*' server.mjs`;
  const { stdout, stderr } = await npm("sh", "-c", piped, "sh", INITIALIZE, call);
  assertMatch(stdout, /"text":"x\.txt"/);
  assertMatch(stderr, /^dirscope: calls have no workers \(add --allow-worker\)/m);
});

test("a Node that is too old says which it needs", async () => {
  const old =
    `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.9.0"}})`;
  const { code, stderr } = await npm("node", "--import", old, DIRSCOPE, "src");
  const { stdout: version } = await npm("node", "--version");
  assertEquals([code, stderr], [1, `Dirscope needs Node 22.3 or later; this is ${version}`]);
});
