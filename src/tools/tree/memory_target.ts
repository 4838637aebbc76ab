import { ArgumentError } from "../../arguments/argument_error.ts";
import { DirscopeError } from "../../errors.ts";
import { untilAborted } from "../../pacing/until_aborted.ts";
import type { ToolContext } from "../../tool.ts";

interface MemoryArguments {
  readonly target: "return_value" | "session_memory" | "project_memory";
  readonly memory_key: string | null;
}

/**
 * Returns the function that saves a listing to a memory, or `undefined` if the model gets the listing. Throws
 * `ArgumentError` if the key is missing, or the host provides no such memory.
 */
export function memoryTarget(
  { target, memory_key: key }: MemoryArguments,
  { memory, projectMemory, signal }: ToolContext,
): ((listing: string) => Promise<void>) | undefined {
  if (target === "return_value") return undefined;
  if (key === null || key === "") {
    throw new ArgumentError(`memory_key is required with target "${target}"`);
  }
  if (target === "session_memory" && memory !== undefined) {
    // Defined, not assigned: the key may be `__proto__`.
    const property = { configurable: true, enumerable: true, writable: true };
    return (value) =>
      Promise.resolve(void Object.defineProperty(memory, key, { ...property, value }));
  }
  if (target === "project_memory" && projectMemory !== undefined) {
    return async (value) => {
      try {
        await untilAborted(Promise.resolve(projectMemory.setValue(key, value)), signal);
      } catch (error) {
        if (signal?.aborted) throw error;
        const reason = error instanceof DirscopeError ? `: ${error.message}` : "";
        throw new ArgumentError(`target "${target}" could not be written${reason}`);
      }
    };
  }
  throw new ArgumentError(
    `target "${target}" is not available here: the host provides no such memory`,
  );
}
