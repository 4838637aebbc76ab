/** Puts right what a model sends, before it is checked. Toolset `agent` alone does: the other designs are exact. */
import { ArgumentError, formatValue } from "../../../arguments/argument_error.ts";
import { parsedText } from "../../../arguments/json_text.ts";
import { AN_OBJECT } from "../../../checked_options.ts";
import type { ArgumentSchema, ToolDefinition, ToolTraits } from "../../../tool.ts";
import {
  excludedDirectory,
  excludedGlobs,
  extensionsIn,
  globsInText,
  nameText,
  pathText,
  patternText,
  type SearchRoot,
  unmatchable,
} from "./search_filters.ts";
import { cutTask } from "../task/task_text.ts";
import { timeIn } from "./time_back.ts";

/** The name that an argument has in another tool. */
const TWINS: ReadonlyMap<string, string> = new Map([
  ["path", "root"],
  ["root", "path"],
  ["query", "queries"],
  ["queries", "query"],
  ["limit", "max_results"],
  ["max_results", "limit"],
]);

/** What a text means as a value of a type; the text itself if it means nothing else. */
const TEXT_FORMS: Readonly<Record<string, (text: string) => unknown>> = {
  array: (text) => text === "" ? text : listOfText(text),
  integer: (text) => /^-?\d{1,15}$/.test(text) ? Number(text) : text,
  boolean: (text) => /^(?:true|false)$/i.test(text) ? text.toLowerCase() === "true" : text,
  string: (text) => text,
};

/** Returns what one text of an argument means; a list where it stands for several. */
type TextForms = (text: string, root: SearchRoot) => string | readonly string[];

const ARGUMENT_FORMS: Readonly<Record<string, TextForms>> = {
  extensions: extensionsIn,
  pattern: patternText,
  name_contains: nameText,
  path_contains: pathText,
  exclude_dirs: excludedDirectory,
  exclude: excludedGlobs,
  modified_within: timeIn,
  query: cutTask,
  queries: cutTask,
};

type Values = Readonly<Record<string, unknown>>;

/** Returns the traits of a tool that puts right what a model sends, and then checks it by a definition. */
export function puttingRight(checks: ToolDefinition): Pick<ToolTraits, "checks" | "putRight"> {
  return { checks, putRight: (sent, { cwd = "." }) => putRight(checks, sent, cwd) };
}

/**
 * Returns arguments in the forms of a definition, where a model sent others whose meaning is plain. Everything else is
 * returned as it was sent, to be checked. The disk is not touched.
 *
 * @throws {ArgumentError} If it can match nothing, or means several paths. The message says what to send instead.
 */
export function putRight(
  { function: { parameters: { properties } } }: ToolDefinition,
  sent: unknown,
  cwd: string,
): unknown {
  if (!AN_OBJECT.isValid(sent)) return sent;
  const named = Object.entries(sent as object).map(([name, value]) => {
    const twin = TWINS.get(name) ?? name;
    const isTwin = Object.hasOwn(properties, twin) && !Object.hasOwn(sent as object, twin);
    const key = !Object.hasOwn(properties, name) && isTwin ? twin : name;
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return [key, schema === undefined ? value : ofType(key, schema, value)] as const;
  });
  // `fromEntries` defines names such as `__proto__` as well.
  const values: Record<string, unknown> = Object.fromEntries(named);
  const root = { cwd, path: typeof values.root === "string" ? values.root : "." };
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    Object.hasOwn(ARGUMENT_FORMS, key) && Object.hasOwn(properties, key)
      ? inItsForms(value, properties[key]!, (text) => ARGUMENT_FORMS[key]!(text, root))
      : value,
  ]);
  return pathInName(Object.fromEntries(entries), properties);
}

function ofType(key: string, schema: ArgumentSchema, value: unknown): unknown {
  if (typeof value === "string") {
    const meant = TEXT_FORMS[schema.type]!(value);
    const isText = Array.isArray(meant) && meant[0] === value;
    return isText && key.startsWith("exclude") ? globsInText(value) : meant;
  }
  // A pattern tells a path from other texts.
  const isPath = schema.type === "string" && schema.pattern !== undefined;
  return isPath && Array.isArray(value) ? onlyPath(key, value) : value;
}

/** Returns the path of a list of one. A list that is not of texts is returned as it is. */
function onlyPath(key: string, list: readonly unknown[]): unknown {
  if (list.length === 0 || list.some((path) => typeof path !== "string")) return list;
  if (list.length === 1) return list[0];
  throw new ArgumentError(
    `${key} must be one path, not ${list.length}: send ${
      formatValue(list[0])
    } alone, each other in a call of its own`,
    "wrong_type",
    key,
  );
}

/** Returns the list that a text stands for: JSON, or else the text alone. */
function listOfText(text: string): readonly unknown[] {
  return /^\[\s*"/.test(text) ? [parsedText(text)].flat() : [text];
}

/**
 * Returns a text, or each one of a list, in the forms that it means. Other values stay as they are, and what
 * is longer than allowed, to be refused.
 */
function inItsForms(
  value: unknown,
  { maxLength, maxItems = Infinity, items }: ArgumentSchema,
  formsOf: (text: string) => string | readonly string[],
): unknown {
  const most = items?.maxLength ?? maxLength ?? Infinity;
  const isPlain = (text: unknown) => typeof text === "string" && text !== "" && text.length <= most;
  if (isPlain(value)) return formsOf(value as string);
  if (!Array.isArray(value) || value.length > maxItems || !value.every(isPlain)) return value;
  return value.flatMap(formsOf);
}

/** Makes `path_contains` of a `name_contains` with a slash. */
function pathInName(values: Values, properties: Readonly<Record<string, ArgumentSchema>>): Values {
  const { name_contains: name, path_contains: path, ...others } = values;
  const isPath = typeof name === "string" && name.includes("/") &&
    Object.hasOwn(properties, "path_contains");
  if (!isPath) return values;
  if (path == null) return { ...others, path_contains: name };
  throw unmatchable("name_contains", name, 'a name holds no "/": send the text as path_contains');
}
