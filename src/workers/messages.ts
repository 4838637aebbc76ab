/** The messages between a pool and its workers. All of them can be cloned. */
import type { LoggedCall } from "../call_log.ts";
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
  /** URIs of the roots that its client named, which narrow those of the context. @default {they are not narrowed} */
  readonly clientRoots?: readonly string[];
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

export interface SentCall extends ToolCall {
  readonly context: Pick<ToolContext, typeof SENT_CONTEXT_FIELDS[number]>;
  readonly hasLog: boolean;
  readonly hasProjectMemory: boolean;
}

export type PoolMessage =
  | { readonly type: "call"; readonly call: SentCall }
  /** Stops the running call, if there is one. */
  | { readonly type: "cancel" }
  | { readonly type: "host_response"; readonly id: number; readonly error?: HostError };

/** A write to an object that stays with the host: a record of its log, or a value of its project memory. */
export type HostRequest =
  | { readonly record: LoggedCall }
  | { readonly key: string; readonly value: string };

/** Why the host could not write it; without a code, a programming error. */
export interface HostError {
  readonly message: string;
  readonly code?: ErrorCode;
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
