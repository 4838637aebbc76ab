import { assert, assertEquals } from "@std/assert";
import { DirscopeError } from "../../src/errors.ts";
import type { ToolContext } from "../../src/tool.ts";
import { argumentsFor, subjectOf, SUBJECTS } from "../support/every_tool.ts";
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
      assert(text.includes(message), `${id}: ${text}`);
      if (toolset !== "discovery" && toolset !== "agent") continue;
      const { root, error: failure } = structured as { root: string; error: unknown };
      assertEquals([root, failure], ["deep/dir", { code: inResult, message }], id);
    }
  }
});

Deno.test("an error of the host in the words of each toolset", async () => {
  const context = { cwd: "/nowhere", roots: ["/nowhere"] };
  const rows: Readonly<Record<string, string>> = {
    "tree.list_dir": "Error: no answer.",
    "envelope.LS": "Failed to list directory - no answer",
    "codex.list_dir": "failed to read directory: no answer",
    "files.ls": "Error: Cannot read path: dir - no answer",
    "discovery.stat_path": "error timed_out: no answer",
    "agent.overview": "error timed_out: no answer",
  };
  for (const [id, expected] of Object.entries(rows)) {
    const subject = subjectOf(id);
    const args = argumentsFor(subject, "dir", context);
    const error = new DirscopeError("timed_out", "no answer");
    const output = await subject.tool.fail(error, args, context);
    assertEquals(subject.tool.toResult(output).text, expected, id);
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
