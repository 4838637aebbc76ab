/**
 * A disk that hangs, for real: a worker that reads it takes neither the server nor other calls with it.
 *
 * @module
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { denoRun, hasProgram, projectFile } from "../support/process.ts";
import { makeTree } from "../support/tree.ts";
import { until } from "../support/wait.ts";
import type { Suite } from "./suite.ts";

/** A file system of whose directories `1`, `2` and so on no listing ends. */
interface StalledMount extends AsyncDisposable {
  /** How many listings have begun. */
  readonly stuck: number;
}

/** Whether this machine can have such a file system. */
function canMount(): boolean {
  try {
    Deno.openSync("/dev/fuse", { read: true, write: true }).close();
    return Deno.uid() === 0 && hasProgram("python3");
  } catch {
    return false;
  }
}

async function mountStalled(folder: string): Promise<StalledMount> {
  const child = new Deno.Command("python3", {
    args: [projectFile("tests/torture/stalled_mount.py"), folder],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const mounted = Promise.withResolvers<void>();
  let stuck = 0;
  const read = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      if (text.includes("mounted")) mounted.resolve();
      stuck += text.split("stuck").length - 1;
    }
    mounted.reject(new Error("cannot mount"));
  })();
  await mounted.promise;
  return {
    get stuck() {
      return stuck;
    },
    async [Symbol.asyncDispose]() {
      await child.stdin.close();
      await read;
      await child.status;
    },
  };
}

/** A server, with a client of it. */
interface Served {
  readonly client: Client;
  readonly pid: number;
  /** Resolves to the exit status. */
  readonly ended: Promise<number | undefined>;
}

const words = (root: string, more: readonly string[]): string[] =>
  denoRun(
    [
      "--no-prompt",
      "--no-check",
      `--allow-read=${root},${projectFile(".")}`,
      "--allow-net=127.0.0.1",
    ],
    projectFile("cli.ts"),
    ...["mcp", "--toolset", "discovery", "--stall-timeout", "2", ...more, root],
  );

async function serveStdio(root: string): Promise<Served> {
  const [command, ...args] = words(root, []);
  const transport = new StdioClientTransport({ command: command!, args, stderr: "ignore" });
  const ended = Promise.withResolvers<number | undefined>();
  const client = new Client({ name: "torture", version: "1" });
  await client.connect(transport);
  client.onclose = () => ended.resolve(0);
  return { client, pid: transport.pid!, ended: ended.promise };
}

async function serveHttp(root: string): Promise<Served> {
  const [command, ...args] = words(root, ["--http", "0"]);
  const child = new Deno.Command(command!, { args, stdout: "null", stderr: "piped" }).spawn();
  const url = Promise.withResolvers<string>();
  void (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      const found = text.match(/http:\S+/)?.[0];
      if (found !== undefined) url.resolve(found);
    }
  })();
  const client = new Client({ name: "torture", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(await url.promise)));
  return { client, pid: child.pid, ended: child.status.then(({ code }) => code) };
}

/** The suite. */
export const suite: Suite = {
  name: "hangs",
  async run({ scale }) {
    if (!canMount()) {
      return {
        points: 1,
        failures: [],
        lacking: ["a disk that hangs: it takes root, FUSE and Python"],
      };
    }
    const failures: string[] = [];
    const notes: string[] = [];
    let points = 0;
    const rounds = scale === "quick" ? 1 : 10;
    for (const [name, serve] of Object.entries({ stdio: serveStdio, http: serveHttp })) {
      const root = await makeTree({ "well/a": "" });
      await Deno.mkdir(`${root}/sick`);
      const mount = await mountStalled(`${root}/sick`);
      const { client, pid, ended } = await serve(root);
      const expect = (what: string, isSo: boolean): void => {
        points++;
        if (!isSo) failures.push(`${name}: ${what}`);
      };
      const list = async (path: string, signal?: AbortSignal): Promise<string> => {
        const params = { name: "list_dir", arguments: { path } };
        const { content } = await client.callTool(params, signal && { signal });
        return (content[0] as { text: string }).text;
      };
      let slowest = 0;
      for (let round = 0; round < rounds; round++) {
        const before = mount.stuck;
        let isStuck = true;
        const stuck = list(`sick/${before + 1}`).finally(() => isStuck = false);
        await until(() => mount.stuck > before);
        const start = performance.now();
        await client.ping();
        slowest = Math.max(slowest, performance.now() - start);
        expect("a listing beside it", await list("well") === "list_dir well: 1 entry\nwell/a");
        expect("both before it times out", isStuck);
        const abort = new AbortController();
        const cancelled = list(`sick/${before + 2}`, abort.signal).catch(() => "cancelled");
        await until(() => mount.stuck > before + 1);
        abort.abort();
        expect("a cancel", await cancelled === "cancelled");
        const answer = await stuck;
        expect(answer, answer === "error timed_out: no answer from the disk in 2 seconds");
      }
      const before = mount.stuck;
      const last = list(`sick/${before + 1}`).catch(() => {});
      await until(() => mount.stuck > before);
      const start = performance.now();
      Deno.kill(pid, "SIGTERM");
      expect("SIGTERM", await ended === 0);
      const seconds = (performance.now() - start) / 1000;
      notes.push(
        `${name}: slowest ping ${slowest.toFixed(0)} ms, SIGTERM ${seconds.toFixed(2)} s`,
      );
      await client.close();
      await last;
      await mount[Symbol.asyncDispose]();
      await Deno.remove(root, { recursive: true });
    }
    return { points, failures, notes };
  },
};
