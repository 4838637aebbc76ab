import type { OutputSchema } from "../../tool.ts";
import { COUNT_SCHEMA, ERROR_SCHEMA, TEXTS_SCHEMA } from "../discovery/result.ts";
import { object } from "../schema.ts";

/** Schemas by the name of a field. */
type Fields = Readonly<Record<string, unknown>>;

/** The JSON Schema of the result of a tool that gives one answer, not pages: what each has, then its own fields. */
export function answerSchema(fields: Fields, optional: Fields = {}): OutputSchema {
  const rare = { ...optional, error: ERROR_SCHEMA, suggestions: TEXTS_SCHEMA };
  return object({
    success: { type: "boolean" },
    operation: { type: "string" },
    root: { type: "string" },
    query: { type: "object", description: "Every argument, defaults filled in." },
    ...fields,
    ...rare,
  }, Object.keys(rare));
}

/** The JSON Schema of counts by name, some of which may be absent. */
export function countsSchema(counts: object, optional: readonly string[] = []): OutputSchema {
  const names = [...Object.keys(counts), ...optional];
  return object(Object.fromEntries(names.map((name) => [name, COUNT_SCHEMA])), optional);
}
