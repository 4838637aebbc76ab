// ANTHROPIC_API_KEY=… deno run --allow-env --allow-net=api.anthropic.com --allow-read=. anthropic.ts
import Anthropic from "@anthropic-ai/sdk";
import { callTool, toAnthropicTool, TOOLSETS, TreeCache } from "@dirscope/dirscope";

const anthropic = new Anthropic();
const tools = Object.values(TOOLSETS.agent).map(({ DEFINITION }) => toAnthropicTool(DEFINITION));
// The model sees this folder and nothing outside it. The cache keeps what was read of git.
const context = { cwd: ".", cache: new TreeCache() };
const task = "Where are the tests of this project, and how many are there?";
// A first look, which knows the task: the model need not ask for it.
const { text: look } = await callTool("agent", "overview", { query: task }, context);
const messages: Anthropic.MessageParam[] = [
  { role: "user", content: `${task}\n\n${look}` },
];
while (true) {
  const limits = { model: "claude-sonnet-5-5", max_tokens: 4096 };
  const { content } = await anthropic.messages.create({ ...limits, messages, tools });
  messages.push({ role: "assistant", content });
  const results: Anthropic.ToolResultBlockParam[] = [];
  for (const block of content) {
    if (block.type === "text") console.log(block.text);
    if (block.type !== "tool_use") continue;
    const { text, isError } = await callTool("agent", block.name, block.input, context);
    results.push({ type: "tool_result", tool_use_id: block.id, content: text, is_error: isError });
  }
  if (results.length === 0) break;
  messages.push({ role: "user", content: results });
}
