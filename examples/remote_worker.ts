// TOKEN=… PORT=8080 deno run --allow-env=TOKEN,PORT --allow-net=0.0.0.0:8080 --allow-read=. remote_worker.ts
// Elsewhere: TOKEN=… deno run --allow-env=TOKEN --allow-net=HOST:8080 remote_worker.ts http://HOST:8080/mcp
import { toToolResult } from "@dirscope/dirscope";
import { serveHttp } from "@dirscope/dirscope/mcp";
import { connectRemote } from "@dirscope/dirscope/remote";

// A secret of your own, of letters and digits, the same on both sides.
const token = Deno.env.get("TOKEN") ?? "";
const [url] = Deno.args;
if (url === undefined) {
  const port = Number(Deno.env.get("PORT"));
  // The other side sees this folder and nothing outside it.
  const worker = await serveHttp({
    hostname: "0.0.0.0",
    port,
    token,
    roots: ["."],
    structured: true,
  });
  console.log(`Listening on port ${worker.port}`);
  await worker.finished;
} else {
  // These tools have what local ones have: DEFINITION for the model, and execute for its calls.
  await using tools = await connectRemote(url, { token });
  const { overview } = tools;
  const output = await overview!.execute({ max_tokens: 500 });
  console.log(toToolResult(overview!, output).text);
}
