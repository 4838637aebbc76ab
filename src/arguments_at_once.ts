/**
 * The arguments of a call without a wait, where the validator is loaded anyway.
 *
 * @module
 */
import { argumentsIn, completed } from "./arguments.ts";
import type { ToolDefinition } from "./tool.ts";
import { validate } from "./validation.ts";

/**
 * Checks raw arguments and fills in defaults, as `parseArguments` does.
 *
 * @throws {ArgumentError} If they are refused.
 */
export function parseArgumentsSync<Arguments>(
  definition: ToolDefinition,
  raw: unknown,
): Arguments {
  const { parameters } = definition.function;
  const given = argumentsIn(definition, raw);
  validate(parameters, given);
  return completed<Arguments>(parameters, given);
}
