/** Stand-ins for the providers of models: each requests calls of tools first, then answers, in its own form. */

export interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The form in which a provider speaks. */
export interface Provider {
  readonly path: string;
  readonly keyHeader: string;
  calls(calls: readonly Call[]): unknown;
  text(text: string): unknown;
  /** The tools that a request offers: name to JSON Schema of the arguments. */
  // deno-lint-ignore no-explicit-any
  tools(request: any): Record<string, JsonSchema>;
  /** Returns the results of the calls in a request, in order. */
  // deno-lint-ignore no-explicit-any
  results(request: any): unknown[];
}

/** The JSON Schema of a tool's arguments, as far as it is used here. */
export interface JsonSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/** The common fields of requests of all forms. */
interface Item {
  readonly [key: string]: unknown;
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

const CHAT: Provider = {
  path: "/v1/chat/completions",
  keyHeader: "authorization",
  calls: (calls) =>
    completion({
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: null,
        tool_calls: calls.map(({ name, args }, index) => ({
          id: `call_${index}`,
          type: "function",
          function: { name, arguments: JSON.stringify(args) },
        })),
      },
    }),
  text: (content) => completion({ finish_reason: "stop", message: { role: "assistant", content } }),
  tools: ({ tools }) => byName(tools.map((tool: Item) => tool.function), "parameters"),
  results: ({ messages }) =>
    messages.filter(({ role }: Item) => role === "tool").map(({ content }: Item) => content),
};

function completion(choice: object): object {
  const choices = [{ index: 0, logprobs: null, ...choice }];
  return { id: "c", object: "chat.completion", created: 0, model: "m", choices, usage: USAGE };
}

const RESPONSES: Provider = {
  path: "/v1/responses",
  keyHeader: "authorization",
  calls: (calls) =>
    response(calls.map(({ name, args }, index) => ({
      type: "function_call",
      id: `fc_${index}`,
      call_id: `call_${index}`,
      name,
      arguments: JSON.stringify(args),
      status: "completed",
    }))),
  text: (text) => {
    const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
    return response([{
      type: "message",
      id: "msg",
      role: "assistant",
      status: "completed",
      content,
    }]);
  },
  tools: ({ tools }) => byName(tools, "parameters"),
  results: ({ input }) =>
    input.filter(({ type }: Item) => type === "function_call_output")
      .map(({ output }: Item) => output),
};

function response(output: readonly object[]): object {
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  const state = { status: "completed", error: null, incomplete_details: null };
  return { id: "r", object: "response", created_at: 0, model: "m", ...state, output, usage };
}

const ANTHROPIC: Provider = {
  path: "/v1/messages",
  keyHeader: "authorization",
  calls: (calls) =>
    message(
      "tool_use",
      calls.map(({ name, args }, index) => ({
        type: "tool_use",
        id: `toolu_${index}`,
        name,
        input: args,
      })),
    ),
  text: (text) => message("end_turn", [{ type: "text", text }]),
  tools: ({ tools }) => byName(tools, "input_schema"),
  results: ({ messages }) =>
    messages.at(-1).content.map(({ content, is_error }: Item) => ({ content, is_error })),
};

function message(stop_reason: string, content: readonly object[]): object {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { id: "m", type: "message", role: "assistant", model: "m", content, stop_reason, usage };
}

const GEMINI: Provider = {
  path: "/v1/models/gemini-3.8-flash:generateContent",
  keyHeader: "x-goog-api-key",
  calls: (calls) =>
    candidate(calls.map(({ name, args }, index) => ({
      functionCall: { id: `call_${index}`, name, args },
    }))),
  text: (text) => candidate([{ text }]),
  tools: ({ tools }) => byName(tools[0].functionDeclarations, "parametersJsonSchema"),
  results: ({ contents }) =>
    // deno-lint-ignore no-explicit-any
    contents.at(-1).parts.map(({ functionResponse }: any) => functionResponse.response),
};

function candidate(parts: readonly object[]): object {
  return { candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }] };
}

function byName(tools: readonly Item[], schema: string): Record<string, JsonSchema> {
  return Object.fromEntries(tools.map((tool) => [tool.name, tool[schema]]));
}

/** The stand-ins, by their provider's API. */
export const PROVIDERS = { CHAT, RESPONSES, ANTHROPIC, GEMINI } as const;
