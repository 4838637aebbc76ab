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
    ...["mcp", "--toolset", "discovery", ...more, root],
  );

/** Lets calls time out soon. */
const STALL = ["--stall-timeout", "2"];

async function serveStdio(root: string): Promise<Served> {
  const [command, ...args] = words(root, STALL);
  const transport = new StdioClientTransport({ command: command!, args, stderr: "ignore" });
  const ended = Promise.withResolvers<number | undefined>();
  const client = new Client({ name: "torture", version: "1" });
  await client.connect(transport);
  client.onclose = () => ended.resolve(0);
  return { client, pid: transport.pid!, ended: ended.promise };
}

async function serveHttp(root: string): Promise<Served> {
  const { url, child } = await listen(root, STALL);
  const client = await connect(url);
  return { client, pid: child.pid, ended: child.status.then(({ code }) => code) };
}

/** Starts a server over HTTP. */
async function listen(root: string, more: readonly string[]) {
  const [command, ...args] = words(root, ["--http", "0", ...more]);
  const child = new Deno.Command(command!, { args, stdout: "null", stderr: "piped" }).spawn();
  const url = Promise.withResolvers<string>();
  void (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      const found = text.match(/http:\S+/)?.[0];
      if (found !== undefined) url.resolve(found);
    }
  })();
  return { url: await url.promise, child };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: "torture", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** Lists a directory, and returns the text. */
async function list(client: Client, path: string, signal?: AbortSignal): Promise<string> {
  const params = { name: "list_dir", arguments: { path } };
  const { content } = await client.callTool(params, signal && { signal });
  return (content[0] as { text: string }).text;
}

/** How many calls hang at once, and of how many clients. */
interface Crowd {
  readonly calls: number;
  readonly clients: number;
}

/** Lists a healthy directory again and again while others' calls hang. Returns the worst wait, and what failed. */
async function besideCrowd(
  { calls, clients }: Crowd,
): Promise<{ worst: number; failed: string[] }> {
  const root = await makeTree({ "well/a": "" });
  await Deno.mkdir(`${root}/sick`);
  const mount = await mountStalled(`${root}/sick`);
  const { url, child } = await listen(root, []);
  const crowd = await Promise.all(Array.from({ length: clients }, () => connect(url)));
  const other = await connect(url);
  const failed: string[] = [];
  const all = Array.from(
    { length: calls },
    (_, i) =>
      list(crowd[i % clients]!, `sick/${i + 1}`).then((text) => {
        // Beyond the bound of workers, the call that has been silent longest makes room.
        if (calls <= 32 || !/^error timed_out: .* and other calls wait$/.test(text)) {
          failed.push(text);
        }
      }).catch(() => {}),
  );
  let worst = 0;
  do {
    const start = performance.now();
    const text = await list(other, "well");
    worst = Math.max(worst, performance.now() - start);
    if (text !== "list_dir well: 1 entry\nwell/a") failed.push(text);
  } while (mount.stuck < calls);
  // Whatever the calls that hang become now is not asked.
  const found = [...failed];
  child.kill("SIGTERM");
  await child.status;
  await Promise.all([...crowd, other].map((client) => client.close()));
  await mount[Symbol.asyncDispose]();
  await Promise.all(all);
  await Deno.remove(root, { recursive: true });
  return { worst, failed: found };
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
      let slowest = 0;
      for (let round = 0; round < rounds; round++) {
        const before = mount.stuck;
        let isStuck = true;
        const stuck = list(client, `sick/${before + 1}`).finally(() => isStuck = false);
        await until(() => mount.stuck > before);
        const start = performance.now();
        await client.ping();
        slowest = Math.max(slowest, performance.now() - start);
        expect(
          "a listing beside it",
          await list(client, "well") === "list_dir well: 1 entry\nwell/a",
        );
        expect("both before it times out", isStuck);
        const abort = new AbortController();
        const cancelled = list(client, `sick/${before + 2}`, abort.signal).catch(() => "cancelled");
        await until(() => mount.stuck > before + 1);
        abort.abort();
        expect("a cancel", await cancelled === "cancelled");
        const answer = await stuck;
        expect(answer, answer === "error timed_out: no answer from the disk in 2 seconds");
      }
      const before = mount.stuck;
      const last = list(client, `sick/${before + 1}`).catch(() => {});
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
    const crowds: Crowd[] = [{ calls: 12, clients: 12 }];
    if (scale === "long") crowds.push({ calls: 12, clients: 1 }, { calls: 40, clients: 10 });
    for (const crowd of crowds) {
      const { worst, failed } = await besideCrowd(crowd);
      points++;
      failures.push(...failed);
      const { calls, clients } = crowd;
      notes.push(`${calls} calls of ${clients} clients hang: another waits ${worst.toFixed(0)} ms`);
    }
    return { points, failures, notes };
  },
};
