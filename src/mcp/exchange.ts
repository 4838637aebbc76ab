/** One request and its response, between Node's HTTP server and what answers it. */
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A request without its body; `undefined` if there is no such URL or method. An absolute target counts for
 * more than the Host header, as HTTP has it.
 */
export function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = "GET", url = "/", rawHeaders } = incoming;
  // Who is asked for is the guard's to judge, by the header.
  const target = URL.parse(url.startsWith("/") ? `http://localhost${url}` : url);
  if (target === null) return undefined;
  try {
    const headers = new Headers();
    for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
      headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
    }
    if (!url.startsWith("/")) headers.set("host", target.host);
    return new Request(target, { method, headers, signal });
  } catch {
    return undefined;
  }
}

/** How long the headers of a stream wait for its beginning, in milliseconds. */
const HEADERS_WAIT_MS = 20;

/**
 * Sends a response.
 *
 * @param onEnd Called before the last of it is sent.
 */
export async function send(
  response: Response,
  outgoing: ServerResponse,
  onEnd: () => void,
): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    // Whether the connection is kept is Node's to say.
    if (name !== "connection") outgoing.setHeader(name, value);
  }
  const { body, headers } = response;
  if (body !== null && headers.get("content-type") === "text/event-stream") {
    await sendStream(body, outgoing, onEnd);
  } else {
    const bytes = await response.bytes();
    onEnd();
    outgoing.end(bytes);
  }
}

/** What is ready in one turn of the event loop is sent at once. If the client is gone, the stream is cancelled. */
async function sendStream(
  stream: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  onEnd: () => void,
): Promise<void> {
  const reader = stream.getReader();
  const early = setTimeout(() => outgoing.flushHeaders(), HEADERS_WAIT_MS);
  const cancel = (): void => {
    clearTimeout(early);
    reader.cancel().catch(() => {});
  };
  if (outgoing.destroyed || outgoing.closed) return cancel();
  outgoing.once("close", cancel);
  for (;;) {
    const { done, value } = await reader.read();
    clearTimeout(early);
    holdBack(outgoing);
    if (done) break;
    if (!outgoing.write(value)) await drained(outgoing);
  }
  onEnd();
  outgoing.end();
}

/** Collects what is written until the end of this turn. */
function holdBack({ socket }: ServerResponse): void {
  socket?.cork();
  queueMicrotask(() => socket?.uncork());
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      outgoing.off("drain", end).off("close", end);
      resolve();
    };
    outgoing.on("drain", end).on("close", end);
  });
}
