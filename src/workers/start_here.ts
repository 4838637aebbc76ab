import { CallServer } from "./call_server.ts";
import type { News } from "./messages.ts";
import type { Carrier } from "./pool_worker.ts";

/**
 * Starts what carries out calls in this thread, where none of its own may start: calls take turns with each
 * other and all else, and a disk that hangs stops them all.
 */
export function startHere(tell: (news: News) => void): Carrier {
  const server = new CallServer(tell);
  queueMicrotask(() => tell({ type: "ready" }));
  return {
    post: (order) => server.receive(order),
    hold: () => {},
    end: () => server.receive({ type: "cancel" }),
  };
}
