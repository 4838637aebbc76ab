/** The steps that calls of all tools share: their start, their errors and their records. */
import { parseSent } from "../arguments/parse_arguments.ts";
import { A_BOOLEAN, checkedOptions } from "../checked_options.ts";
import { DirscopeError } from "../errors.ts";
import { Pacer } from "../pacing/pacer.ts";
import { Scope } from "../scope/scope.ts";
import type { PagesOptions, Tool, ToolContext } from "../tool.ts";
import { type AnyArguments, type Call, requestedPathOf, type StartedCall } from "./call.ts";
import { checkedContext } from "./checked_context.ts";
import { meantPath, otherRoots } from "./meant_path.ts";
import { visibilityOf } from "./visibility_of.ts";

export interface ToolSpec<Arguments extends AnyArguments, Output>
  extends Omit<Tool<Output>, "execute" | "fail" | "pages"> {
  /** Refuses what the DEFINITION cannot, before the disk is touched. */
  checkArguments?(args: Arguments, context: ToolContext): void;
  run(started: StartedCall<Arguments>, call: Call<Arguments>): Promise<Output>;
  pages?(
    started: StartedCall<Arguments>,
    call: Call<Arguments>,
    options: PagesOptions,
  ): AsyncIterable<Output>;
  fail(error: DirscopeError, call: Call<Arguments>): Output | Promise<Output>;
}

const PAGES_FIELDS = { lean: A_BOOLEAN, whole: A_BOOLEAN };

/** Each call is recorded in `context.log` before it resolves, each page by itself. */
export function defineTool<Arguments extends AnyArguments, Output>(
  spec: ToolSpec<Arguments, Output>,
): Tool<Output> {
  const { checkArguments: _, run, pages, fail, ...tool } = spec;
  const begin = (sent: unknown, context: ToolContext): Call<Arguments> => {
    return { tool, sent, context: checkedContext(context), startTime: performance.now() };
  };
  const failed = async (error: unknown, call: Call<Arguments>): Promise<Output> => {
    if (!(error instanceof DirscopeError)) throw error;
    return await fail(error, call);
  };
  /** Records an output and returns it; one that cannot be recorded is not returned. */
  const recorded = async (call: Call<Arguments>, output: Output, cursor = cursorIn(call.sent)) => {
    if (call.context.log === undefined) return output;
    const { recordCall } = await import("./record_call.ts");
    const failure = await recordCall(call, output as object, cursor);
    return failure === undefined ? output : await fail(failure, call);
  };
  return {
    ...tool,
    async execute(sent: unknown, context: ToolContext = {}): Promise<Output> {
      const call = begin(sent, context);
      const output = await start(spec, call).then((started) => run(started, call))
        .catch((error) => failed(error, call));
      return await recorded(call, output);
    },
    async fail(error: DirscopeError, sent: unknown, context: ToolContext = {}): Promise<Output> {
      const call = begin(sent, context);
      // The arguments may be wrong, too.
      await prepare(spec, call).catch((refused) => {
        if (!(refused instanceof DirscopeError)) throw refused;
      });
      return await recorded(call, await fail(error, call));
    },
    ...pages && {
      async *pages(sent: unknown, context: ToolContext = {}, options: PagesOptions = {}) {
        const call = begin(sent, context);
        const checked = checkedOptions(options, PAGES_FIELDS, "the options of pages");
        // A record holds a page with all fields, as `execute` returns it.
        const kept = call.context.log === undefined ? checked : {};
        let cursor = cursorIn(sent);
        for await (const output of pagesOf(call, kept)) {
          const result = await recorded(call, output, cursor);
          yield result;
          if (result !== output) return;
          cursor = (output as { readonly next_cursor?: string }).next_cursor ?? null;
        }
      },
    },
  };

  async function* pagesOf(call: Call<Arguments>, options: PagesOptions): AsyncGenerator<Output> {
    try {
      yield* pages!(await start(spec, call), call, options);
    } catch (error) {
      yield await failed(error, call);
    }
  }
}

/** Checks the arguments and makes the scope, without touching the disk. */
async function prepare<Arguments extends AnyArguments>(
  { DEFINITION, TRAITS, checkArguments }: ToolSpec<Arguments, unknown>,
  call: Call<Arguments>,
): Promise<Required<Pick<Call<Arguments>, "query" | "scope">>> {
  const { sent, context } = call;
  const query = parseSent<Arguments>({ DEFINITION, TRAITS }, sent, context);
  checkArguments?.(query, context);
  call.query = query;
  const options = { ...context, visibility: await visibilityOf(context) };
  const scope = call.scope = TRAITS.isRooted ? Scope.within(options) : new Scope(options);
  return { query, scope };
}

/** Starts a call: its path becomes the one that the arguments mean. */
async function start<Arguments extends AnyArguments>(
  spec: ToolSpec<Arguments, unknown>,
  call: Call<Arguments>,
): Promise<StartedCall<Arguments>> {
  const { query, scope } = await prepare(spec, call);
  // It throws if the call was aborted, before the disk is touched.
  const pacer = new Pacer(call.context);
  const { pathArgument, searchesRoots } = spec.TRAITS;
  const requested = requestedPathOf(call)!;
  const path = meantPath(scope, requested);
  const directories = [path, ...searchesRoots ? otherRoots(requested, path, scope) : []];
  const args = { ...query, [pathArgument]: path };
  return call.started = { ...call.context, args, directories, scope, pacer };
}

function cursorIn(sent: unknown): string | null {
  const { cursor } = Object(sent) as { readonly cursor?: unknown };
  return typeof cursor === "string" && cursor !== "" ? cursor : null;
}
