/** What a pool and its workers say to each other. All of it can be cloned. */
import type { ErrorCode } from "../errors.ts";
import type { Progress, ToolContext, ToolResult } from "../tool.ts";
import type { ToolsetName } from "../catalog.ts";

/** What is called. */
export interface ToolCall {
  readonly toolset: ToolsetName;
  /** The wire name of a tool of the toolset. */
  readonly tool: string;
  /** What the model sent, unchecked. */
  readonly args: unknown;
  /** Whether the result is to hold data besides its text. */
  readonly wantsData: boolean;
}

/** What a call is given of its context, since it is data. */
export const SENT_FIELDS = ["cwd", "roots", "maxScanned", "gitignore", "policy"] as const;

/** What stays with the host: a worker has its methods called by messages. */
export type HostObject = "log" | "projectMemory" | "snapshots";

/** A call as it is sent to a worker. */
export interface SentCall extends ToolCall {
  /** What the host gives, as far as it is data. */
  readonly context: Pick<ToolContext, typeof SENT_FIELDS[number]>;
  /** What else the host gives. */
  readonly has: readonly HostObject[];
}

/** What a worker is told. */
export type Order =
  /** To carry out a call; it has no other. */
  | { readonly type: "call"; readonly call: SentCall }
  /** To stop the call that it carries out, if it still does. */
  | { readonly type: "cancel" }
  | ({ readonly type: "host"; readonly ask: number } & HostAnswer);

/** What a host's own function gave or threw. */
export type HostAnswer =
  | { readonly value: unknown }
  | { readonly failure: string; readonly code?: ErrorCode };

/** A method of what stays with the host, to be called. */
export interface HostRequest {
  readonly of: HostObject;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** What a worker tells. Whatever it is, it shows that the worker gets on. */
export type News =
  /** It has started. */
  | { readonly type: "ready" }
  | { readonly type: "result"; readonly result: ToolResult }
  /** The call stopped because it was cancelled. */
  | { readonly type: "aborted" }
  /** A fault of the program. */
  | { readonly type: "thrown"; readonly error: string }
  /** Told a few times a second while a call gets on, whether or not somebody asks. */
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "host"; readonly ask: number; readonly request: HostRequest }
  /** Memory ran out, and with it what was being done. */
  | { readonly type: "out_of_memory" }
  /** Told for it: it ended without having been told to. */
  | { readonly type: "ended"; readonly error: Error };
