/**
 * Thousands of connections that send nothing, half a request or a byte a second, to a server that may open
 * few files: it lives, answers at once who was there before, and others once the strangers' time is over.
 *
 * @module
 */
import { BASH } from "../support/machine.ts";
import { serverCommand, statelessCall } from "../support/mcp.ts";
import { projectFile, run } from "../support/process.ts";
import { delay } from "../support/wait.ts";
import type { Suite, SuiteResult } from "./suite.ts";

/** Number of files that the server may open. */
const MAX_OPEN_FILES = 256;

const CONNECTIONS = { quick: 2000, long: 10_000 } as const;

/** Number of connections that are opened before the next call. */
const BATCH = 200;

/** Time within which an earlier client should be answered, and the server end, in milliseconds. Only reported. */
const ANSWER_TARGET_MS = 1000;

/** Time within which a newcomer should be answered, in milliseconds. Only reported. */
const NEW_CLIENT_TARGET_MS = 15_000;

/** Interval between the bytes of a slow connection, in milliseconds. */
const BYTE_MS = 1000;

const TOKEN = "torture";

const HEADERS = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
const BODY = "Content-Length: 1000\r\n\r\n{";

/** The bytes that each kind of connection sends at first, and then every second. */
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
    return await flood(CONNECTIONS[scale]);
  },
};

/** Floods a server, while a client with a token makes calls, and then another comes. */
async function flood(count: number): Promise<SuiteResult> {
  const root = projectFile("fixtures/sample");
  const command = serverCommand(root, { words: ["--http", "0", "--token-env", "TOKEN"] });
  const failures: string[] = [];
  const times: number[] = [];
  const listening = Promise.withResolvers<number>();
  let [newMs, endMs] = [0, 0];
  const { code, stderr } = await run(
    ["bash", "-c", `ulimit -n ${MAX_OPEN_FILES} && exec "$@"`, "bash", ...command],
    {
      env: { TOKEN },
      onLine(line) {
        const port = line.match(/^dirscope: listening on .*:(\d+)\/mcp$/)?.[1];
        if (port !== undefined) listening.resolve(Number(port));
      },
      async meanwhile({ child }) {
        const port = await listening.promise;
        const strangers: Stranger[] = [];
        const old = await Client.connect(port);
        const call = async (): Promise<void> => {
          const start = performance.now();
          const answer = await old.call().catch((error) => `${error}`);
          times.push(performance.now() - start);
          const seen = `${strangers.length} connections: ${answer.slice(-199)}`;
          if (!answer.includes('"isError":false')) failures.push(seen);
        };
        await call();
        while (strangers.length < count) {
          for (let i = 0; i < BATCH; i++) {
            strangers.push(new Stranger(port, KINDS[strangers.length % KINDS.length]!));
          }
          await call();
        }
        const [answer, ms] = await answerOfNew(port);
        newMs = ms;
        if (!answer.includes('"isError":false')) failures.push(`a new client: ${answer}`);
        // Those who were made to leave have left, and the others are at their slowest.
        await call();
        old.close();
        const start = performance.now();
        try {
          child.kill("SIGTERM");
        } catch {
          // It has ended, and its status says why.
        }
        await child.status;
        endMs = performance.now() - start;
        await Promise.all(strangers.map((each) => each.close()));
      },
    },
  );
  if (code !== 0) failures.push(`status ${code}: ${stderr}`);
  const worst = Math.max(...times);
  const note = `${count} connections, ${MAX_OPEN_FILES} files: who was there before waited ` +
    `${worst.toFixed(0)} ms at worst, who is new ${newMs.toFixed(0)}; the end took ` +
    `${endMs.toFixed(0)} ms`;
  const isOver = worst > ANSWER_TARGET_MS || endMs > ANSWER_TARGET_MS ||
    newMs > NEW_CLIENT_TARGET_MS;
  return { points: times.length + 2, failures, notes: [isOver ? `${note} (over the bar)` : note] };
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

/** A client with the token, on a connection that stays open. */
class Client {
  readonly #connection: Deno.TcpConn;

  private constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
  }

  static async connect(port: number): Promise<Client> {
    return new Client(await Deno.connect({ hostname: "127.0.0.1", port }));
  }

  /** Makes a call, and returns the answer. */
  async call(): Promise<string> {
    const { headers, body } = statelessCall("list_dir", {});
    const lines = [
      "POST /mcp HTTP/1.1",
      "Host: 127.0.0.1",
      ...Object.entries(headers as Record<string, string>).map((header) => header.join(": ")),
      `Authorization: Bearer ${TOKEN}`,
      `Content-Length: ${(body as string).length}`,
    ];
    await this.#connection.write(new TextEncoder().encode([...lines, "", body].join("\r\n")));
    const bytes = new Uint8Array(16 * 1024);
    for (let answer = "";;) {
      const count = await this.#connection.read(bytes);
      if (count === null) throw new Error(`closed: ${answer}`);
      answer += new TextDecoder().decode(bytes.subarray(0, count));
      if (answer.endsWith("\r\n0\r\n\r\n")) return answer;
    }
  }

  close(): void {
    this.#connection.close();
  }
}

/** Returns the answer to a new client, which tries again until it is admitted, and the time that it took. */
async function answerOfNew(port: number): Promise<[answer: string, ms: number]> {
  const start = performance.now();
  for (;;) {
    try {
      const client = await Client.connect(port);
      try {
        return [await client.call(), performance.now() - start];
      } finally {
        client.close();
      }
    } catch (error) {
      if (performance.now() - start > 2 * NEW_CLIENT_TARGET_MS) {
        return [`${error}`, performance.now() - start];
      }
      await delay(100);
    }
  }
}
