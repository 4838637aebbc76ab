/**
 * Thousands of connections that send nothing, half a request or a byte a second, to a server that may open
 * few files: it lives, and answers a client with a token.
 *
 * @module
 */
import { BASH } from "../support/machine.ts";
import { serverCommand, statelessCall } from "../support/mcp.ts";
import { projectFile, run } from "../support/process.ts";
import type { Suite, SuiteResult } from "./suite.ts";

/** How many files the server may open. */
const LIMITS = { quick: [64], long: [64, 1024] } as const;

const CONNECTIONS = { quick: 300, long: 10_000 } as const;

/** How many of them are opened before the next call. */
const BATCH = 100;

/** How soon the client should be answered, and the server end, in milliseconds. Only reported. */
const BAR_MS = 1000;

/** How often a slow connection sends a byte, in milliseconds. */
const BYTE_MS = 1000;

const TOKEN = "torture";

const HEADERS = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
const BODY = "Content-Length: 1000\r\n\r\n{";

/** What each kind of connection sends at first, and then every second. */
const KINDS: readonly (readonly [first: string, then: string])[] = [
  ["", ""],
  [HEADERS, ""],
  ["POST /mcp HT", "T"],
  [HEADERS, "X"],
  [HEADERS + BODY, " "],
  [`${HEADERS}Authorization: Bearer wrong\r\n${BODY}`, " "],
  ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ""],
];

/** The suite. */
export const suite: Suite = {
  name: "connections",
  async run({ scale }) {
    if (!BASH.isHere) return { points: 0, failures: [], lacking: ["bash, for its ulimit"] };
    const results: SuiteResult[] = [];
    for (const limit of LIMITS[scale]) results.push(await flood(limit, CONNECTIONS[scale]));
    return {
      points: results.reduce((sum, { points }) => sum + points, 0),
      failures: results.flatMap(({ failures }) => failures),
      notes: results.flatMap(({ notes = [] }) => notes),
    };
  },
};

/** Floods a server that may open `limit` files, while a client with a token makes calls. */
async function flood(limit: number, count: number): Promise<SuiteResult> {
  const root = projectFile("fixtures/sample");
  const command = serverCommand(root, { words: ["--http", "0", "--token-env", "TOKEN"] });
  const failures: string[] = [];
  const times: number[] = [];
  const listening = Promise.withResolvers<number>();
  let endMs = 0;
  const { code, stderr } = await run(
    ["bash", "-c", `ulimit -n ${limit} && exec "$@"`, "bash", ...command],
    {
      env: { TOKEN },
      onLine(line) {
        const port = line.match(/^dirscope: listening on .*:(\d+)\/mcp$/)?.[1];
        if (port !== undefined) listening.resolve(Number(port));
      },
      async meanwhile({ child }) {
        const port = await listening.promise;
        const strangers: Stranger[] = [];
        const call = async (): Promise<void> => {
          const start = performance.now();
          const answer = await answerOf(port).catch((error) => `${error}`);
          times.push(performance.now() - start);
          const seen = `limit ${limit}, ${strangers.length} connections: ${answer.slice(-199)}`;
          if (!answer.includes('"isError":false')) failures.push(seen);
        };
        await call();
        while (strangers.length < count) {
          for (let i = 0; i < BATCH; i++) {
            strangers.push(new Stranger(port, KINDS[strangers.length % KINDS.length]!));
          }
          await call();
        }
        // Those who were made to leave have left, and the others are at their slowest.
        for (let i = 0; i < 3; i++) await call();
        const start = performance.now();
        try {
          child.kill("SIGTERM");
        } catch {
          // It has ended, and its status tells.
        }
        await child.status;
        endMs = performance.now() - start;
        await Promise.all(strangers.map((each) => each.close()));
      },
    },
  );
  if (code !== 0) failures.push(`limit ${limit}: status ${code}: ${stderr}`);
  const middle = times.toSorted((a, b) => a - b)[times.length >> 1]!;
  const worst = Math.max(...times);
  const note = `${count} connections, ${limit} files: a call took ${middle.toFixed(1)} ms in the ` +
    `median, ${worst.toFixed(0)} at worst; the end took ${endMs.toFixed(0)} ms`;
  const isOver = worst > BAR_MS || endMs > BAR_MS;
  return { points: times.length + 1, failures, notes: [isOver ? `${note} (over the bar)` : note] };
}

/** A connection of somebody without the token. */
class Stranger {
  readonly #done: Promise<void>;
  #connection: Deno.TcpConn | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(port: number, [first, then]: readonly [first: string, then: string]) {
    this.#done = this.#run(port, first, then).catch(() => {}).finally(() => this.#end());
  }

  async close(): Promise<void> {
    this.#end();
    await this.#done;
  }

  async #run(port: number, first: string, then: string): Promise<void> {
    const connection = this.#connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(new TextEncoder().encode(first));
    if (then !== "") {
      const byte = new TextEncoder().encode(then);
      this.#timer = setInterval(() => void connection.write(byte).catch(() => {}), BYTE_MS);
    }
    const answer = new Uint8Array(1024);
    while (await connection.read(answer) !== null);
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#connection?.close();
    this.#connection = undefined;
  }
}

/** What a new client with the token is answered. */
async function answerOf(port: number): Promise<string> {
  const { headers, body } = statelessCall("list_dir", {});
  const lines = [
    "POST /mcp HTTP/1.1",
    "Host: 127.0.0.1",
    ...Object.entries(headers as Record<string, string>).map((header) => header.join(": ")),
    `Authorization: Bearer ${TOKEN}`,
    `Content-Length: ${(body as string).length}`,
    "Connection: close",
  ];
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode([...lines, "", body].join("\r\n")));
  return await new Response(connection.readable).text();
}
