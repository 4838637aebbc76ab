import { assert, assertEquals } from "@std/assert";
import { type Tool, type ToolsetName, TOOLSETS } from "../../mod.ts";
import { serveHttp } from "../../src/mcp/mod.ts";
import { needing, NPM_PACKAGES } from "../support/machine.ts";
import { sampleCalls, serverCommand, TREE } from "../support/mcp.ts";
import { denoRun, forEachAtOnce, run } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

/**
 * The conformance scenarios for a server that has tools alone. Not among them:
 *
 * - those that call tools, prompts and resources of the suite's own example server (`tools-call-*`,
 *   `json-schema-2020-12`, `prompts-*`, `resources-*`, `elicitation-*`, `completion-complete`);
 * - `logging-set-level`: logs go to standard error only;
 * - `server-sse-polling`: there is no event store to resume from, which is optional.
 */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

const CONFORMANCE = "npm:@modelcontextprotocol/conformance@0.1.16";
const INSPECTOR = "npm:@modelcontextprotocol/inspector@2.12.0";

Deno.test("the official conformance suite's scenarios for a server of tools pass", async () => {
  const results = await Deno.makeTempDir();
  await using server = await serveHttp({ toolset: "discovery", roots: ["fixtures/sample"] });
  // One process runs all scenarios, since starting it takes longest.
  const words = ["server", "--url", server.url, "-o", results];
  const { stdout, stderr } = await run(
    denoRun(["--allow-all", "--no-config", "--no-lock"], CONFORMANCE, ...words),
    { cwd: results, env: { NO_COLOR: "1" } },
  );
  const written = [...Deno.readDirSync(results)].map(({ name }) => name);
  for (const scenario of SCENARIOS) {
    const folder = written.find((name) => name.startsWith(`server-${scenario}-2`));
    assert(folder !== undefined, `${scenario}\n${stdout}${stderr}`);
    const checks: readonly { readonly id: string; readonly status: string }[] = JSON.parse(
      await Deno.readTextFile(`${results}/${folder}/checks.json`),
    );
    const told = checks.map(({ id, status }) => `${id}: ${status}`);
    assert(told.length > 0, scenario);
    assertEquals(told, checks.map(({ id }) => `${id}: SUCCESS`), JSON.stringify(checks, null, 2));
  }
  await Deno.remove(results, { recursive: true });
});

Deno.test(
  needing(
    NPM_PACKAGES,
    "the official inspector lists a toolset and calls a tool of it, and one of another, over stdio",
  ),
  async () => {
    const home = await Deno.makeTempDir();
    const info = await run([Deno.execPath(), "info", "--json"]);
    const { denoDir } = JSON.parse(info.stdout);
    await withTree(TREE, async (root) => {
      const inspect = async (toolset: ToolsetName, words: readonly string[]) => {
        const flags = ["--allow-all", "--no-config", "--no-lock"];
        const command = serverCommand(root, { toolset });
        const { code, stdout, stderr } = await run(
          denoRun(
            flags,
            ...[INSPECTOR, "--cli", "-e", `DENO_DIR=${denoDir}`, ...words, "--", ...command],
          ),
          { cwd: home, env: { HOME: home, DENO_DIR: denoDir, NO_COLOR: "1" } },
        );
        assertEquals(code, 0, `${toolset} ${words.join(" ")}\n${stdout}${stderr}`);
        return JSON.parse(stdout);
      };
      // One toolset: clients of the inspector's own SDK call every tool of each in `clients_test.ts`.
      await forEachAtOnce(["agent", "tree"] as const, async (toolset) => {
        const locals: Readonly<Record<string, Tool>> = TOOLSETS[toolset];
        if (toolset === "agent") {
          const { tools } = await inspect(toolset, ["--method", "tools/list"]);
          assertEquals(tools.map(({ name }: { name: string }) => name), Object.keys(locals));
        }
        // One call of each client, which lists the tools first. `deno task clients` tries more clients.
        const [call] = sampleCalls(toolset, root).filter(({ tool, args, isError }) => {
          const { required } = locals[tool]!.DEFINITION.function.parameters;
          return !isError && Object.keys(args).length <= required.length;
        });
        const { tool, args } = call!;
        const given = Object.entries(args).map(([name, value]) => `${name}=${value}`);
        const words = ["--method", "tools/call", "--tool-name", tool];
        const result = await inspect(
          toolset,
          given.length === 0 ? words : [...words, "--tool-arg", ...given],
        );
        assertEquals([result.isError, result.content.length], [false, 1]);
      });
    });
    await Deno.remove(home, { recursive: true });
  },
);
