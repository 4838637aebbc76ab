// OPENAI_API_KEY=… deno run --allow-env --allow-net=api.openai.com --allow-read=. langchain.ts
import { callTool, TOOLSETS, toOpenAITool, TreeCache } from "@dirscope/dirscope";
import { type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";

const tools = Object.values(TOOLSETS.agent).map(({ DEFINITION }) =>
  toOpenAITool(DEFINITION, { strict: true })
);
const model = new ChatOpenAI({ model: "gpt-5.4-mini" }).bindTools(tools);
// The model sees this folder and nothing outside it. The cache keeps what was read of git.
const context = { cwd: ".", cache: new TreeCache() };
const task = "Where are the tests of this project, and how many are there?";
// A first look, which knows the task: the model need not ask for it.
const { text: look } = await callTool("agent", "overview", { query: task }, context);
const messages: BaseMessage[] = [
  new HumanMessage(`${task}\n\n${look}`),
];
while (true) {
  const answer = await model.invoke(messages);
  messages.push(answer);
  if (!answer.tool_calls?.length) {
    console.log(answer.text);
    break;
  }
  for (const { id, name, args } of answer.tool_calls) {
    const { text } = await callTool("agent", name, args, context);
    messages.push(new ToolMessage({ tool_call_id: id!, content: text }));
  }
}
