/** A disk that hangs, for real: a worker that reads it takes neither the server nor other calls with it. */
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

const words = (root: string, more: readonly string[]): string[] => {
  const readable = `--allow-read=${root},${projectFile(".")}`;
  const flags = ["--no-prompt", "--no-check", readable, "--allow-net=127.0.0.1"];
  return denoRun(flags, projectFile("cli.ts"), "mcp", "--toolset", "discovery", ...more, root);
};

/** A server, with clients of it. */
interface Served {
  readonly pid: number;
  /** Resolves to the exit status. */
  readonly ended: Promise<number>;
  /** Connects one more client, with a root if it is given; over stdio, there is the first alone. */
  connect(uri?: string): Promise<Client>;
}

function newClient(uri?: string): Client {
  const capabilities = uri === undefined ? {} : { roots: {} };
  const client = new Client({ name: "torture", version: "1" }, { capabilities });
  if (uri !== undefined) client.setRequestHandler("roots/list", () => ({ roots: [{ uri }] }));
  return client;
}

async function onStdio(root: string): Promise<Served> {
  const [command, ...args] = words(root, []);
  const transport = new StdioClientTransport({ command: command!, args, stderr: "ignore" });
  const ended = Promise.withResolvers<number>();
  const client = newClient();
  await client.connect(transport);
  client.onclose = () => ended.resolve(0);
  return { pid: transport.pid!, ended: ended.promise, connect: () => Promise.resolve(client) };
}

async function overHttp(root: string): Promise<Served> {
  const [command, ...args] = words(root, ["--http", "0"]);
  const child = new Deno.Command(command!, { args, stdout: "null", stderr: "piped" }).spawn();
  const url = Promise.withResolvers<string>();
  void (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      const found = text.match(/http:\S+/)?.[0];
      if (found !== undefined) url.resolve(found);
    }
  })();
  const address = new URL(await url.promise);
  return {
    pid: child.pid,
    ended: child.status.then(({ code }) => code),
    async connect(uri) {
      const client = newClient(uri);
      await client.connect(new StreamableHTTPClientTransport(address));
      return client;
    },
  };
}

async function list(client: Client, path: string, signal?: AbortSignal): Promise<string> {
  const params = { name: "list_dir", arguments: { path } };
  const { content } = await client.callTool(params, signal && { signal });
  return (content[0] as { text: string }).text;
}

/** The output of a listing of the healthy directory. */
const WELL = "list_dir well: 1 entry\nwell/a";

type Expect = (what: string, isSo: boolean) => void;

/** Lists a healthy directory again and again while others' calls hang. */
async function besideCrowd(stalled: Stalled, clients: number, expect: Expect): Promise<void> {
  const { connect, pid, ended } = await overHttp(stalled.root);
  const crowd = await Promise.all(Array.from({ length: clients }, connect));
  const other = await connect();
  // What these resolve to does not matter.
  const all = Array.from(
    { length: CROWD },
    (_, i) => list(crowd[i % clients]!, `mount/${i + 1}`).catch(() => {}),
  );
  do {
    expect("a listing beside a crowd", await list(other, "well") === WELL);
  } while (stalled.stuck < CROWD);
  Deno.kill(pid, "SIGTERM");
  await ended;
  await Promise.all([...crowd, other].map((client) => client.close()));
  await Promise.all(all);
}

/** A client's root lies on the file system that does not answer: its calls hang, and no others. */
async function besideDeadRoot(stalled: Stalled, expect: Expect): Promise<void> {
  const { connect, pid, ended } = await overHttp(stalled.root);
  const clients = [await connect(`file://${stalled.root}/mount/dead`), await connect()] as const;
  const call = list(clients[0], "well").catch(() => "failed");
  await until(() => stalled.stuck > 0);
  await clients[0].ping();
  expect("a listing beside a dead root", await list(clients[1], "well") === WELL);
  Deno.kill(pid, "SIGTERM");
  expect("SIGTERM beside a dead root", await ended === 0);
  await Promise.all(clients.map((client) => client.close()));
  expect("a call with a dead root", await call === "failed");
}

/** Number of calls that hang at once. */
const CROWD = 12;

/** One listing after another hangs and is cancelled; the last one hangs when the server is asked to end. */
async function besideOne(
  stalled: Stalled,
  { connect, pid, ended }: Served,
  { rounds, expect }: { rounds: number; expect: Expect },
): Promise<void> {
  const client = await connect();
  for (let round = 0; round <= rounds; round++) {
    const abort = new AbortController();
    const before = stalled.stuck;
    const call = list(client, `mount/${before + 1}`, abort.signal).catch(() => "failed");
    await until(() => stalled.stuck > before);
    await client.ping();
    expect("a listing beside it", await list(client, "well") === WELL);
    if (round < rounds) abort.abort();
    else {
      Deno.kill(pid, "SIGTERM");
      expect("SIGTERM", await ended === 0);
      await client.close();
    }
    expect("a cancel", await call === "failed");
  }
}

export const suite: Suite = {
  name: "hangs",
  async run({ scale }) {
    const reason = missingForFuse();
    if (reason !== undefined) return { points: 0, failures: [], lacking: [reason] };
    const failures: string[] = [];
    let points = 0;
    const rounds = scale === "quick" ? 1 : 10;
    for (const [name, serve] of Object.entries({ stdio: onStdio, http: overHttp })) {
      const expect: Expect = (what, isSo) => {
        points++;
        if (!isSo) failures.push(`${name}: ${what}`);
      };
      await withStalled(async (stalled) =>
        besideOne(stalled, await serve(stalled.root), { rounds, expect })
      );
      if (serve === onStdio) continue;
      await withStalled((stalled) => besideDeadRoot(stalled, expect));
      for (const clients of scale === "quick" ? [CROWD] : [CROWD, 1]) {
        await withStalled((stalled) => besideCrowd(stalled, clients, expect));
      }
    }
    return { points, failures };
  },
};
