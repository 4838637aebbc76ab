import { AN_OBJECT } from "../checked_options.ts";
import { DirscopeError } from "../errors.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ArgumentSchema, ArgumentType } from "../tool.ts";

export type TextBounds = Pick<ArgumentSchema, "minLength" | "maxLength" | "pattern">;

/** The kinds of refusals, in the order of the checks: `out_of_range` only if all types fit. */
export type ArgumentProblem =
  | "not_an_object"
  | "unknown"
  | "missing"
  | "wrong_type"
  | "too_long"
  | "out_of_range";

/** A refused argument. `message` starts with the argument's name and is safe to show. */
export class ArgumentError extends DirscopeError {
  readonly problem: ArgumentProblem | undefined;
  readonly argument: string | undefined;

  constructor(message: string, problem?: ArgumentProblem, argument?: string) {
    super("invalid_argument", message);
    this.problem = problem;
    this.argument = argument;
  }
}

export function describeSchema(schema: ArgumentSchema): string {
  if (schema.enum !== undefined) {
    return `one of ${schema.enum.map((choice) => JSON.stringify(choice)).join(", ")}`;
  }
  return TYPE_PHRASES[schema.type](schema);
}

const TYPE_PHRASES: Readonly<Record<ArgumentType, (schema: ArgumentSchema) => string>> = {
  array: ({ items, minItems }) =>
    `${minItems ? "a non-empty" : "an"} array of ${items?.minLength ? "non-empty " : ""}strings`,
  boolean: () => "true or false",
  integer: ({ minimum, maximum }) =>
    minimum === undefined
      ? "an integer"
      : maximum === undefined
      ? `an integer of at least ${minimum}`
      : `an integer from ${minimum} to ${maximum}`,
  string: ({ minLength, pattern }) =>
    `a ${minLength ? "non-empty " : ""}string${pattern ? " without NUL characters" : ""}`,
};

export function maxLengthPhrase({ maxLength, pattern }: TextBounds): string {
  return `at most ${maxLength} ${pattern === undefined ? "characters" : "bytes"}`;
}

/** Formats a refused value, short and on one line. */
export function formatValue(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const items = Array.from(
      value.slice(0, MAX_SHOWN_LENGTH),
      (item) => Array.isArray(item) ? "an array" : formatValue(item),
    );
    return clip(`an array [${items.join(", ")}]`);
  }
  if (typeof value === "object" && value !== null) {
    return AN_OBJECT.isValid(value) ? "an object" : `a ${value.constructor.name}`;
  }
  if (typeof value === "string") return `"${clipSafe(value)}"`;
  return typeof value === "boolean" || value === null ? String(value) : typeof value;
}

/** Maximum characters, or items of an array, that a message shows of a value. */
const MAX_SHOWN_LENGTH = 60;

/** Cuts a long text and escapes it. It reads no more of it than it returns. */
export function clipSafe(text: string): string {
  return clip(lineSafe(text.slice(0, 2 * MAX_SHOWN_LENGTH + 2)));
}

function clip(text: string): string {
  if (text.length <= MAX_SHOWN_LENGTH) return text;
  return `${Array.from(text.slice(0, 2 * MAX_SHOWN_LENGTH)).slice(0, MAX_SHOWN_LENGTH).join("")}…`;
}
