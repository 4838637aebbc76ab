import { CallServer } from "./call_server.ts";
import type { Carrier, CarrierEvents } from "./pool_worker.ts";

/**
 * Starts what carries out calls in this thread, where none of its own may start: calls take turns with each
 * other and all else, and a disk that hangs stops them all.
 */
export function startHere({ onNews }: CarrierEvents): Carrier {
  const server = new CallServer(onNews);
  queueMicrotask(() => onNews({ type: "ready" }));
  return {
    post: (order) => server.receive(order),
    hold: () => {},
    end: () => server.receive({ type: "cancel" }),
  };
}
