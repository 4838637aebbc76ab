/** A call in a pool, from when it comes until its result. */
import { loadTool } from "../catalog.ts";
import { DirscopeError, type ErrorCode } from "../errors.ts";
import type { ToolContext, ToolResult } from "../tool.ts";
import {
  type HostAnswer,
  type HostObject,
  type HostRequest,
  SENT_FIELDS,
  type SentCall,
  type ToolCall,
} from "./messages.ts";

/** Who calls. */
export type Client = object;

/** A call for a pool to carry out. */
export interface PooledCall extends ToolCall {
  /** What the host gives. Session memory has no place in it. */
  readonly context: ToolContext;
  /** Who calls: clients are served in turn. */
  readonly client: Client;
}

/** A call in a pool. */
export class Job {
  /** The call. */
  readonly call: PooledCall;
  /** Settles with its result. */
  readonly result: Promise<ToolResult>;
  /** How many answers of the host it waits for. */
  #asking = 0;
  readonly #settle = Promise.withResolvers<ToolResult>();
  #isLogged = false;
  /** What the host's own function threw, which the call fails with as well. */
  #hostError: { readonly error: unknown } | undefined;

  /** @param call The call. */
  constructor(call: PooledCall) {
    this.call = call;
    this.result = this.#settle.promise;
    // Whoever runs it awaits it, but not at once.
    this.result.catch(() => {});
  }

  /** Who calls. */
  get client(): Client {
    return this.call.client;
  }

  /** Whether it waits for its host, and not for the disk. */
  get isAsking(): boolean {
    return this.#asking > 0;
  }

  /** The call as it is sent to a worker. */
  get sent(): SentCall {
    const { toolset, tool, args, wantsData, context } = this.call;
    const sent = Object.fromEntries(SENT_FIELDS.map((field) => [field, context[field]]));
    const has = [...this.#hosted].filter(([, object]) => object !== undefined);
    return { toolset, tool, args, context: sent, has: has.map(([name]) => name), wantsData };
  }

  /** What stays with the host. */
  get #hosted(): ReadonlyMap<HostObject, unknown> {
    const { log, projectMemory, cache } = this.call.context;
    return new Map<HostObject, unknown>([
      ["log", log],
      ["projectMemory", projectMemory],
      ["snapshots", cache?.snapshots],
    ]);
  }

  /** Ends with a result, of which the data is left out where nobody asks for it. */
  succeed({ text, structured, isError }: ToolResult): void {
    const hasData = this.call.wantsData && structured !== undefined;
    this.#settle.resolve({ text, isError, ...hasData && { structured } });
  }

  /** Ends with a fault of the program. */
  throw(message: string): void {
    const fault = new Error("A call failed");
    fault.stack = message;
    this.#settle.reject(this.#hostError === undefined ? fault : this.#hostError.error);
  }

  /** Ends as a cancelled call does. */
  abort(): void {
    this.#settle.reject(new DOMException("The call was aborted", "AbortError"));
  }

  /** Ends with an error of the pool, in the tool's own shape. One that was never started (`busy`) is not recorded. */
  async fail(code: ErrorCode, message: string): Promise<void> {
    const { toolset, tool: name, args, context: { log, ...context } } = this.call;
    try {
      const isLogged = code !== "busy" && !this.#isLogged && log !== undefined;
      const tool = await loadTool(toolset, name);
      const host = { ...context, ...isLogged && { log } };
      const failed = await tool.fail(new DirscopeError(code, message), args, host);
      this.succeed(tool.toResult(failed));
    } catch (error) {
      this.#settle.reject(error);
    }
  }

  /** Does what the call asks of its host. */
  async ask({ of, method, args }: HostRequest): Promise<HostAnswer> {
    this.#asking++;
    try {
      const object = this.#hosted.get(of) as Readonly<
        Record<string, (...args: unknown[]) => unknown>
      >;
      const value = await object[method]!(...args);
      if (of !== "log") return { value };
      this.#isLogged = true;
      return { value: undefined };
    } catch (error) {
      // What the tool can tell in its own shape, it tells.
      if (error instanceof DirscopeError) return { failure: error.message, code: error.code };
      this.#hostError = { error };
      return { failure: "The host could not do it" };
    } finally {
      this.#asking--;
    }
  }
}
