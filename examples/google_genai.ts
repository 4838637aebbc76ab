// GEMINI_API_KEY=… deno run --allow-env --allow-net=generativelanguage.googleapis.com --allow-read=. google_genai.ts
import { callTool, toGeminiTool, TOOLSETS, TreeCache } from "@dirscope/dirscope";
import { GoogleGenAI } from "@google/genai";

const tools = Object.values(TOOLSETS.agent).map(({ DEFINITION }) => toGeminiTool(DEFINITION));
// The model sees this folder and nothing outside it. The cache keeps what was read of git.
const context = { cwd: ".", cache: new TreeCache() };
const task = "Where are the tests of this project, and how many are there?";
// A first look, which knows the task: the model need not ask for it.
const { text: look } = await callTool("agent", "overview", { query: task }, context);
const chat = new GoogleGenAI({}).chats.create({
  model: "gemini-3.8-flash",
  config: { tools: [{ functionDeclarations: tools }] },
});
let answer = await chat.sendMessage({
  message: `${task}\n\n${look}`,
});
while (answer.functionCalls?.length) {
  const message = await Promise.all(answer.functionCalls.map(async ({ args, ...call }) => {
    const { text, isError } = await callTool("agent", call.name!, args, context);
    return { functionResponse: { ...call, response: { [isError ? "error" : "output"]: text } } };
  }));
  answer = await chat.sendMessage({ message });
}
console.log(answer.text);
