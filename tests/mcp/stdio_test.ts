import { assertEquals } from "@std/assert";
import { gitIn, initGit } from "../support/git.ts";
import { GIT, needing, PYTHON, SHELL, SIGNALS } from "../support/machine.ts";
import {
  assertIgnoresUnreadErrors,
  INITIALIZE,
  message,
  serverCommand,
  spawnServer,
} from "../support/mcp.ts";
import { projectFile, run } from "../support/process.ts";
import { manyDirectories } from "../support/slow_disk.ts";
import { assertStops, BIG, DIRECTORIES } from "../support/stopped_walk.ts";
import { withTree } from "../support/tree.ts";
import { delay, until } from "../support/wait.ts";

/** Runs a server process on stdio and on a slow disk. */
async function withSlowChild(
  test: (child: {
    write(line: string): Promise<void>;
    readonly lines: readonly string[];
    readonly reads: readonly number[];
    readonly process: Deno.ChildProcess;
    readonly input: WritableStreamDefaultWriter<Uint8Array>;
  }) => Promise<void>,
): Promise<void> {
  await withTree(manyDirectories(DIRECTORIES), async (root) => {
    const program = projectFile("tests/support/slow_cli.ts");
    const lines: string[] = [];
    const reads: number[] = [];
    await run(serverCommand(root, { toolset: "discovery", program }), {
      onLine(line, stream) {
        if (stream === "stdout") lines.push(line);
        else if (line === "read") reads.push(performance.now());
      },
      meanwhile: async ({ child }) => {
        const input = child.stdin.getWriter();
        const write = (line: string) => input.write(new TextEncoder().encode(`${line}\n`));
        await write(INITIALIZE);
        await write(message("notifications/initialized", {}, null));
        await test({ write, lines, reads, process: child, input });
        await input.close().catch(() => {});
      },
    });
  });
}

Deno.test("stdio: notifications/cancelled stops the walk, and the call gets no response", async () => {
  await withSlowChild(async ({ write, lines, reads }) => {
    await write(message("tools/call", BIG, 7));
    await assertStops(
      reads,
      () => void write(message("notifications/cancelled", { requestId: 7 }, null)),
    );
    await write(message("ping", {}, 8));
    await until(() => lines.some((line) => line.includes('"id":8')));
    assertEquals(lines.filter((line) => line.includes('"id":7')), []);
  });
});

Deno.test("stdio: what was sent before the input ended is answered, and then the server ends", async () => {
  await withSlowChild(async ({ write, lines, process, input }) => {
    await write(message("tools/call", BIG, 6));
    await write(message("tools/call", { name: "find_files", arguments: { root: "d1" } }, 7));
    await write(message("notifications/cancelled", { requestId: 6 }, null));
    await input.close();
    assertEquals((await process.status).code, 0);
    assertEquals(lines.map((line) => JSON.parse(line).id), [1, 7]);
  });
});

for (const [signal, code] of [["SIGTERM", 0], ["SIGINT", 130]] as const) {
  Deno.test(needing(SIGNALS, `stdio: ${signal} stops the walk, and the server ends`), async () => {
    await withSlowChild(async ({ write, reads, process }) => {
      await write(message("tools/call", BIG, 7));
      await assertStops(reads, () => process.kill(signal));
      assertEquals((await process.status).code, code);
    });
  });
}

Deno.test("stdio: stdout holds protocol lines only; a small call is answered while nine big ones run", async () => {
  await withSlowChild(async ({ write, lines, process }) => {
    for (let id = 10; id < 19; id++) await write(message("tools/call", BIG, id));
    for (const odd of ["this is no JSON", "{}", "x".repeat(2 ** 20)]) await write(odd);
    const small = { name: "stat_path", arguments: { path: "d1/1.txt" } };
    await write(message("tools/call", small, 20));
    await until(() => lines.length >= 5);
    const answers = lines.map((line) => JSON.parse(line));
    assertEquals(answers.map(({ jsonrpc }) => jsonrpc), lines.map(() => "2.0"));
    assertEquals(answers.map(({ id }) => id).sort(), [1, 20, null, null, null]);
    process.kill("SIGTERM");
  });
});

Deno.test(
  needing(
    SIGNALS,
    "stdio: a client that does not read stops neither SIGTERM nor what it reads later",
  ),
  async () => {
    const [program, ...args] = serverCommand(projectFile("fixtures"), { toolset: "agent" });
    const options = { args, stdin: "piped", stdout: "piped", stderr: "null" } as const;
    const child = new Deno.Command(program!, options).spawn();
    const input = child.stdin.getWriter();
    const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const write = (line: string) => input.write(new TextEncoder().encode(`${line}\n`));
    // Responses of some 10 kB: together more than a pipe holds.
    const count = 30;
    let text = "";
    const listTools = async (from: number): Promise<void> => {
      for (let id = from; id < from + count; id++) await write(message("tools/list", {}, id));
    };
    await write(INITIALIZE);
    await write(message("notifications/initialized", {}, null));
    await listTools(2);
    while (text.split("\n").length < count + 2) text += (await output.read()).value;
    const ids = text.trimEnd().split("\n").map((line) => JSON.parse(line).id);
    assertEquals(ids, Array.from({ length: count + 1 }, (_, i) => i + 1));
    await listTools(count + 2);
    // One is here, so the others fill the pipe.
    await output.read();
    child.kill("SIGTERM");
    assertEquals((await child.status).code, 0);
    await input.close().catch(() => {});
    await output.cancel().catch(() => {});
  },
);

/** Commands that start a server, whose words follow, with a file as its input, in some form that ends at once. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  "a pipe": ["sh", "-c", 'cat "$0" | "$@"'],
  "a file": ["sh", "-c", '"$@" < "$0"'],
  "a socket": [
    "python3",
    "-c",
    `import socket, subprocess, sys
near, far = socket.socketpair()
near.sendall(open(sys.argv[1], "rb").read())
near.shutdown(socket.SHUT_WR)
sys.exit(subprocess.run(sys.argv[2:], stdin=far).returncode)`,
  ],
};

Deno.test(
  needing(
    [GIT, SHELL, PYTHON],
    "stdio: the same answer whatever the input is, which may end at once",
  ),
  async () => {
    const ignored = { "tree/.gitignore": "*.log\n", "tree/a.log": "" };
    await withTree({ ...ignored, "tree/kept.log": "", "tree/src/a.ts": "" }, async (folder) => {
      const root = `${folder}/tree`;
      await initGit(root);
      await gitIn(root, ["add", "--force", ".gitignore", "kept.log", "src"]);
      await gitIn(root, ["commit", "-q", "-m", "one"]);
      // "`arguments: null` is none"
      const call = message("tools/call", { name: "overview", arguments: null }, 2);
      const input = `${INITIALIZE}\n${call}\n`;
      await Deno.writeTextFile(`${folder}/input`, input);
      const command = serverCommand(root);
      const held = await run(command, {
        meanwhile: async ({ child, shows }) => {
          const writer = child.stdin.getWriter();
          await writer.write(new TextEncoder().encode(input));
          await shows(/"id":2/);
          await writer.close();
        },
      });
      const text = JSON.parse(held.stdout.split("\n")[1]!).result.content[0].text;
      assertEquals(
        text,
        "overview .: 3 files, 1 dir; 1 commit read\n.git/ (ignored)\n.gitignore\nkept.log\nsrc/\n a.ts\nomitted: 2 ignored",
      );
      for (const [name, start] of Object.entries(INPUTS)) {
        assertEquals(await run([...start, `${folder}/input`, ...command]), held, name);
      }
    });
  },
);

Deno.test("stdio: all of what was asked before the end is written, however late and slowly it is read", async () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `${i}`.padStart(200, "x"));
  await withTree(Object.fromEntries(names.map((name) => [name, ""])), async (root) => {
    const calls = [1, 2, 3].map((id) =>
      message("tools/call", { name: "list_dir", arguments: {} }, id)
    );
    const { child, input } = spawnServer(serverCommand(root, { toolset: "tree" }), calls);
    await input.close();
    await delay(1500);
    let text = "";
    for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
      text += part;
      // Each answer takes more than a second.
      await delay(part.length / 1500);
    }
    assertEquals((await child.status).code, 0);
    await child.stderr.cancel();
    const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
    assertEquals(
      lines.slice(1).map(({ result }) => result.content[0].text.length),
      [1, 2, 3].map(() => 2_009_999),
    );
  });
});

for (const end of ["the end of input", "SIGTERM"] as const) {
  Deno.test(
    needing(SIGNALS, `stdio: lines on stderr that nobody reads hold up neither answers nor ${end}`),
    () => assertIgnoresUnreadErrors(serverCommand(projectFile("fixtures")), end),
  );
}
