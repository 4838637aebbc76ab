/** A call in a pool, from when it comes until its result. */
import { loadTool } from "../catalog.ts";
import { DirscopeError, type ErrorCode } from "../errors.ts";
import type { ToolContext, ToolResult } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";
import { wantedResult } from "./wanted_result.ts";
import type { Client } from "./fair_queue.ts";
import type { HostAnswer, HostRequest, SentCall } from "./messages.ts";

/** A call for a pool to carry out. */
export interface PooledCall {
  readonly toolset: ToolsetName;
  /** The wire name of a tool of the toolset. */
  readonly tool: string;
  /** What the model sent, unchecked. */
  readonly args: unknown;
  /** What the host gives. Session memory has no place in it. */
  readonly context: ToolContext;
  /** Whether the result is to hold data besides its text. */
  readonly wantsData: boolean;
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
  #isSettled = false;
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

  /** Whether its result is known. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Whether it waits for its host, and not for the disk. */
  get isAsking(): boolean {
    return this.#asking > 0;
  }

  /** The call as it is sent to a worker. */
  get sent(): SentCall {
    const { toolset, tool, args, context, wantsData } = this.call;
    const { cwd, roots, maxScanned, gitignore, policy, log, projectMemory, cache } = context;
    return {
      toolset,
      tool,
      args,
      context: {
        ...cwd !== undefined && { cwd },
        ...roots !== undefined && { roots },
        ...maxScanned !== undefined && { maxScanned },
        ...gitignore !== undefined && { gitignore },
        ...policy !== undefined && { policy },
      },
      has: {
        cache: cache !== undefined,
        log: log !== undefined,
        projectMemory: projectMemory !== undefined,
      },
      wantsData,
    };
  }

  /** Ends with a result. */
  succeed(result: ToolResult): void {
    this.#isSettled = true;
    this.#settle.resolve(result);
  }

  /** Ends with a fault of the program. */
  throw(message: string): void {
    this.#isSettled = true;
    const fault = new Error("A call failed");
    fault.stack = message;
    this.#settle.reject(this.#hostError === undefined ? fault : this.#hostError.error);
  }

  /** Ends as a cancelled call does. */
  abort(): void {
    this.#isSettled = true;
    this.#settle.reject(new DOMException("The call was aborted", "AbortError"));
  }

  /** Ends with an error of the pool, in the tool's own shape. One that was never started is not recorded. */
  async fail(code: ErrorCode, message: string, { isRecorded = true } = {}): Promise<void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const { toolset, tool: name, args, wantsData, context: { log, ...context } } = this.call;
    try {
      const isLogged = isRecorded && !this.#isLogged && log !== undefined;
      const tool = await loadTool(toolset, name);
      const host = { ...context, ...isLogged && { log } };
      const failed = await tool.fail(new DirscopeError(code, message), args, host);
      this.#settle.resolve(wantedResult(tool.toResult(failed), wantsData));
    } catch (error) {
      this.#settle.reject(error);
    }
  }

  /** Does what the call asks of its host. */
  async ask(request: HostRequest): Promise<HostAnswer> {
    this.#asking++;
    try {
      return { value: await this.#answer(request) };
    } catch (error) {
      // What the tool can tell in its own shape, it tells.
      if (error instanceof DirscopeError) return { failure: error.message, code: error.code };
      this.#hostError = { error };
      return { failure: "The host could not do it" };
    } finally {
      this.#asking--;
    }
  }

  async #answer(request: HostRequest): Promise<unknown> {
    const { log, projectMemory, cache } = this.call.context;
    switch (request.name) {
      case "append":
        await log?.append(request.call);
        this.#isLogged = true;
        return undefined;
      case "setValue":
        return await projectMemory?.setValue(request.key, request.value);
      case "getValue":
        return await projectMemory?.getValue(request.key);
      case "keepSnapshot":
        return await cache?.snapshots?.keep(request.key, request.value);
      case "findSnapshot":
        return await cache?.snapshots?.find(request.key);
    }
  }
}
