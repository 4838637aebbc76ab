/**
 * Runs calls of `list_dir`, given as JSON in the first argument or on standard input, and prints the
 * results. Tests start it with narrow permissions.
 *
 * @module
 */
import { TOOLSETS } from "../../mod.ts";
import type { ToolContext } from "../../mod.ts";

/** A call: the model's arguments and the host's context. */
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
