/** A proxy in front of a server on HTTP, which records the requests of its clients. */

/** A recorder that listens. */
export interface Recorder extends AsyncDisposable {
  /** The URL of the proxy. */
  readonly url: string;
  /** The bodies of their requests. */
  readonly bodies: readonly string[];
}

/** Starts to listen. */
export function recordHttp(url: string): Recorder {
  const bodies: string[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async ({ method, headers, body }) => {
      const sent = body === null ? undefined : await new Response(body).text();
      if (sent !== undefined) bodies.push(sent);
      const passed = new Headers(headers);
      passed.delete("host");
      return await fetch(url, { method, headers: passed, ...sent && { body: sent } });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/mcp`,
    bodies,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
