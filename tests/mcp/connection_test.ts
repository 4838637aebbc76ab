import { assertEquals } from "@std/assert";
import { PassThrough, Writable } from "node:stream";
import { Connection } from "../../src/mcp/connection.ts";

/** An output that nobody reads, in which some bytes wait. */
function unread(bytes: number): Writable {
  const output = new Writable({ write: () => {} });
  output.write(new Uint8Array(bytes));
  return output;
}

Deno.test("what a client has not read is counted until it is closed, or what it goes through is", async () => {
  const connection = new Connection(true);
  assertEquals(connection.unreadBytes, 0);
  const [first, second, socket] = [unread(3), unread(4), new PassThrough()];
  connection.countOutput(first);
  // A response that waits for another on its socket is not told that this was closed.
  connection.countOutput(second, socket);
  assertEquals(connection.unreadBytes, 7);
  first.destroy();
  assertEquals(connection.unreadBytes, 4);
  socket.destroy();
  assertEquals(connection.unreadBytes, 0);
  await new Promise((resolve) => setTimeout(resolve));
  second.destroy();
});

Deno.test("clients without a session share one part of the pool, and each session has its own", () => {
  const [a, b, c, d] = [true, true, false, false].map((each) => new Connection(each));
  assertEquals(new Set([a!.group, b!.group, c!.group, d!.group]).size, 3);
  assertEquals(c!.group, d!.group);
});
