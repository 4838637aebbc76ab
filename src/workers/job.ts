/** A call in a pool, from when it is queued until its result is there. */
import { loadTool } from "../catalog.ts";
import { DirscopeError, type ErrorCode } from "../errors.ts";
import { abortError } from "../pacing/until_aborted.ts";
import type { ToolContext, ToolResult } from "../tool.ts";
import {
  type HostError,
  type HostRequest,
  SENT_CONTEXT_FIELDS,
  type SentCall,
  type ToolCall,
} from "./messages.ts";
import { stackOf } from "./stack_of.ts";

export interface PooledCall extends ToolCall {
  /** The context, without session memory: no message takes that to a worker. */
  readonly context: ToolContext;
  readonly client: Client;
}

/** A client of a pool, which is fair to each. */
export interface Client {
  /** Bytes of results that it has not read. */
  readonly unreadBytes: number;
  /** What has a fair part of the pool: this client, or several together. */
  readonly group: object;
}

/** Maximum bytes that a client has not read when another call of it starts. */
export const MAX_UNREAD_BYTES = 2 ** 23;

const QUICK_TOOLS = new Set(["stat_path", "explain_path"]);

/** A call with its result, and with the requests that it makes to its host. */
export class Job {
  readonly call: PooledCall;
  /** Ticks of the pool since it was queued. */
  queuedTicks = 0;
  #hostRequests = 0;
  readonly #settled = Promise.withResolvers<ToolResult>();
  readonly result = this.#settled.promise;
  readonly succeed = this.#settled.resolve;
  #isRecorded = false;

  constructor(call: PooledCall) {
    this.call = call;
    // It may reject before the pool's caller awaits it.
    this.result.catch(() => {});
  }

  /** True if it reads no tree. */
  get isQuick(): boolean {
    return QUICK_TOOLS.has(this.call.tool);
  }

  /** True while it waits for its host, and not for the disk. */
  get awaitsHost(): boolean {
    return this.#hostRequests > 0;
  }

  get message(): SentCall {
    const { context: given, client: _, ...call } = this.call;
    const context = Object.fromEntries(SENT_CONTEXT_FIELDS.map((field) => [field, given[field]]));
    const hasLog = given.log !== undefined;
    return { ...call, context, hasLog, hasProjectMemory: given.projectMemory !== undefined };
  }

  /** Ends with a programming error, whose stack is that of the worker. */
  crash(stack: string): void {
    this.#settled.reject(Object.assign(new Error("A call failed"), { stack }));
  }

  /** Ends as a cancelled call does. */
  abort(): void {
    this.#settled.reject(abortError());
  }

  /** Ends with an error of the pool, in the tool's own shape. One that was never started (`busy`) is not recorded. */
  async fail(code: ErrorCode, message: string): Promise<void> {
    const { toolset, tool: name, args, wantsData, context: { log, ...context } } = this.call;
    try {
      const isRecording = code !== "busy" && !this.#isRecorded && log !== undefined;
      const tool = await loadTool(toolset, name);
      const host = { ...context, ...isRecording && { log } };
      const failed = await tool.fail(new DirscopeError(code, message), args, host);
      const { structured, ...result } = tool.toResult(failed);
      this.succeed({ ...result, ...wantsData && structured !== undefined && { structured } });
    } catch (error) {
      this.#settled.reject(error);
    }
  }

  /** Writes what the call has for its host, and returns the error if that fails. */
  async callHost(request: HostRequest): Promise<HostError | undefined> {
    const { log, projectMemory } = this.call.context;
    this.#hostRequests++;
    try {
      if ("record" in request) {
        // Even if that fails: a call waits for a locked log once.
        this.#isRecorded = true;
        await log!.append(request.record);
      } else await projectMemory!.setValue(request.key, request.value);
      return undefined;
    } catch (error) {
      // The tool reports an expected error in its own shape; any other ends the call.
      return error instanceof DirscopeError
        ? { message: error.message, code: error.code }
        : { message: stackOf(error) };
    } finally {
      this.#hostRequests--;
    }
  }
}
