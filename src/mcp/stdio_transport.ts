/** The transport of stdio: one message a line, or a batch of them. */
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  STDIO_DEFAULT_MAX_BUFFER_SIZE as MAX_LINE_CHARACTERS,
  type Transport,
} from "@modelcontextprotocol/server";
import { finished, type Readable, type Writable } from "node:stream";
import { MAX_UNREAD_BYTES } from "../workers/job.ts";
import { BATCH_REVISION, type Parsed, parseMessages, refused } from "./message_parser.ts";

/** Time after which a client that reads nothing ends the server, once the input has ended, in milliseconds. */
const STALL_TIMEOUT_MS = 30_000;

/** The answers to the messages of a line, and the number of messages that may still get one. */
interface Reply {
  readonly isBatch: boolean;
  readonly answers: JSONRPCMessage[];
  open: number;
}

/** Also answers what is no message. It closes once the input has ended and all is answered and read. */
export class StdioTransport implements Transport {
  declare onmessage: Transport["onmessage"];
  declare onclose: Transport["onclose"];
  readonly #closed = Promise.withResolvers<void>();
  readonly closed = this.#closed.promise;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #report: (line: string) => void;
  readonly #decoder = new TextDecoder();
  /** What was read of a line; `undefined` if that is too long. */
  #line: string | undefined = "";
  #hasBatches = false;
  #unanswered: [RequestId, Reply][] = [];
  #hasEnded = false;
  #isClosed = false;
  #stallTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param report Receives a line about each message that is refused. */
  constructor(input: Readable, output: Writable, report: (line: string) => void) {
    [this.#input, this.#output, this.#report] = [input, output, report];
  }

  start(): Promise<void> {
    this.#input.on("data", this.#read);
    finished(this.#input, { writable: false }, () => {
      this.#split(`${this.#decoder.decode()}\n`);
      // Before a timer fires, what was read is answered, or has become a call.
      setTimeout(() => {
        this.#hasEnded = true;
        this.#proceed();
      });
    });
    this.#output.on("error", () => void this.close());
    this.#output.on("progress", () => this.#proceed());
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#input.off("data", this.#read).pause();
    clearTimeout(this.#stallTimer);
    this.onclose?.();
    this.#closed.resolve();
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const request = this.#unanswered.find(([id]) => !("method" in message) && id === message.id);
    if (request === undefined) this.#write(message);
    else this.#settle(request, message);
    return Promise.resolve();
  }

  readonly #read = (chunk: Uint8Array): void => {
    this.#split(this.#decoder.decode(chunk, { stream: true }));
    this.#proceed();
  };

  #split(text: string): void {
    for (const [i, part] of text.split("\n").entries()) {
      if (i > 0) {
        if (this.#line?.trim()) this.#receive(parseMessages(this.#line, this.#hasBatches));
        this.#line = "";
      }
      if (this.#line === undefined) continue;
      this.#line += part;
      if (this.#line.length <= MAX_LINE_CHARACTERS) continue;
      this.#receive(
        refused(`Invalid Request: the line is longer than ${MAX_LINE_CHARACTERS} characters`),
      );
      this.#line = undefined;
    }
  }

  #receive(parsed: Parsed | Parsed[]): void {
    const all = [parsed].flat();
    const reply: Reply = { isBatch: Array.isArray(parsed), answers: [], open: all.length };
    for (const { message, refusal } of all) {
      if (message === undefined) {
        this.#report(`dirscope: refused a message: ${refusal.error.message}`);
        this.#answer(reply, refusal);
        continue;
      }
      const { id, method, params } = message as Partial<JSONRPCRequest>;
      // Not by the answer, which agrees on the revision: a batch may have been read before that is sent.
      if (method === "initialize") this.#hasBatches = params?.protocolVersion === BATCH_REVISION;
      if (method === "notifications/cancelled") {
        this.#settle(this.#unanswered.findLast(([id]) => id === params?.requestId));
      }
      // A subscription, which revisions with batches lack, is answered when it ends.
      const lasts = method === "subscriptions/listen" && !reply.isBatch;
      if (method !== undefined && id !== undefined && !lasts) this.#unanswered.push([id, reply]);
      else this.#answer(reply);
      this.onmessage?.(message);
    }
  }

  /** Ends a request, without an answer if it was cancelled. */
  #settle(request: [RequestId, Reply] | undefined, answer?: JSONRPCMessage): void {
    if (request === undefined) return;
    this.#unanswered = this.#unanswered.filter((other) => other !== request);
    this.#answer(request[1], answer);
  }

  /** Ends a message of a line. After the last one, all answers are written. */
  #answer(reply: Reply, answer?: JSONRPCMessage): void {
    if (answer !== undefined) reply.answers.push(answer);
    if (--reply.open > 0 || reply.answers.length === 0) return;
    this.#write(reply.isBatch ? reply.answers : reply.answers[0]);
  }

  #write(value: unknown): void {
    this.#output.write(`${JSON.stringify(value)}\n`, () => this.#proceed());
    this.#proceed();
  }

  /** Reads on, or pauses while too much is unread. Closes once nothing is left to do. */
  #proceed(): void {
    if (this.#isClosed) return;
    const unreadBytes = this.#output.writableLength;
    if (unreadBytes > MAX_UNREAD_BYTES) this.#input.pause();
    else this.#input.resume();
    clearTimeout(this.#stallTimer);
    if (!this.#hasEnded) return;
    if (unreadBytes > 0) {
      this.#stallTimer = setTimeout(() => void this.close(), STALL_TIMEOUT_MS);
    } else if (this.#unanswered.length === 0) void this.close();
  }
}
