/**
 * What speaks HTTP: Node's server, on connections that are accepted and bounded here.
 *
 * @module
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { sentenceSafe } from "../text/line_safe.ts";
import { Bodies } from "./bodies.ts";
import type { Use } from "./connection.ts";
import { ConnectionStream } from "./connection_stream.ts";
import { Connections, type ConnectionsOptions } from "./connections.ts";
import { requestOf, send } from "./exchange.ts";
import { refuse } from "./refusal.ts";

/** A request that waits for its response. */
export interface Exchange {
  /** Without its body. Its signal aborts once the response has been sent or the client is gone. */
  readonly request: Request;
  /** The address of the client. */
  readonly address: string;
  /** Says that the client may use the server, and what for. Else the response ends its connection. */
  letIn(use: Use): void;
  /** The text of the body, or a refusal. */
  readBody(): Promise<string | Response>;
}

/** What a {@linkcode Front} needs. */
export interface FrontOptions extends Omit<ConnectionsOptions, "serve"> {
  /** Answers a request. */
  readonly answer: (exchange: Exchange) => Promise<Response>;
  /** Told of errors of the server's own. */
  readonly report: (line: string) => void;
}

/** Hands requests to what answers them, and sends the responses. */
export class Front {
  /** The port it listens on. */
  readonly port: number;
  readonly #options: FrontOptions;
  readonly #server: Promise<Server>;
  readonly #bodies: Bodies;
  readonly #connections: Connections;

  constructor(options: FrontOptions) {
    const { limits, listener } = options;
    this.port = listener.addr.port;
    this.#options = options;
    this.#bodies = new Bodies(limits);
    this.#server = this.#createServer();
    this.#connections = new Connections({
      ...options,
      serve: async (connection, first) => {
        const stream = new ConnectionStream(connection, first, limits.idleMs);
        connection.stream = stream;
        stream.on("close", () => connection.close()).on("error", () => {});
        (await this.#server).emit("connection", stream);
      },
    });
  }

  /** Accepts no more connections. */
  stopAccepting(): void {
    this.#connections.stopAccepting();
  }

  /** Closes all connections at once. */
  close(): void {
    this.#connections.close();
  }

  /** Loads Node's server, which a server on standard input and output does not need. */
  async #createServer(): Promise<Server> {
    const { createServer } = await import("node:http");
    const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
      void this.#handle(incoming, outgoing);
    // Connections have timeouts of their own. The first of these is only told to clients.
    const { idleMs } = this.#options.limits;
    const server = createServer(
      { keepAliveTimeout: idleMs, headersTimeout: 0, requestTimeout: 0 },
      handle,
    );
    server.on("checkContinue", handle);
    // A server that does not listen itself would close each connection after one response.
    Object.defineProperty(server, "listening", { value: true });
    return server;
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { connection } = incoming.socket as unknown as ConnectionStream;
    const abort = new AbortController();
    let use: Use | undefined;
    incoming.on("error", () => {});
    outgoing.on("error", () => {}).once("close", () => {
      abort.abort();
      if (use !== undefined) connection.end(use);
    });
    const request = requestOf(incoming, abort.signal);
    try {
      const response = request === undefined
        ? refuse(400, "Bad request")
        : await this.#options.answer({
          request,
          address: connection.address,
          letIn(asked) {
            if (outgoing.closed) return;
            use = asked;
            connection.begin(use);
          },
          readBody: () => {
            if (incoming.headers.expect !== undefined) outgoing.writeContinue();
            return this.#bodies.read(incoming);
          },
        });
      outgoing.shouldKeepAlive &&= use !== undefined && incoming.complete;
      await send(response, outgoing, () => abort.abort());
    } catch (error) {
      this.#options.report(sentenceSafe(error instanceof Error ? `${error.stack}` : `${error}`));
      outgoing.destroy();
    }
  }
}
