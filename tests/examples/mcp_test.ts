import { assertEquals } from "@std/assert";
import { callTool, TOOLSETS } from "../../mod.ts";
import { runExample } from "../support/examples.ts";
import { POSIX_PATHS, SIGNALS, testsNeeding } from "../support/machine.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(POSIX_PATHS);

const TREE = { "src/a.ts": "", "src/a_test.ts": "" };

async function overviewOf(root: string, query?: string): Promise<string> {
  const context = { cwd: root };
  const { text } = await callTool("agent", "overview", { query, max_tokens: 500 }, context);
  return text;
}

test("examples/mcp_client.ts starts a server, lists its tools and calls one", () =>
  withTree(TREE, async (root) => {
    const { code, stdout } = await runExample("mcp_client.ts", { cwd: root });
    const names = Object.keys(TOOLSETS.agent).join(", ");
    const seen = await overviewOf(root, "fix links");
    assertEquals({ code, stdout }, { code: 0, stdout: `${names}\n${seen}\n` });
  }));

testsNeeding(SIGNALS)(
  "examples/remote_worker.ts serves the folder that it is started in, and calls a tool there from elsewhere",
  () =>
    withTree(TREE, async (root) => {
      const port = Promise.withResolvers<string>();
      const worker = await runExample("remote_worker.ts", {
        cwd: root,
        host: "0.0.0.0:0",
        env: { PORT: "0" },
        onLine: (line) => port.resolve(line.replace("Listening on port ", "")),
        meanwhile: async ({ child, shows }) => {
          if (!await shows(/Listening on port \d+\n/)) return;
          const host = `127.0.0.1:${await port.promise}`;
          const words = [`http://${host}/mcp`];
          const ended = await runExample("remote_worker.ts", { line: 1, host, words });
          const stdout = `${await overviewOf(root)}\n`;
          assertEquals(ended, { code: 0, signal: null, stdout, stderr: "" });
          child.kill("SIGTERM");
        },
      });
      assertEquals([worker.signal, worker.stderr], ["SIGTERM", ""]);
    }),
);
