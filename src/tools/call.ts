import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { Tool, ToolContext } from "../tool.ts";
import type { ArgumentsOf, Properties } from "./schema.ts";

/** The checked arguments of any tool by name, defaults filled in. */
export type AnyArguments = ArgumentsOf<Properties>;

/** The state of a call. A call that was refused lacks the fields of the steps that it did not reach. */
export interface Call<Arguments extends AnyArguments = AnyArguments> {
  readonly tool: Pick<Tool, "DEFINITION" | "TRAITS">;
  readonly sent: unknown;
  readonly context: ToolContext;
  /** The `performance.now()` of its start. */
  readonly startTime: number;
  query?: Arguments;
  scope?: Scope;
  started?: StartedCall<Arguments>;
}

/** A call that can be carried out. Its advice uses the same scope and pacer, so that progress never goes back. */
export interface StartedCall<Arguments extends AnyArguments = AnyArguments>
  extends Readonly<ToolContext> {
  /** The checked arguments, with the path that they mean. */
  readonly args: Arguments;
  /** The directories to look through: the path's or, of a search without one, every root's. */
  readonly directories: readonly string[];
  readonly scope: Scope;
  readonly pacer: Pacer;
}

/** Returns the path of a call as it was sent; `undefined` where the arguments were refused. */
export function requestedPathOf({ tool, query }: Pick<Call, "tool" | "query">): string | undefined {
  return query?.[tool.TRAITS.pathArgument] as string | undefined;
}

/** Fills in an error message: `{path}` stands for the requested path. */
export function withPath(message: string, path = ""): string {
  return message.replace("{path}", () => lineSafe(path));
}
