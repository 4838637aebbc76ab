/** One call of a tool of toolsets `discovery` and `agent`: how it starts and how it fails. */
import { parseArguments } from "../../arguments/parse_arguments.ts";
import { Pacer } from "../../pacing/pacer.ts";
import { Scope } from "../../scope/scope.ts";
import type { Tool, ToolContext } from "../../tool.ts";
import { checkedContext } from "../checked_context.ts";
import { visibilityOf } from "../visibility_of.ts";
import { failureOf } from "./failures.ts";
import type { DiscoveryFailure } from "./result.ts";

/** What every result says first. */
export interface ResultHead {
  readonly operation: string;
  /** The displayed path that the call means; `.` until the arguments are checked. */
  readonly root: string;
  /** Every argument but the cursor, defaults filled in; empty until they are checked. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** What precedes an entry's path from the root of a call when it is displayed. */
export function displayPrefixOf({ root }: Pick<ResultHead, "root">): string {
  return root === "." ? "" : root.endsWith("/") ? root : `${root}/`;
}

/** What a call works with. Its advice uses the same, so that progress never goes back. */
export interface StartedCall<Arguments = unknown> {
  /** The checked arguments, with the path that they mean. */
  readonly args: Arguments;
  /** The cursor that was sent; always `null` or `undefined` where there are no pages. */
  readonly cursor: string | null | undefined;
  readonly scope: Scope;
  readonly pacer: Pacer;
  /** The scan budget of each of its walks. */
  readonly maxScanned: number | undefined;
  /** What earlier calls read. */
  readonly cache: ToolContext["cache"];
  /** What the host hides and shows besides. */
  readonly policy: ToolContext["policy"];
}

/** What a call needs of its tool. */
interface Invoked<Arguments> extends Pick<Tool, "DEFINITION" | "TRAITS"> {
  /** Puts arguments right whose meaning is plain, or refuses them. */
  correct?(args: Arguments): Arguments;
}

/** One call, from what the model sent on. */
export class Invocation<Arguments> {
  /** Set once the arguments are checked. */
  started: StartedCall<Arguments> | undefined;
  readonly #tool: Invoked<Arguments>;
  readonly #raw: unknown;
  readonly #context: ToolContext;
  #root = ".";
  #query: Readonly<Record<string, unknown>> = {};

  constructor(tool: Invoked<Arguments>, raw: unknown, context: ToolContext) {
    this.#tool = tool;
    this.#raw = raw;
    this.#context = checkedContext(context);
  }

  /** What the host hides and shows besides. */
  get policy(): ToolContext["policy"] {
    return this.#context.policy;
  }

  /** What its result says first. */
  get head(): ResultHead {
    const { name } = this.#tool.DEFINITION.function;
    return { operation: name, root: this.#root, query: this.#query };
  }

  /**
   * Checks the arguments, and finds the path that they mean.
   *
   * @throws {DirscopeError} If an argument is refused.
   */
  async start(): Promise<StartedCall<Arguments>> {
    const { DEFINITION, TRAITS } = this.#tool;
    const parsed = parseArguments<Arguments>(DEFINITION, this.#raw);
    const sent = (this.#tool.correct?.(parsed) ?? parsed) as Record<string, unknown>;
    const { cursor, ...query } = sent as { cursor?: string | null };
    this.#query = query;
    const visibility = await visibilityOf(this.#context);
    const scope = Scope.within({ ...this.#context, visibility });
    const named = sent[TRAITS.pathArgument] as string;
    this.#root = scope.displayed(named);
    // It may end the call, before the disk is touched.
    const pacer = new Pacer(this.#context);
    const path = scope.meant(named);
    this.#root = scope.displayed(path);
    const args = { ...sent, [TRAITS.pathArgument]: path } as Arguments;
    const { maxScanned, cache, policy } = this.#context;
    return this.started = { args, cursor, scope, pacer, maxScanned, cache, policy };
  }

  /**
   * Turns what the call threw into the toolset's error.
   *
   * @throws What is not a {@linkcode DirscopeError}.
   */
  failureOf(error: unknown): DiscoveryFailure {
    const { pathArgument } = this.#tool.TRAITS;
    const sent = this.#query[pathArgument] ?? Object(this.#raw)[pathArgument];
    const roots = this.started?.scope.roots;
    return failureOf(error, { argument: pathArgument, value: sent, roots });
  }
}
