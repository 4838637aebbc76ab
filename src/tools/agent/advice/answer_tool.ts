import type { OutputSchema, Tool } from "../../../tool.ts";
import { type AnyArguments, requestedPathOf, type StartedCall } from "../../call.ts";
import { type AdviceData, adviceInWords } from "../../advice.ts";
import { defineTool, type ToolSpec } from "../../define_tool.ts";
import { discoveryFailureOf } from "../../discovery/error_messages.ts";
import { failureText } from "../../discovery/render.ts";
import {
  type Advice,
  type CallOutcome,
  COUNT_SCHEMA,
  ERROR_SCHEMA,
  type ResultHead,
  TEXTS_SCHEMA,
} from "../../discovery/result.ts";
import { resultHeadOf } from "../../discovery/result_head.ts";
import { definitionOf, objectSchema, type Properties } from "../../schema.ts";
import { otherRootsHints } from "./other_roots.ts";
import { puttingRight } from "../put_right/put_right.ts";
import { adviceForFailure } from "./path_suggestions.ts";

/** The fields that every answer has. */
type AnswerBase = CallOutcome & ResultHead & Advice;

type AnswerFields<Output> = Omit<Output, keyof ResultHead | "success" | "error" | keyof Advice>;

/** The tool's own part of a tool with one answer. */
interface AnswerSpec<Arguments extends AnyArguments, Output>
  extends Omit<ToolSpec<Arguments, Output>, "run" | "fail" | "toResult" | "OUTPUT_SCHEMA"> {
  readonly OUTPUT_SCHEMA: OutputSchema;
  readonly PROPERTIES: Properties;
  answer(
    call: StartedCall<Arguments>,
    head: ResultHead,
  ): Promise<AnswerFields<Output> & AdviceData>;
  /** Returns the tool's own fields of a call that failed. */
  unanswered(head: ResultHead): AnswerFields<Output>;
  linesOf(output: Output): readonly string[];
}

/** Makes a tool with one answer, not pages. Its errors suggest paths where the requested one does not exist. */
export function answerTool<Arguments extends AnyArguments, Output extends AnswerBase>(
  { answer, unanswered, linesOf, PROPERTIES, ...spec }: AnswerSpec<Arguments, Output>,
): Tool<Output> {
  const mayHint = Object.hasOwn(spec.OUTPUT_SCHEMA.properties, "hints");
  const { name } = spec.DEFINITION.function;
  return defineTool<Arguments, Output>({
    ...spec,
    TRAITS: { ...spec.TRAITS, ...puttingRight(definitionOf(name, "", PROPERTIES)) },
    toResult(output) {
      const { error } = output;
      const text = error === undefined ? linesOf(output).join("\n") : failureText(error, output);
      return { text, structured: output, isError: error !== undefined };
    },
    async run(call, whole) {
      const head = resultHeadOf(whole);
      const answered = await answer(call, head);
      const path = call.args[spec.TRAITS.pathArgument] as string;
      const others = mayHint ? otherRootsHints(requestedPathOf(whole)!, path, call) : [];
      const advice = adviceInWords({ hints: [...answered.hints ?? [], ...others] });
      return { success: true, ...head, ...answered, ...advice } as unknown as Output;
    },
    async fail(thrown, whole) {
      const { started, tool: { TRAITS } } = whole;
      const head = resultHeadOf(whole);
      const error = discoveryFailureOf(thrown, whole);
      const path = Object(started?.args)[TRAITS.pathArgument];
      const { suggestions, hints } = adviceInWords(await adviceForFailure(error, path, started));
      return {
        success: false,
        ...head,
        ...unanswered(head),
        error,
        ...suggestions && { suggestions },
        ...mayHint && hints && { hints },
      } as unknown as Output;
    },
  });
}

/** Schemas by the name of a field. */
type Fields = Readonly<Record<string, unknown>>;

/** Returns the JSON Schema of an answer: the fields of every answer, then the tool's own. */
export function answerSchema(fields: Fields, optional: Fields = {}): OutputSchema {
  const rare = { roots: TEXTS_SCHEMA, ...optional, error: ERROR_SCHEMA, suggestions: TEXTS_SCHEMA };
  return objectSchema({
    success: { type: "boolean" },
    operation: { type: "string" },
    root: { type: "string" },
    query: { type: "object", description: "Every argument, defaults filled in." },
    ...fields,
    ...rare,
  }, Object.keys(rare));
}

/** Returns the JSON Schema of counts by name, some of which may be absent. */
export function countsSchema(counts: object, optional: readonly string[] = []): OutputSchema {
  const names = [...Object.keys(counts), ...optional];
  return objectSchema(Object.fromEntries(names.map((name) => [name, COUNT_SCHEMA])), optional);
}
