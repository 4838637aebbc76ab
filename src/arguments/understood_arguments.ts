import type { ArgumentSchema, ToolDefinition } from "../tool.ts";
import { ArgumentError, formatValue } from "./argument_error.ts";

/**
 * Returns arguments with the forms that a model sends by mistake replaced by those of a definition: one text for a
 * list, also the list as JSON text; a list of one path for a path; a decimal number or `true` as text; `query` for
 * `queries`, `path` for `root`, `glob` for `pattern`; a choice in another case or in other words. Everything else is
 * returned as it was sent, to be checked.
 *
 * @throws {ArgumentError} If a path is a list of several.
 */
export function understoodArguments({ function: tool }: ToolDefinition, raw: unknown): unknown {
  const { properties } = tool.parameters;
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  // `fromEntries` defines names such as `__proto__` as well.
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      const key = Object.hasOwn(properties, name) ? name : meantName(name, raw, properties);
      const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return [key, schema === undefined ? value : meantValue(key, schema, value)];
    }),
  );
}

/** Names that mean the same. A tool has at most one of a row. */
const SYNONYMS = [
  ["path", "root", "paths", "directory", "dir", "folder"],
  ["pattern", "glob"],
  ["limit", "max_results"],
];

/** Returns the name of the argument that another name stands for, unless two of those sent would be one. */
function meantName(
  name: string,
  raw: object,
  properties: Readonly<Record<string, ArgumentSchema>>,
): string {
  const plural = name.endsWith("y") ? `${name.slice(0, -1)}ies` : `${name}s`;
  const isList = Object.hasOwn(properties, plural) && properties[plural]!.type === "array";
  const row = isList ? [name, plural] : SYNONYMS.find((each) => each.includes(name)) ?? [];
  const isAlone = row.filter((each) => Object.hasOwn(raw, each)).length === 1;
  return isAlone && row.find((each) => Object.hasOwn(properties, each)) || name;
}

function meantValue(key: string, schema: ArgumentSchema, value: unknown): unknown {
  if (typeof value === "string") return valueOfText(schema, value);
  // A pattern tells a path from other texts.
  const isPath = schema.pattern !== undefined;
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

/** Returns the value of a type that a text stands for; the text itself if it stands for none. */
function valueOfText({ type, enum: choices }: ArgumentSchema, text: string): unknown {
  if (choices !== undefined) return choiceOfText(choices, text) ?? text;
  if (type === "array" && text !== "") return listOfText(text);
  if (type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === "boolean" && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return text;
}

/** Returns the list that a text stands for: JSON, or else the text alone. */
function listOfText(text: string): readonly unknown[] {
  if (!/^\[\s*"/.test(text)) return [text];
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return [text];
  }
}

/** Other words for choices, where what is meant is plain. */
const CHOICE_WORDS: Readonly<Record<string, RegExp>> = {
  path: /^(?:path|name)(?: asc(?:ending)?)?$/,
  modified: /^(?:modified|mtime)(?: desc(?:ending)?)?$|^(?:newest|latest)(?: first)?$/,
  size: /^size desc(?:ending)?$|^(?:largest|biggest)(?: first)?$/,
};

function choiceOfText(choices: readonly string[], text: string): string | undefined {
  const words = text.toLowerCase().trim().replace(/[\s_:-]+/g, " ");
  return choices.find((choice) => choice === words || CHOICE_WORDS[choice]?.test(words));
}
