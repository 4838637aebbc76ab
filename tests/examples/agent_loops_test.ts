import { type Schema, Validator } from "@cfworker/json-schema";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { runExample } from "../support/examples.ts";
import { type Call, type JsonSchema, type Provider, PROVIDERS } from "../support/providers.ts";
import { withTree } from "../support/tree.ts";

/** An example, the provider that it calls, and how its requests are sent to the stand-in instead. */
interface Row {
  readonly file: string;
  readonly provider: Provider;
  readonly baseUrl: readonly [variable: string, path: string];
  /** True if a result says that it is an error; else it is text alone. */
  readonly result?: (text: string, isError: boolean) => unknown;
}

const { CHAT, RESPONSES, ANTHROPIC, GEMINI } = PROVIDERS;
const OPENAI = ["OPENAI_BASE_URL", "/v1"] as const;

const ROWS: readonly Row[] = [
  { file: "openai_chat.ts", provider: CHAT, baseUrl: OPENAI },
  { file: "openai_responses.ts", provider: RESPONSES, baseUrl: OPENAI },
  { file: "ai_sdk.ts", provider: RESPONSES, baseUrl: OPENAI },
  { file: "langchain.ts", provider: CHAT, baseUrl: OPENAI },
  { file: "openai_agents.ts", provider: RESPONSES, baseUrl: OPENAI },
  {
    file: "anthropic.ts",
    provider: ANTHROPIC,
    baseUrl: ["ANTHROPIC_BASE_URL", ""],
    result: (content, is_error) => ({ content, is_error }),
  },
  {
    file: "google_genai.ts",
    provider: GEMINI,
    baseUrl: ["GOOGLE_GEMINI_BASE_URL", ""],
    result: (text, isError) => isError ? { error: text } : { output: text },
  },
];

/** The calls of the model, and the answers of the tools. */
const CALLS: readonly (Call & { readonly text: string; readonly isError: boolean })[] = [
  {
    name: "glob_search",
    args: { pattern: "**/*_test.ts" },
    text: "glob_search .: 1 entry\nsrc/a_test.ts",
    isError: false,
  },
  {
    name: "list_dir_entries",
    args: { path: "missing" },
    text: "error not_found: 'missing' does not exist",
    isError: true,
  },
];

for (const { file, provider, baseUrl: [variable, path], result = textAlone } of ROWS) {
  Deno.test(`examples/${file} sends the model the tools, carries out its calls and prints its answer`, () =>
    withTree({ ".git/": "", "src/a.ts": "", "src/a_test.ts": "" }, async (root) => {
      const requests: unknown[] = [];
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        async (request) => {
          assertEquals(new URL(request.url).pathname, provider.path);
          assertMatch(request.headers.get(provider.keyHeader)!, /^(Bearer )?secret$/);
          const body = await request.json();
          requests.push(body);
          return Response.json(
            requests.length === 1
              ? provider.calls(CALLS.map((call) => filledIn(call, provider.tools(body))))
              : provider.text("There is one."),
          );
        },
      );
      const { hostname, port } = server.addr;
      const host = `${hostname}:${port}`;
      const env = { [variable]: `http://${host}${path}`, OPENAI_AGENTS_DISABLE_TRACING: "1" };
      const ended = await runExample(file, { cwd: root, host, env });
      assertEquals(ended, { code: 0, signal: null, stdout: "There is one.\n", stderr: "" });
      assertEquals(requests.length, 2);
      // "The examples do" send the task to overview.
      assertStringIncludes(
        JSON.stringify(requests[0]),
        "overview .: 2 files, 1 dir; no history read (unreadable): ranked",
      );
      assertEquals(
        provider.results(requests[1]),
        CALLS.map(({ text, isError }) => result(text, isError)),
      );
      for (const request of requests) {
        assertEquals(Object.keys(provider.tools(request)), Object.keys(TOOLSETS.agent));
      }
    }));
}

/** A call as the provider sends it: in strict mode, what is left out is `null`. */
function filledIn({ name, args }: Call, tools: Record<string, JsonSchema>): Call {
  const schema = tools[name]!;
  const filled = { ...Object.fromEntries(schema.required.map((key) => [key, null])), ...args };
  const { valid, errors } = new Validator(schema as Schema, "2020-12").validate(filled);
  assert(valid, JSON.stringify(errors));
  return { name, args: filled };
}

/** Most providers take a result as text, be it an error or not. */
function textAlone(text: string): unknown {
  return text;
}
