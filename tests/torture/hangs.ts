/**
 * A disk that hangs, for real: a worker that reads it takes neither the server nor other calls with it.
 *
 * @module
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { denoRun, projectFile } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { missingForFuse, withMount } from "./fuse.ts";
import type { Suite } from "./suite.ts";

/** A healthy directory `well` beside a file system of whose directories `1`, `2` and so on no listing ends. */
interface Stalled {
  readonly root: string;
  /** Number of listings that have begun. */
  stuck: number;
}

async function withStalled(test: (stalled: Stalled) => Promise<void>): Promise<void> {
  const stalled = { root: "", stuck: 0 };
  const prepare = (folder: string): string[] => {
    stalled.root = folder;
    Deno.mkdirSync(`${folder}/well`);
    Deno.writeTextFileSync(`${folder}/well/a`, "");
    return [];
  };
  const onLine = (line: string): void => void (stalled.stuck += line === "stuck" ? 1 : 0);
  await withMount({ program: "stalled_mount.py", prepare, onLine }, () => test(stalled));
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

/** The output of a listing of the healthy directory. */
const WELL = "list_dir well: 1 entry\nwell/a";

/** Number of calls that hang at once, and of clients. */
interface Crowd {
  readonly calls: number;
  readonly clients: number;
}

/** Lists a healthy directory again and again while others' calls hang. Returns the worst wait. */
async function besideCrowd(
  stalled: Stalled,
  { calls, clients }: Crowd,
  fail: (what: string) => void,
): Promise<number> {
  const { url, child } = await listen(stalled.root, []);
  const crowd = await Promise.all(Array.from({ length: clients }, () => connect(url)));
  const other = await connect(url);
  let isOver = false;
  const all = Array.from({ length: calls }, async (_, i) => {
    const text = await list(crowd[i % clients]!, `mount/${i + 1}`).catch(() => undefined);
    // The results of the calls that hang do not matter.
    if (isOver || text === undefined) return;
    // Beyond the bound of workers, the call that has been silent longest makes room.
    if (calls <= 32 || !/^error timed_out: .* and other calls wait$/.test(text)) fail(text);
  });
  let worst = 0;
  do {
    const start = performance.now();
    const text = await list(other, "well");
    worst = Math.max(worst, performance.now() - start);
    if (text !== WELL) fail(text);
  } while (stalled.stuck < calls);
  isOver = true;
  child.kill("SIGTERM");
  await child.status;
  await Promise.all([...crowd, other].map((client) => client.close()));
  await Promise.all(all);
  return worst;
}

/** One listing after another hangs, is cancelled, and hangs when the server is asked to end. Returns the notes. */
async function besideOne(
  stalled: Stalled,
  { client, pid, ended }: Served,
  { rounds, expect }: { rounds: number; expect: (what: string, isSo: boolean) => void },
): Promise<string> {
  let slowest = 0;
  /** Lists a directory that hangs, and comes back once it does. */
  const hang = async (signal?: AbortSignal) => {
    const before = stalled.stuck;
    const call = list(client, `mount/${before + 1}`, signal);
    const settled = call.catch(() => "failed");
    await until(() => stalled.stuck > before);
    return { settled };
  };
  for (let round = 0; round < rounds; round++) {
    let isStuck = true;
    const { settled: stuck } = await hang();
    void stuck.then(() => isStuck = false);
    const start = performance.now();
    await client.ping();
    slowest = Math.max(slowest, performance.now() - start);
    expect("a listing beside it", await list(client, "well") === WELL);
    expect("both before it times out", isStuck);
    const abort = new AbortController();
    const { settled: cancelled } = await hang(abort.signal);
    abort.abort();
    expect("a cancel", await cancelled === "failed");
    const answer = await stuck;
    expect(answer, answer === "error timed_out: no answer from the disk in 2 seconds");
  }
  const { settled: last } = await hang();
  const start = performance.now();
  Deno.kill(pid, "SIGTERM");
  expect("SIGTERM", await ended === 0);
  const seconds = (performance.now() - start) / 1000;
  await client.close();
  await last;
  return `slowest ping ${slowest.toFixed(0)} ms, SIGTERM ${seconds.toFixed(2)} s`;
}

/** The suite. */
export const suite: Suite = {
  name: "hangs",
  async run({ scale }) {
    const reason = missingForFuse();
    if (reason !== undefined) return { points: 0, failures: [], lacking: [reason] };
    const failures: string[] = [];
    const notes: string[] = [];
    let points = 0;
    const rounds = scale === "quick" ? 1 : 10;
    for (const [name, serve] of Object.entries({ stdio: serveStdio, http: serveHttp })) {
      const expect = (what: string, isSo: boolean): void => {
        points++;
        if (!isSo) failures.push(`${name}: ${what}`);
      };
      await withStalled(async (stalled) => {
        const served = await serve(stalled.root);
        notes.push(`${name}: ${await besideOne(stalled, served, { rounds, expect })}`);
      });
    }
    const crowds: Crowd[] = [{ calls: 12, clients: 12 }];
    if (scale === "long") crowds.push({ calls: 12, clients: 1 }, { calls: 40, clients: 10 });
    for (const crowd of crowds) {
      points++;
      await withStalled(async (stalled) => {
        const worst = await besideCrowd(stalled, crowd, (what) => failures.push(what));
        const { calls, clients } = crowd;
        notes.push(
          `${calls} calls of ${clients} clients hang: another waits ${worst.toFixed(0)} ms`,
        );
      });
    }
    return { points, failures, notes };
  },
};
