import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path/join";
import { STILL } from "../../tools/still.ts";
import { connectRemote } from "../../src/remote/connect_remote.ts";
import { SHELL, SIGNALS, testsNeeding } from "../support/machine.ts";
import { connectStdio } from "../support/mcp.ts";
import { forEachAtOnce, projectFile, run } from "../support/process.ts";

const test = testsNeeding(SHELL);

const README = await Deno.readTextFile("README.md");

/** The documents for users: text by the path of its file. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  "README.md": README,
  ...await filesOf("docs", ".md"),
};

async function filesOf(folder: string, ending: string): Promise<Record<string, string>> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
    name.endsWith(ending)
  );
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => {
      const path = `${folder}/${name}`;
      return [path, await Deno.readTextFile(path)] as const;
    })),
  );
}

/** The blocks of commands in a text: each command with the output that is shown below it. */
function shownCommands(text: string): { command: string; output: string }[][] {
  return [...text.matchAll(/^```console\n(.*?)^```$/gms)].map(([, block]) =>
    block!.split(/^\$ /m).slice(1).map((shown) => {
      const end = shown.indexOf("\n");
      return { command: shown.slice(0, end), output: shown.slice(end + 1) };
    })
  );
}

/** True if this is a worktree, whose git directory the commands must not read: they say so. */
const IS_WORKTREE = Deno.lstatSync(".git").isFile;

const WORKTREE_NOTES =
  /^(The \.git here leads out of the scope: .*|skipped: 1 unreadable_index)\n/gm;

/** What depends on how much of the history a clone holds: the documents have `N commits read`. */
const HISTORY = /(?<=^overview .*; )(?:\d+ commits read|no history read \(.*\)(?:: ranked.*)?)$/gm;

for (const [path, text] of Object.entries(DOCUMENTS)) {
  const blocks = shownCommands(text);
  if (blocks.length === 0) continue;
  test(`${path} shows only what its commands really print`, () =>
    forEachAtOnce(blocks, async (block) => {
      for (const { command, output } of block) {
        const script = `${command.replace(/^deno /, `'${Deno.execPath()}' `)} 2>&1`;
        const { stdout } = await run(["sh", "-c", script], { env: { NO_COLOR: "1" }, input: "" });
        const printed = IS_WORKTREE ? stdout.replace(WORKTREE_NOTES, "") : stdout;
        assertEquals(printed.replace(HISTORY, "N commits read"), output, command);
      }
    }));
}

Deno.test("README's program prints what is shown below it", async () => {
  const [, program, output] = README.match(/^```ts\n(.*?)^```\n\n```text\n(.*?)^```$/ms)!;
  const command = [Deno.execPath(), "run", "--no-prompt", "--allow-read=.", "-"];
  assertEquals((await run(command, { input: program! })).stdout, output);
});

Deno.test("README is at most 130 lines long", () => {
  assert(README.trimEnd().split("\n").length <= 130);
});

Deno.test("README names the tokens that its picture shows", async () => {
  const svg = await Deno.readTextFile(STILL);
  const shown = [...svg.matchAll(/>([\d,]+) tokens</g)].map(([, tokens]) => tokens);
  const said = README.match(/^!\[ls -R .* takes ([\d,]+) tokens, and overview ([\d,]+)\]/m)!;
  assertEquals([...said].slice(1), shown);
});

Deno.test("each link to a file or a heading of this repository leads there", async () => {
  for (const [path, text] of Object.entries(DOCUMENTS)) {
    for (const [, target] of text.matchAll(/\]\((?!https?:)(.+?)\)/g)) {
      const [file, heading] = target!.split("#") as [string, string?];
      const linked = file === "" ? path : join(path, "..", file);
      const content = await Deno.readTextFile(linked).catch(() => undefined);
      assert(content !== undefined, `${path}: ${target}`);
      if (heading) assert(anchorsOf(content).includes(heading), `${path}: ${target}`);
    }
  }
});

function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-")
  );
}

Deno.test("README names the Deno version that CI runs, in both set-up commands", () => {
  const versions = [...README.matchAll(/^npx --yes deno@(\S+) /gm)].map(([, version]) => version);
  assertEquals(versions, [versions[0], versions[0]]);
});

/** Returns a document's text with its folders replaced by those of this project. */
function withFolders(text: string): string {
  const path = (name: string): string => JSON.stringify(projectFile(name)).slice(1, -1);
  return text.replaceAll(/\/home\/me\/project|\$\{workspaceFolder\}/g, path("fixtures/sample"))
    .replaceAll(/\/home\/me\/dirscope\b\/?/g, path(""));
}

/** Returns the command that a block of a document configures: JSON, TOML, or the end of a line of a shell. */
function configuredCommand(language: string, block: string): readonly string[] {
  if (language === "sh") {
    return block.trim().split("\n").at(-1)!.match(/(?:deno|npx -y) .*/)![0].split(" ");
  }
  const { command, args } = language === "toml"
    ? Object.fromEntries(
      [...block.matchAll(/^(\w+) = (.*)$/gm)].map(([, key, value]) => [key, JSON.parse(value!)]),
    )
    : Object.values(JSON.parse(block) as Record<string, Record<string, unknown>>)[0]!.dirscope;
  return [command, ...args];
}

/** Starts a server by a command of this project's Deno, or of the npm package, and lists its tools. */
async function assertServes(command: readonly string[]): Promise<void> {
  const [program, ...words] = command;
  // The package is not on npm yet: from the clone, its own words do the same.
  const args = program === "deno"
    ? words
    : ["run", `--allow-read=${projectFile("")}`, projectFile("cli.ts"), ...words.slice(2)];
  if (program !== "deno") assertEquals(words.slice(0, 3), ["-y", "dirscope", "mcp"]);
  const client = await connectStdio([Deno.execPath(), ...args], "handshake");
  try {
    const { tools } = await client.listTools();
    assert(tools.some(({ name }) => name === "overview"));
    const { content } = await client.callTool({ name: "overview", arguments: {} });
    const [{ text }] = content as unknown as [{ text: string }];
    assertStringIncludes(
      text,
      "overview .: 3 files, 3 dirs; no history read (no .git in scope)\n",
    );
  } finally {
    await client.close();
  }
}

Deno.test("README's configuration for an MCP client starts a server that lists the tools of agent", async () => {
  const [line] = withFolders(README).match(/^claude mcp add .*$/m)!;
  await assertServes(configuredCommand("sh", line));
});

Deno.test("docs/mcp.md can be pasted today: each client's block starts a server that lists the tools", async () => {
  const [, clients] = DOCUMENTS["docs/mcp.md"]!.match(/^## Clients$(.*)^### Any other$/ms)!;
  const sections = clients!.split(/^### /m).slice(1);
  assertEquals(
    sections.map((section) => section.split("\n")[0]),
    [
      "Claude Desktop",
      "Claude Code",
      "Cursor",
      "VS Code",
      "Zed",
      "Windsurf",
      "Codex CLI",
      "Gemini CLI",
      "MCP Inspector",
    ],
  );
  const commands = sections.flatMap((section) => {
    const blocks = [...withFolders(section).matchAll(/^```(json|toml|sh)\n(.*?)^```$/gms)];
    const each = blocks.map(([, language, block]) => configuredCommand(language!, block!));
    // "one whole block that works from a clone without the npm package, and one that will with it"
    assertEquals(each.map(([program]) => program), ["deno", "npx"], section.split("\n")[0]);
    return each;
  });
  const distinct = new Map(commands.map((command) => [command.join("\0"), command]));
  await forEachAtOnce([...distinct.values()], assertServes);
});

testsNeeding(SIGNALS)(
  "docs/mcp.md, Over HTTP: the first line starts a server that a client connects to",
  async () => {
    const [, http] = withFolders(DOCUMENTS["docs/mcp.md"]!).match(
      /^## Over HTTP$.*?^```sh\n(.*?)$/ms,
    )!;
    // Any free port, as another server may have the one that is shown.
    const [, ...words] = http!.replaceAll(/\b8080\b/g, "0").split(" ");
    let url = "";
    await run([Deno.execPath(), ...words], {
      onLine(line) {
        url = line.match(/http:\S+\/mcp$/)?.[0] ?? url;
      },
      meanwhile: async ({ child, shows }) => {
        assert(await shows(/http:.*\n/, "stderr"));
        await using remote = await connectRemote(url);
        const { count } = await remote.find_files!.execute({}) as { count: number };
        assertEquals(count, 3);
        child.kill("SIGTERM");
      },
    });
  },
);
