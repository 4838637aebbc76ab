// OPENAI_API_KEY=… deno run --allow-env --allow-net=api.openai.com --allow-read=. openai_responses.ts
import { callTool, TOOLSETS, toResponsesTool, TreeCache } from "@dirscope/dirscope";
import OpenAI from "openai";

const openai = new OpenAI();
const model = "gpt-5.4-mini";
const tools = Object.values(TOOLSETS.agent).map(({ DEFINITION }) =>
  toResponsesTool(DEFINITION, { strict: true })
);
// The model sees this folder and nothing outside it. The cache keeps what was read of git.
const context = { cwd: ".", cache: new TreeCache() };
const task = "Where are the tests of this project, and how many are there?";
// A first look, which knows the task: the model need not ask for it.
const { text: look } = await callTool("agent", "overview", { query: task }, context);
let answer = await openai.responses.create({ model, tools, input: `${task}\n\n${look}` });
while (true) {
  const calls = answer.output.filter((item) => item.type === "function_call");
  if (calls.length === 0) break;
  const input: OpenAI.Responses.ResponseInput = [];
  for (const { call_id, name, arguments: args } of calls) {
    const { text } = await callTool("agent", name, args, context);
    input.push({ type: "function_call_output", call_id, output: text });
  }
  const previous_response_id = answer.id;
  answer = await openai.responses.create({ model, tools, input, previous_response_id });
}
console.log(answer.output_text);
