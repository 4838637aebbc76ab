import { assertEquals } from "@std/assert";
import type { ToolsetName } from "../../mod.ts";
import { DirscopeError } from "../../src/errors.ts";
import type { ToolContext } from "../../src/tool.ts";
import { argumentsFor, SUBJECTS } from "../support/every_tool.ts";
import { failingDisk, OPERATIONS, watching } from "../support/failing_disk.ts";

Deno.test('"What a call gives that its host cannot carry out, or ends: an error in the tool\'s own shape. The disk is not touched."', async () => {
  const context = { cwd: "/nowhere", roots: ["/nowhere"] };
  const message = "no answer from the disk in 30 seconds";
  for (
    const [code, inResult] of [["timed_out", "timed_out"], ["host_failed", "io_error"]] as const
  ) {
    for (const subject of SUBJECTS) {
      const { id, tool, toolset } = subject;
      const args = argumentsFor(subject, "deep/dir", context);
      const touched: string[] = [];
      using _disk = failingDisk(watching(OPERATIONS, ({ path }) => void touched.push(path)));
      const error = new DirscopeError(code, message);
      const { text, structured, isError } = tool.toResult(
        await tool.fail(error, args, context),
      );
      assertEquals([isError, touched], [true, []], id);
      const words: Partial<Record<ToolsetName, string>> = {
        tree: `Error: ${message}.`,
        envelope: `Failed to list directory - ${message}`,
        codex: `failed to read directory: ${message}`,
        files: `Error: Cannot read path: deep/dir - ${message}`,
      };
      assertEquals(text, words[toolset] ?? `error ${inResult}: ${message}`, id);
      if (toolset !== "discovery" && toolset !== "agent") continue;
      const { root, error: failure } = structured as { root: string; error: unknown };
      assertEquals([root, failure], ["deep/dir", { code: inResult, message }], id);
    }
  }
});

Deno.test("a working directory that is gone is an error, logged too, and none where the context needs it not", async () => {
  const cwd = Deno.cwd;
  const top = cwd();
  Deno.cwd = () => {
    throw new Deno.errors.NotFound();
  };
  try {
    const rows: readonly [ToolContext, isError: boolean][] = [
      [{ log: { append: () => {} } }, true],
      [{ roots: [`${top}/fixtures/sample`] }, false],
    ];
    for (const [context, expected] of rows) {
      for (const subject of SUBJECTS.filter(({ toolset }) => toolset !== "codex")) {
        const args = argumentsFor(subject, ".", context);
        const { isError } = subject.tool.toResult(await subject.tool.execute(args, context));
        assertEquals(isError, expected, subject.id);
      }
    }
  } finally {
    Deno.cwd = cwd;
  }
});
