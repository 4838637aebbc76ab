/** Puts right what a model sends, before it is checked. Toolset `agent` alone does: the other designs are exact. */
import { ArgumentError, formatValue } from "../../../arguments/argument_error.ts";
import { parsedText } from "../../../arguments/json_text.ts";
import { isAbsent } from "../../../arguments/parse_arguments.ts";
import { AN_OBJECT } from "../../../checked_options.ts";
import type { ArgumentSchema, ToolDefinition, ToolTraits } from "../../../tool.ts";
import {
  excludedDirectory,
  excludedGlobs,
  extensionsIn,
  globsInText,
  nameText,
  NO_FILTER,
  pathText,
  patternText,
  rootHolding,
  type SearchRoot,
  unmatchable,
} from "./search_filters.ts";
import { cutTask } from "../task/task_text.ts";
import { isPattern } from "../task/spellings.ts";
import { timeIn } from "./time_back.ts";

/** The name of an argument, and others that mean it. A tool takes each by one row at most. */
const ALIASES: readonly (readonly [string, ...string[]])[] = [
  ["path", "root", "paths", "roots", "directory", "dir", "folder"],
  ["root", "path", "paths", "roots", "directory", "dir", "folder"],
  ["path", "file"],
  ["pattern", "glob"],
  ["query", "task", "q", "issue"],
  ["queries", "task", "q", "issue", "name", "pattern"],
  ["name_contains", "name", "filename"],
  ["extensions", "ext"],
  ["exclude", "ignore", "exclude_dirs"],
  ["kind", "type"],
  ["include_hidden", "show_hidden"],
  ["max_depth", "depth"],
  ["modified_within", "modified_after", "modified_since", "since"],
  ["sort", "sort_by", "order", "order_by"],
  ["limit", "max_results", "max"],
  ["max_results", "limit", "max"],
];

/** Other words for choices, where what is meant is plain. */
const CHOICE_WORDS: Readonly<Record<string, RegExp>> = {
  path: /^(?:path|name)(?: asc(?:ending)?)?$/,
  modified: /^(?:modified|mtime)(?: desc(?:ending)?)?$|^(?:newest|latest|recent)(?: first)?$/,
  size: /^size desc(?:ending)?$|^(?:largest|biggest)(?: first)?$/,
  file: /^f(?:iles)?$/,
  dir: /^(?:d|dirs|director(?:y|ies)|folders?)$/,
  any: /^(?:all|both)$/,
};

/** What a text means as a value of a type; the text itself if it means nothing else. */
const TEXT_FORMS: Readonly<Record<string, (text: string, schema: ArgumentSchema) => unknown>> = {
  array: (text) => text === "" ? text : listOfText(text),
  integer: (text) => /^-?\d{1,15}$/.test(text) ? Number(text) : text,
  boolean: (text) => /^(?:true|false)$/i.test(text) ? text.toLowerCase() === "true" : text,
  string: (text, { enum: choices }) => choices && choiceOfText(choices, text) || text,
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
  cursor: (text) => text.replace(/^\s*(?:next_cursor:\s*)?|[;\s].*$/gs, ""),
};

type Values = Readonly<Record<string, unknown>>;

/** Returns the traits of a tool that puts right what a model sends, and then checks it by a definition. */
export function puttingRight(checks: ToolDefinition): Pick<ToolTraits, "checks" | "putRight"> {
  return {
    checks,
    putRight: (sent, { cwd = ".", roots = [] }) => putRight(checks, sent, { cwd, roots }),
  };
}

/**
 * Returns arguments in the forms of a definition, where a model sent others whose meaning is plain. Everything else is
 * returned as it was sent, to be checked. The disk is not touched.
 *
 * @param base Where relative paths start, and the allowed roots.
 * @throws {ArgumentError} If it can match nothing, or means several paths. The message says what to send instead.
 */
export function putRight(
  { function: { parameters: { properties } } }: ToolDefinition,
  sent: unknown,
  base: Omit<SearchRoot, "path">,
): unknown {
  if (!AN_OBJECT.isValid(sent)) return sent;
  const named = Object.entries(sent as object).map(([name, value]) => {
    const key = Object.hasOwn(properties, name) ? name : meantName(name, value, properties);
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return { name, key, schema, value, isGiven: !(schema && isAbsent(key, schema, value)) };
  });
  const given = Map.groupBy(named.filter(({ isGiven }) => isGiven), ({ key }) => key);
  const ofTypes = named.flatMap(({ name, key, schema, value, isGiven }) => {
    const others = (given.get(key)?.length ?? 0) - Number(isGiven);
    // Of two that would be one, neither is meant.
    if (others > 0) return isGiven ? [[name, value] as const] : [];
    return [[key, schema === undefined ? value : ofType(key, schema, value)] as const];
  });
  // `fromEntries` defines names such as `__proto__` as well.
  const values: Record<string, unknown> = Object.fromEntries(ofTypes);
  // An absolute path says which of several roots it means.
  const text = values.pattern ?? values.path_contains;
  const ofText = values.root == null && properties.root && typeof text === "string"
    ? rootHolding(text, base)
    : undefined;
  if (ofText !== undefined) values.root = ofText;
  const root = { ...base, path: typeof values.root === "string" ? values.root : "." };
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    Object.hasOwn(ARGUMENT_FORMS, key) && Object.hasOwn(properties, key)
      ? inItsForms(value, properties[key]!, (text) => ARGUMENT_FORMS[key]!(text, root))
      : value,
  ]);
  return pathInName(Object.fromEntries(entries), properties);
}

/** Returns the name of the argument that another name stands for. */
function meantName(
  sentName: string,
  value: unknown,
  properties: Readonly<Record<string, ArgumentSchema>>,
): string {
  const snake = sentName.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const name = snake.replace(/(?<=.)_path$/, "");
  const plural = name.endsWith("y") ? `${name.slice(0, -1)}ies` : `${name}s`;
  const isArgument = (each: string): boolean => Object.hasOwn(properties, each);
  // `glob_search` takes those that are globs.
  if (name === "pattern" && isPattern(String(value))) return sentName;
  if (isArgument(name)) return name;
  if (isArgument(plural) && properties[plural]!.type === "array") return plural;
  return ALIASES.find(([own, ...others]) => isArgument(own) && others.includes(name))?.[0] ??
    sentName;
}

function ofType(key: string, schema: ArgumentSchema, value: unknown): unknown {
  if (typeof value === "string") {
    const meant = TEXT_FORMS[schema.type]!(value, schema);
    const isText = Array.isArray(meant) && meant[0] === value;
    return isText && key.startsWith("exclude") ? globsInText(value) : meant;
  }
  if (key === "queries" && Array.isArray(value)) {
    const texts = value.filter((text) => typeof text !== "string" || text.trim() !== "");
    if (texts.length > 0) return texts;
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

function choiceOfText(choices: readonly string[], text: string): string | undefined {
  const words = text.toLowerCase().trim().replace(/[\s_:-]+/g, " ");
  return choices.find((choice) => choice === words || CHOICE_WORDS[choice]?.test(words));
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
  const forms = value.flatMap(formsOf);
  return forms.includes(NO_FILTER) ? [] : forms;
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
