import { assert, assertEquals, assertThrows } from "@std/assert";
import { DEFAULT_TOOLSET } from "../../src/catalog.ts";
import { type McpFlags, parseMcpFlags } from "../../src/cli/mcp_flags.ts";
import { UsageError } from "../../src/cli/terminal.ts";
import { assertEnds, type CommandLineRow } from "../support/command_lines.ts";
import { ANY_NAME, LINKS, POSIX_PATHS, TERMINAL, testsNeeding } from "../support/machine.ts";
import { INITIALIZE, message, serverCommand, TREE } from "../support/mcp.ts";
import { denoRun, onTerminal, projectFile, run } from "../support/process.ts";
import { link, withTree } from "../support/tree.ts";

const test = testsNeeding(LINKS, ANY_NAME, POSIX_PATHS);

Deno.test("dirscope mcp: its options", () => {
  const rows: [words: string[], parsed: Partial<McpFlags>][] = [
    [[], {
      toolset: DEFAULT_TOOLSET,
      scope: ["."],
      hide: [],
      show: [],
      http: undefined,
      "allow-host": [],
    }],
    [["--toolset", "tree"], { toolset: "tree" }],
    [["--scope", "a", "--scope=b"], { scope: ["a", "b"] }],
    // "`mcp DIR…` is `--scope DIR`"
    [["a"], { scope: ["a"] }],
    [["a", "5", "--scope", "b"], { scope: ["a", "5", "b"] }],
    [["./~", "./$x"], { scope: ["./~", "./$x"] }],
    [["--", "--odd"], { scope: ["--odd"] }],
    [["--hide", "a", "--hide=b", "--show=c"], { hide: ["a", "b"], show: ["c"] }],
    [["--contents", "places"], { contents: "places" }],
    [["--excludes-file", "e"], { "excludes-file": "e" }],
    [["--http", "8080"], { http: { hostname: "127.0.0.1", port: 8080 } }],
    [["--http", "0"], { http: { hostname: "127.0.0.1", port: 0 } }],
    [["--http", "localhost:1"], { http: { hostname: "localhost", port: 1 } }],
    [["--http=[::1]:8080"], { http: { hostname: "::1", port: 8080 } }],
    [["--http", "0.0.0.0:65535"], { http: { hostname: "0.0.0.0", port: 65535 } }],
    [["--http", "1", "--token-env", "T", "--allow-host", "a", "--allow-host", "b"], {
      http: { hostname: "127.0.0.1", port: 1 },
      "token-env": "T",
      "allow-host": ["a", "b"],
    }],
    [["--structured"], { structured: true }],
    [["--memory", "m", "--log", "l"], { memory: "m", log: "l" }],
    [["--help"], { help: true }],
    [["-h"], { help: true }],
  ];
  for (const [words, parsed] of rows) {
    const flags = parseMcpFlags(words);
    assertEquals({ ...flags, ...parsed }, flags, words.join(" "));
  }
});

Deno.test("dirscope mcp: wrong usage", () => {
  const rows: [words: string[], message: string][] = [
    [["--toolset", "no"], "--toolset must be one of tree, "],
    [["--contents", "some"], "--contents must be one of text, places, none"],
    [["--toolset"], "--toolset needs a value"],
    [["--no-structured"], 'unknown option "--no-structured"'],
    [["--scope="], "--scope needs a value"],
    [["dir", "--unknown"], 'unknown option "--unknown"'],
    [["--unknown"], 'unknown option "--unknown"'],
    [["--http", "x"], '--http must be [HOST:]PORT, not "x"'],
    [["--http", "65536"], "--http must be"],
    [["--http", "::1:80"], "--http must be"],
    [["--http", "a b:1"], "--http must be"],
    [["--token-env", "T"], "--token-env and --allow-host are for --http"],
    [["--allow-host", "T"], "--token-env and --allow-host are for --http"],
  ];
  for (const [words, expected] of rows) {
    const { message } = assertThrows(() => parseMcpFlags(words), UsageError);
    assert(message.startsWith(expected), `${words.join(" ")}: ${message}`);
  }
});

const CLI = projectFile("cli.ts");

test("dirscope mcp: what it cannot serve is one line, with the flag if one is missing, and exit 1", async () => {
  await withTree({ ...TREE, "out": link("/etc") }, async (root) => {
    const allow = `--allow-read=${root}`;
    const over = ["--scope", root, "--http"];
    type Row = readonly [words: string[], stderr: RegExp, code?: number];
    const rows: readonly (readonly [flags: string[], lines: Row[]])[] = [
      [[], [
        [["--scope", root], /^dirscope: no permission for '.*': add --allow-read=\/.*\n$/],
      ]],
      [[allow], [
        [["--scope", root, "--scope", "/"], /^dirscope: no permission for '\/': add [^\n]*\n$/],
        [[...over, "0"], /^dirscope: .* --allow-net=127.0.0.1:0\n$/],
        [[...over, "0", "--token-env", "T"], /^dirscope: .*-net=127.0.0.1:0 --allow-env=T\n$/],
        [["--scope", root, "--memory", "m"], /^dirscope: .*--allow-write=.*\n$/],
        // "a scope that does not exist is refused at start"
        [[root, `${root}/no\nne`], /^dirscope: cannot serve '.*\/no\\nne': it does not exist\n$/],
        [[`${root}/b.log`], /^dirscope: cannot serve '.*': it is not a directory\n$/],
        [[`${root}/out`], /^dirscope: .*: it leads to where this program may not read\n$/],
        [["--http", "no"], /^dirscope: --http must be [^\n]*\n$/, 2],
      ]],
      [[allow, "--allow-net", "--allow-env"], [
        [[...over, "0", "--token-env", "UNSET"], /^dirscope: .* UNSET .* is not set.*\n$/, 2],
        [[...over, "0", "--token-env", "A=B"], /^dirscope: .* is not set[^\n]*\n$/, 2],
        [[...over, "0.0.0.0:0"], /^dirscope: Cannot listen on "0.0.0.0" without a .*\n$/, 2],
        [[...over, "192.0.2.1:0"], /^dirscope: .* without a token[^\n]*\n$/, 2],
      ]],
    ];
    for (const [flags, lines] of rows) {
      const ends = lines.map(([words, stderr, code = 1]): CommandLineRow => [
        ["mcp", ...words],
        { code, stderr },
      ]);
      await assertEnds(root, ends, flags);
    }
  });
});

Deno.test("dirscope mcp: an address that cannot be had is said last, and exit 1; --help is on stdout", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const fixtures = projectFile("fixtures");
  const flags = ["--no-prompt", `--allow-read=${projectFile(".")}`, "--allow-net"];
  for (const address of [String(taken.addr.port), "no.such.invalid:0"]) {
    const words = ["--scope", fixtures, "--http", address, "--token-env", "TOKEN"];
    const command = denoRun([...flags, "--allow-env=TOKEN"], CLI, "mcp", ...words);
    const { code, stdout, stderr } = await run(command, { env: { TOKEN: "t" } });
    assertEquals([code, stdout], [1, ""], address);
    assert(/^dirscope: cannot listen [^\n]*\n$/m.test(stderr), stderr);
  }
  const help = await run(denoRun(["--no-prompt"], CLI, "mcp", "--help"));
  assertEquals([help.code, help.stderr], [0, ""]);
  assert(help.stdout.includes("--token-env NAME"));
});

/** A whole conversation: what is sent before standard input ends. */
const INPUT = [
  INITIALIZE,
  message("notifications/initialized", {}, null),
  message("tools/list", {}, 2),
].map((line) => `${line}\n`).join("");

Deno.test("dirscope mcp: the end of standard input is a clean end, exit 0, nothing on stderr", async () => {
  await withTree(TREE, async (root) => {
    const { code, signal, stdout, stderr } = await run(serverCommand(root), { input: INPUT });
    assertEquals([code, signal, stderr], [0, null, ""]);
    for (const line of stdout.trimEnd().split("\n").filter(Boolean)) {
      assertEquals(JSON.parse(line).jsonrpc, "2.0");
    }
  });
});

testsNeeding(TERMINAL)(
  "dirscope mcp: never asks for a permission on a terminal, however the SDK looks around",
  async () => {
    await withTree(TREE, async (root) => {
      const command = onTerminal(denoRun([`--allow-read=${root}`], CLI, "mcp", "--scope", root));
      const call = message("tools/call", { name: "list_dir", arguments: { path: "." } }, 3);
      const { stdout } = await run(command, {
        meanwhile: async ({ child, shows }) => {
          const writer = child.stdin.getWriter();
          await writer.write(new TextEncoder().encode(`${INPUT}${call}\n`));
          assert(
            await shows(/^dirscope: an MCP server, waiting [^\n]*Ctrl-D ends it\r?$/m),
            "it says so",
          );
          assert(await shows(/"result".*"id":3|"id":3.*"result"/), "the call is answered");
          // The end of input on a terminal (Ctrl+D).
          await writer.write(new TextEncoder().encode("\x04"));
          writer.releaseLock();
        },
      });
      assert(!/Deno requests|Allow\?/.test(stdout), stdout);
    });
  },
);
