import { assert, assertEquals } from "@std/assert";
import { ConnectionStream } from "../../src/mcp/connection_stream.ts";
import { Connections } from "../../src/mcp/connections.ts";
import { connectionLimitsOf } from "../../src/mcp/http_options.ts";
import { canOpen } from "../../src/mcp/spare_descriptors.ts";
import { BASH, needing } from "../support/machine.ts";
import { until } from "../support/wait.ts";

/** A listener of this machine, whose `accept` may be another. */
function listen(accept?: (proceed: () => Promise<Deno.TcpConn>) => Promise<Deno.TcpConn>) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const proceed = listener.accept.bind(listener);
  if (accept !== undefined) listener.accept = () => accept(proceed);
  const { port } = listener.addr;
  return { listener, connect: () => Deno.connect({ hostname: "127.0.0.1", port }) };
}

Deno.test("accepting goes on after an error, with fewer connections", async () => {
  const errors = [
    new Deno.errors.NotConnected("Transport endpoint is not connected (os error 107)"),
    Object.assign(new Error("Too many open files (os error 24)"), { code: "EMFILE" }),
  ];
  let count = 0;
  const { listener, connect } = listen(async (proceed) => {
    const error = count++ < 30 ? undefined : errors.shift();
    if (error !== undefined) throw error;
    return await proceed();
  });
  const connections: Connections = new Connections({
    ...{
      listener,
      limits: connectionLimitsOf(),
      serve: () => {},
      canOpen: (count) => connections.size + count <= 40,
    },
  });
  const clients = await Promise.all(Array.from({ length: 40 }, connect));
  await until(() => count > 42);
  assertEquals(connections.size, 24, "as many as were seen to leave descriptors");
  connections.close();
  for (const client of clients) client.close();
});

Deno.test("connections leave descriptors to the calls", async () => {
  let accepted = 0;
  const { listener, connect } = listen((proceed) => {
    accepted++;
    return proceed();
  });
  const connections: Connections = new Connections({
    ...{ listener, limits: connectionLimitsOf(), serve: () => {} },
    canOpen: (count) => connections.size + count < 40,
  });
  const clients = await Promise.all(Array.from({ length: 40 }, connect));
  await until(() => accepted > 40);
  assertEquals(connections.size, 16);
  connections.close();
  for (const client of clients) client.close();
});

Deno.test(needing(BASH, "canOpen() tells whether so many more files can be opened"), async () => {
  assert(canOpen(".", 3));
  assert(canOpen("no such directory", 3), "what cannot be tried is left to chance");
  const code = `import { canOpen } from "./src/mcp/spare_descriptors.ts";
    console.log(canOpen(".", 10), canOpen(".", 200), canOpen(".", 10));`;
  const { stdout } = await new Deno.Command("bash", {
    args: ["-c", `ulimit -n 64 && exec "$@"`, "bash", Deno.execPath(), "eval", code],
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals(new TextDecoder().decode(stdout), "true false true\n");
});

Deno.test("a connection whose client does not read what it is sent is closed", async () => {
  const { listener, connect } = listen();
  const closed = Promise.withResolvers<void>();
  const connections: Connections = new Connections({
    ...{ listener, limits: connectionLimitsOf(), canOpen: () => true },
    serve: (connection, first) => {
      const stream = connection.stream = new ConnectionStream(connection, first, 30);
      stream.on("close", closed.resolve).on("error", () => {});
      stream.write(new Uint8Array(64 * 1024 * 1024));
    },
  });
  using client = await connect();
  await client.write(new Uint8Array(1));
  await closed.promise;
  connections.close();
});
