// OPENAI_API_KEY=… deno run --allow-env --allow-net=api.openai.com --allow-read=. --allow-sys=hostname ai_sdk.ts
import { openai } from "@ai-sdk/openai";
import { callTool, TOOLSETS, toOpenAITool, TreeCache } from "@dirscope/dirscope";
import { generateText, jsonSchema, stepCountIs, tool } from "ai";

const tools = Object.fromEntries(
  Object.values(TOOLSETS.agent).map(({ DEFINITION }) => {
    const { name, parameters, ...rest } = toOpenAITool(DEFINITION, { strict: true }).function;
    const execute = async (args: unknown) => {
      const { text } = await callTool("agent", name, args, context);
      return text;
    };
    return [name, tool({ ...rest, inputSchema: jsonSchema(parameters), execute })];
  }),
);
// The model sees this folder and nothing outside it. The cache keeps what was read of git.
const context = { cwd: ".", cache: new TreeCache() };
const task = "Where are the tests of this project, and how many are there?";
// A first look, which knows the task: the model need not ask for it.
const { text: look } = await callTool("agent", "overview", { query: task }, context);
const { text } = await generateText({
  model: openai("gpt-5.4-mini"),
  tools,
  prompt: `${task}\n\n${look}`,
  stopWhen: stepCountIs(20),
});
console.log(text);
