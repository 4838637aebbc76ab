import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { Tool, ToolContext } from "../tool.ts";

/** A call, as far as it has come. */
export interface Call<Arguments = unknown> {
  /** The tool that is called. */
  readonly tool: Pick<Tool, "DEFINITION" | "TRAITS">;
  /** What the model sent, unchecked. */
  readonly sent: unknown;
  /** What the host gives, checked. */
  readonly context: ToolContext;
  /** When it began, by `performance.now()`. */
  readonly startTime: number;
  /** The checked arguments, defaults filled in. */
  query?: Arguments;
  /** What it may see. */
  scope?: Scope;
  /** All that it needs to be carried out. */
  started?: StartedCall<Arguments>;
}

/** A call that can be carried out. Its advice uses the same scope and pacer, so that progress never goes back. */
export interface StartedCall<Arguments = unknown> extends Readonly<ToolContext> {
  /** The checked arguments, with the path that they mean. */
  readonly args: Arguments;
  readonly scope: Scope;
  readonly pacer: Pacer;
}

/** The path that a call names, as it was sent; none where the arguments were refused. */
export function requestedPathOf({ tool, query }: Pick<Call, "tool" | "query">): string | undefined {
  const { pathArgument } = tool.TRAITS;
  return (query as Readonly<Record<string, string>> | undefined)?.[pathArgument];
}
