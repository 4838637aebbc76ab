/** What a pool and its workers say to each other. All of it can be cloned. */
import type { ErrorCode } from "../errors.ts";
import type { LoggedCall, Progress, ToolContext, ToolResult } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";

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

/** A call as it is sent to a worker. */
export interface SentCall extends ToolCall {
  /** What the host gives, as far as it is data. */
  readonly context: Pick<ToolContext, "cwd" | "roots" | "maxScanned" | "gitignore" | "policy">;
  /** What else the host gives: the worker asks for it by messages. */
  readonly has: { readonly [K in "cache" | "log" | "projectMemory"]: boolean };
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

/** What a call asks its host for. */
export type HostRequest =
  | { readonly name: "append"; readonly call: LoggedCall }
  | { readonly name: "setValue"; readonly key: string; readonly value: string }
  | { readonly name: "getValue"; readonly key: string }
  | { readonly name: "keepSnapshot"; readonly key: string; readonly value: string }
  | { readonly name: "findSnapshot"; readonly key: string };

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
  | { readonly type: "out_of_memory" };
