/** A call in a pool, from when it is queued until its result is there. */
import { loadTool } from "../catalog.ts";
import { DirscopeError, type ErrorCode } from "../errors.ts";
import { abortError } from "../pacing/until_aborted.ts";
import type { ToolContext, ToolResult } from "../tool.ts";
import {
  type HostObject,
  type HostRequest,
  type HostResponse,
  SENT_CONTEXT_FIELDS,
  type SentCall,
  type ToolCall,
} from "./messages.ts";

/** An object that stands for a client: calls with the same one are of one client. */
export type ClientKey = object;

export interface PooledCall extends ToolCall {
  /** The context, without session memory: no message takes that to a worker. */
  readonly context: ToolContext;
  /** The client that sent the call: clients are served in turn. */
  readonly client: ClientKey;
}

/** A call with its result, and with the requests that it makes to its host. */
export class Job {
  readonly call: PooledCall;
  readonly result: Promise<ToolResult>;
  #hostRequests = 0;
  readonly #settle = Promise.withResolvers<ToolResult>();
  #isRecorded = false;
  /** Thrown by the host's log or memory: if the worker fails then, the call rejects with this. */
  #hostError: { readonly error: unknown } | undefined;

  constructor(call: PooledCall) {
    this.call = call;
    this.result = this.#settle.promise;
    // It may reject before the pool's caller awaits it.
    this.result.catch(() => {});
  }

  get client(): ClientKey {
    return this.call.client;
  }

  /** True while it waits for its host, and not for the disk. */
  get awaitsHost(): boolean {
    return this.#hostRequests > 0;
  }

  get message(): SentCall {
    const { toolset, tool, args, wantsData, context: given } = this.call;
    const context = Object.fromEntries(SENT_CONTEXT_FIELDS.map((field) => [field, given[field]]));
    const objects = this.#hostObjects;
    const names = Object.keys(objects) as HostObject[];
    const hostObjects = names.filter((name) => objects[name] !== undefined);
    return { toolset, tool, args, context, hostObjects, wantsData };
  }

  get #hostObjects(): Readonly<Record<HostObject, unknown>> {
    const { log, projectMemory } = this.call.context;
    return { log, projectMemory };
  }

  /** Ends with a result, without its data if the call does not want them. */
  succeed({ text, structured, isError }: ToolResult): void {
    const hasData = this.call.wantsData && structured !== undefined;
    this.#settle.resolve({ text, isError, ...hasData && { structured } });
  }

  /** Ends with a programming error, whose stack is that of the worker. */
  crash(stack: string): void {
    const error = new Error("A call failed");
    error.stack = stack;
    this.#settle.reject(this.#hostError === undefined ? error : this.#hostError.error);
  }

  /** Ends as a cancelled call does. */
  abort(): void {
    this.#settle.reject(abortError());
  }

  /** Ends with an error of the pool, in the tool's own shape. One that was never started (`busy`) is not recorded. */
  async fail(code: ErrorCode, message: string): Promise<void> {
    const { toolset, tool: name, args, context: { log, ...context } } = this.call;
    try {
      const isRecording = code !== "busy" && !this.#isRecorded && log !== undefined;
      const tool = await loadTool(toolset, name);
      const host = { ...context, ...isRecording && { log } };
      const failed = await tool.fail(new DirscopeError(code, message), args, host);
      this.succeed(tool.toResult(failed));
    } catch (error) {
      this.#settle.reject(error);
    }
  }

  async callHost({ object: name, method, args }: HostRequest): Promise<HostResponse> {
    this.#hostRequests++;
    try {
      const object = this.#hostObjects[name] as Readonly<
        Record<string, (...args: unknown[]) => unknown>
      >;
      const value = await object[method]!(...args);
      if (name === "log") this.#isRecorded = true;
      // What these return is not used, and might not be cloned.
      const isUnused = method === "append" || method === "setValue";
      return { type: "host_value", value: isUnused ? undefined : value };
    } catch (error) {
      if (error instanceof DirscopeError) {
        // The tool reports it in its own shape.
        return { type: "host_failure", message: error.message, code: error.code };
      }
      this.#hostError = { error };
      return { type: "host_failure", message: "The host could not do it" };
    } finally {
      this.#hostRequests--;
    }
  }
}
