import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { NumberedAnswer } from "./walk_messages.ts";
import type { WalkLine } from "./walk_lanes.ts";

/** The line to a worker that listens at the other end of a port. */
export function portLine(port: MessagePort, end: () => void = () => {}): WalkLine {
  return {
    send: (request) => port.postMessage(request),
    receive: () => receiveMessageOnPort(port)?.message as NumberedAnswer | undefined,
    end: () => {
      port.close();
      end();
    },
  };
}
