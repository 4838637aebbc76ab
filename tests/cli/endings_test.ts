import { assertEquals } from "@std/assert";
import {
  ClosedPipe,
  CommandError,
  endingOf,
  OutputError,
  UsageError,
} from "../../src/cli/terminal.ts";

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
