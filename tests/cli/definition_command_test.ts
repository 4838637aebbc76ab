import {
  toAnthropicTool,
  toGeminiTool,
  toMcpTool,
  type Tool,
  TOOLSETS,
  toResponsesTool,
} from "../../mod.ts";
import { assertEnds } from "../support/command_lines.ts";
import { SUBJECTS } from "../support/every_tool.ts";
import { withTree } from "../support/tree.ts";

const FORMS: Readonly<Record<string, (tool: Tool) => unknown>> = {
  openai: ({ DEFINITION }) => DEFINITION,
  responses: ({ DEFINITION }) => toResponsesTool(DEFINITION),
  anthropic: ({ DEFINITION }) => toAnthropicTool(DEFINITION),
  gemini: ({ DEFINITION }) => toGeminiTool(DEFINITION),
  mcp: ({ DEFINITION, OUTPUT_SCHEMA }) => toMcpTool(DEFINITION, OUTPUT_SCHEMA),
};

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

Deno.test("`dirscope definition TOOL [--format openai|responses|anthropic|gemini|mcp]` prints what the adapters give", async () => {
  await withTree({}, async (root) => {
    const rows: [words: string[], stdout: string][] = [];
    for (const { toolset, name, tool } of SUBJECTS) {
      for (const [format, convert] of Object.entries(FORMS)) {
        const words = ["definition", name, "--toolset", toolset, "--format", format];
        rows.push([words, asJson(convert(tool))]);
      }
    }
    for (const [toolset, tools] of Object.entries(TOOLSETS)) {
      for (const [format, convert] of Object.entries(FORMS)) {
        const all = Object.values(tools as Record<string, Tool>).map(convert);
        rows.push([["definition", `--toolset=${toolset}`, `--format=${format}`], asJson(all)]);
      }
    }
    const { tree, agent, files, envelope } = TOOLSETS;
    rows.push(
      [["definition", "list_dir"], asJson(tree.list_dir.DEFINITION)],
      [["definition", "ls"], asJson(files.ls.DEFINITION)],
      [["definition", "LS"], asJson(envelope.LS.DEFINITION)],
      [["definition", "overview"], asJson(agent.overview.DEFINITION)],
      // "by name alone the agent's tool": its output schema shows no difference, but it is the same.
      [["definition", "find_files", "--format", "mcp"], asJson(FORMS.mcp!(agent.find_files))],
      [["definition", "--format", "mcp", "overview"], asJson(FORMS.mcp!(agent.overview))],
      [["definition", "--", "overview"], asJson(agent.overview.DEFINITION)],
    );
    await assertEnds(root, rows.map(([words, stdout]) => [words, { stdout }]), []);
  });
});
