/** The messages between a pool and its workers. All of them can be cloned. */
import type { ErrorCode } from "../errors.ts";
import type { Progress, ToolContext, ToolResult } from "../tool.ts";
import type { ToolsetName } from "../catalog.ts";

export interface ToolCall {
  readonly toolset: ToolsetName;
  /** The wire name of a tool of the toolset. */
  readonly tool: string;
  /** The arguments as the model sent them, unchecked. */
  readonly args: unknown;
  /** Set if the result is to hold structured data besides its text. */
  readonly wantsData: boolean;
}

/** The fields of a call's context that are data, and so can be cloned. */
export const SENT_CONTEXT_FIELDS = [
  "cwd",
  "roots",
  "maxScanned",
  "gitignore",
  "policy",
  "contents",
] as const;

/** The objects that stay with the host, with their methods, which a worker has called by messages. */
export const HOST_METHODS = { log: ["append"], projectMemory: ["setValue", "getValue"] } as const;

export type HostObject = keyof typeof HOST_METHODS;

export interface SentCall extends ToolCall {
  readonly context: Pick<ToolContext, typeof SENT_CONTEXT_FIELDS[number]>;
  readonly hostObjects: readonly HostObject[];
}

export type PoolMessage =
  | { readonly type: "call"; readonly call: SentCall }
  /** Stops the running call, if there is one. */
  | { readonly type: "cancel" }
  | ({ readonly id: number } & HostResponse);

/** The value that a method of a host object returned, or the error that it threw. */
export type HostResponse =
  | { readonly type: "host_value"; readonly value: unknown }
  | { readonly type: "host_failure"; readonly message: string; readonly code?: ErrorCode };

export interface HostRequest {
  readonly object: HostObject;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type SendToPool = (message: WorkerMessage) => void;

/** A message from a worker to the pool. Any of them is a heartbeat: it shows that the worker makes progress. */
export type WorkerMessage =
  | { readonly type: "ready" }
  | { readonly type: "result"; readonly result: ToolResult }
  /** The call stopped because it was cancelled. */
  | { readonly type: "aborted" }
  /** The call failed with a programming error. */
  | { readonly type: "thrown"; readonly stack: string }
  /** Sent a few times a second while a call makes progress, even if its client wants no progress. */
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "host_request"; readonly id: number; readonly request: HostRequest }
  | { readonly type: "out_of_memory" }
  /** Sent in the name of a worker that ended unexpectedly. */
  | { readonly type: "ended"; readonly error: Error };
