/** What the pool and a lane, which carries calls out, say to each other. All of it can be cloned. */
import type { ErrorCode } from "../errors.ts";
import type { LoggedCall, Progress, ToolContext, ToolResult } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";

/** A call as it is sent to a lane. */
export interface SentCall {
  readonly toolset: ToolsetName;
  /** The wire name of the tool. */
  readonly tool: string;
  /** What the model sent, unchecked. */
  readonly args: unknown;
  /** What the host gives, as far as it is data. */
  readonly context: Pick<ToolContext, "cwd" | "roots" | "maxScanned" | "gitignore" | "policy">;
  /** What else the host gives: the lane asks for it by messages. */
  readonly has: { readonly [K in HostField]: boolean };
  /** Whether the result is to hold data besides its text. */
  readonly wantsData: boolean;
}

/** What a host gives that is no data. */
export type HostField = "cache" | "log" | "onProgress" | "projectMemory";

/** What a lane is told. */
export type Order =
  | {
    readonly type: "call";
    readonly id: number;
    readonly call: SentCall;
    readonly isLong: boolean;
  }
  | { readonly type: "cancel"; readonly id: number }
  /** A long call may go on. */
  | { readonly type: "go_on"; readonly id: number }
  | ({ readonly type: "host"; readonly id: number; readonly ask: number } & HostAnswer);

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

/** What a worker tells. */
export type News =
  | CallNews
  /** Memory ran out, and with it what was being done. */
  | { readonly type: "out_of_memory" };

/** What a lane tells of its calls. */
export type CallNews =
  | { readonly type: "ready" }
  | { readonly type: "result"; readonly id: number; readonly result: ToolResult }
  /** The call stopped because it was cancelled. */
  | { readonly type: "aborted"; readonly id: number }
  /** A fault of the program. */
  | { readonly type: "thrown"; readonly id: number; readonly error: string }
  /** The call takes long, and waits to be told to go on. */
  | { readonly type: "long"; readonly id: number }
  | { readonly type: "progress"; readonly id: number; readonly progress: Progress }
  | {
    readonly type: "host";
    readonly id: number;
    readonly ask: number;
    readonly request: HostRequest;
  };

/** What a thread shares with the pool: how often its calls got on, and the call whose turn it is. */
export const PULSE = { beats: 0, active: 1, length: 2 } as const;
