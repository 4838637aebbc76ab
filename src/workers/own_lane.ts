import { CallRunner } from "./call_runner.ts";
import type { Lane, LaneEvents } from "./lane.ts";
import type { PoolSettings } from "./pool_options.ts";
import { PULSE } from "./messages.ts";

/** A lane in the thread of the pool: calls take turns with all else that the thread does. */
export function ownLane(
  { onNews }: LaneEvents,
  { cacheBytes }: Pick<PoolSettings, "cacheBytes">,
): Lane {
  const pulse = new Int32Array(PULSE.length);
  const runner = new CallRunner(onNews, { pulse, cacheBytes });
  queueMicrotask(() => onNews({ type: "ready" }));
  return {
    pulse,
    isThread: false,
    post: (order) => runner.receive(order),
    hold: () => {},
    end: () => {},
  };
}
