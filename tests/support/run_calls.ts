/**
 * Runs calls of one tool, given as JSON in the first argument or else on standard input, and prints
 * what `execute` gave for each. Started by tests with narrow permissions.
 *
 * @module
 */
import { TOOLSETS } from "../../mod.ts";
import type { ToolContext } from "../../mod.ts";

/** A call: what the model sends, and what the host gives. */
export interface Call {
  readonly args: unknown;
  readonly context?: ToolContext;
}

if (import.meta.main) {
  const json = Deno.args[0] ?? await new Response(Deno.stdin.readable).text();
  const outputs: string[] = [];
  for (const { args, context = {} } of JSON.parse(json) as Call[]) {
    outputs.push(await TOOLSETS.tree.list_dir.execute(args, context));
  }
  console.log(JSON.stringify(outputs));
}
