// OPENAI_API_KEY=… deno run --allow-env --allow-net=api.openai.com --allow-read=. openai_chat.ts
import { callTool, TOOLSETS, toOpenAITool, TreeCache } from "@dirscope/dirscope";
import OpenAI from "openai";

const openai = new OpenAI();
const tools = Object.values(TOOLSETS.agent).map(({ DEFINITION }) =>
  toOpenAITool(DEFINITION, { strict: true })
);
// The model sees this folder and nothing outside it. The cache keeps what was read of git.
const context = { cwd: ".", cache: new TreeCache() };
const task = "Where are the tests of this project, and how many are there?";
// A first look, which knows the task.
const { text: look } = await callTool("agent", "overview", { query: task }, context);
const content = `${task}\n\n${look}`;
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content }];
while (true) {
  const model = "gpt-5.4-mini";
  const { choices: [choice] } = await openai.chat.completions.create({ model, messages, tools });
  const { message } = choice!;
  messages.push(message);
  if (!message.tool_calls) {
    console.log(message.content);
    break;
  }
  for (const call of message.tool_calls) {
    if (call.type !== "function") continue;
    const { text } = await callTool("agent", call.function.name, call.function.arguments, context);
    messages.push({ role: "tool", tool_call_id: call.id, content: text });
  }
}
