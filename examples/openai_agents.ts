// OPENAI_API_KEY=… deno run --allow-env --allow-net=api.openai.com --allow-read=. openai_agents.ts
import { callTool, TOOLSETS, toOpenAITool, TreeCache } from "@dirscope/dirscope";
import { Agent, run, tool } from "@openai/agents";

const tools = Object.values(TOOLSETS.agent).map(({ DEFINITION }) => {
  const { name, description, parameters } = toOpenAITool(DEFINITION, { strict: true }).function;
  const execute = async (args: unknown) => {
    const { text } = await callTool("agent", name, args, context);
    return text;
  };
  return tool({ name, description, parameters, strict: true, execute });
});
// The model sees this folder and nothing outside it. The cache keeps what was read of git.
const context = { cwd: ".", cache: new TreeCache() };
const task = "Where are the tests of this project, and how many are there?";
// A first look, which knows the task: the model need not ask for it.
const { text: look } = await callTool("agent", "overview", { query: task }, context);
const agent = new Agent({ name: "Guide", model: "gpt-5.4-mini", tools });
const { finalOutput } = await run(
  agent,
  `${task}\n\n${look}`,
);
console.log(finalOutput);
