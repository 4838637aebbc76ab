import { assertEquals } from "@std/assert";
import {
  ClosedPipe,
  CommandError,
  endingOf,
  OutputError,
  UsageError,
} from "../../src/cli/terminal.ts";
import { denoRun, projectFile, run } from "../support/process.ts";

Deno.test("an error that ends the command says how, whichever built file its class is from", () => {
  const report = "dirscope: cannot write the output";
  const copy = Object.assign(new Error("full"), { ending: { status: 1, report } });
  const rows: [error: unknown, ending: unknown][] = [
    [new UsageError("no"), { status: 2, report: "dirscope: no (--help shows the usage)" }],
    [new CommandError("no"), { status: 1, report: "dirscope: no" }],
    [new OutputError(), { status: 1, report, isOutput: true }],
    [new ClosedPipe(), { status: 0, isOutput: true }],
    [copy, { status: 1, report }],
    [new TypeError("a fault"), undefined],
    [undefined, undefined],
    [{ ending: { status: 0 } }, undefined],
  ];
  for (const [error, ending] of rows) assertEquals(endingOf(error), ending);
});

Deno.test("on Windows, every command line prints one line that it does not work there yet, exit 1", async () => {
  const program = `
    Object.defineProperty(Deno, "build", { value: { ...Deno.build, os: "windows" } });
    const { main } = await import(${JSON.stringify(`file://${projectFile("cli.ts")}`)});
    const statuses = [];
    for (const words of [[], ["--version"], ["mcp"], ["overview", "--bad"]]) {
      statuses.push(await main(words));
    }
    console.log(statuses.join());`;
  const ended = await run(
    denoRun(["--no-prompt"], `data:text/javascript,${encodeURIComponent(program)}`),
  );
  const line = "dirscope: does not work on Windows yet\n";
  assertEquals(ended, { code: 0, signal: null, stdout: "1,1,1,1\n", stderr: line.repeat(4) });
});
