import { assertEquals } from "@std/assert";
import { type DiscoveryResult, type Tool, TOOLSETS } from "../mod.ts";

const { find_files, glob_search } = TOOLSETS.agent;
const context = { cwd: "fixtures/sample" };

/** Compiled, never called: `deno check` fails where a line that must not compile does, or the reverse. */
export const compiled = [
  // "a misspelt or mistyped literal argument does not compile"
  // @ts-expect-error misspelt
  () => find_files.execute({ lmit: 3 }),
  // @ts-expect-error mistyped
  () => find_files.execute({ limit: "3" }),
  // @ts-expect-error no such choice
  () => glob_search.execute({ pattern: "**", kind: "folder" }),
  // @ts-expect-error a required argument is missing
  () => glob_search.execute({ kind: "dir" }),
  // @ts-expect-error misspelt, for all pages
  () => find_files.pages({ lmit: 3 }),
  // @ts-expect-error this toolset's own name
  () => TOOLSETS.codex.list_dir.execute({ path: "/" }),
  // "`unknown` still does"
  (args: unknown) => find_files.execute(args),
  // deno-lint-ignore no-explicit-any
  (args: any) => find_files.execute(args),
  (args: Record<string, unknown>) => glob_search.execute(args),
  (text: string) => find_files.execute(JSON.parse(text)),
  () => find_files.execute({ limit: 3, cursor: null, extensions: ["ts"] } as const),
  (tool: Tool, args: Record<string, unknown>) => tool.execute(args),
  (): Tool[] => [find_files, TOOLSETS.tree.list_dir],
  // "a field of the context may be `undefined`", with `exactOptionalPropertyTypes` as well
  ({ signal }: { signal?: AbortSignal | undefined }) => find_files.execute({}, { signal }),
  (): AsyncIterable<DiscoveryResult> => find_files.pages({ limit: 3 }),
];

Deno.test("`execute` is typed by its DEFINITION: what compiles runs", async () => {
  const { count } = await find_files.execute({ extensions: ["py"], limit: 1 }, context);
  assertEquals(count, 1);
});

/** Results are discriminated unions: what is known once `success` or `status` is. */
export const narrowed = [
  async () => {
    const result = await find_files.execute({});
    return result.success ? result.entries.length : result.error.message;
  },
  async () => {
    const result = await TOOLSETS.envelope.LS.execute({});
    return result.status === "error" ? result.error.code : result.data.entries[0]?.path;
  },
  async () => {
    const result = await TOOLSETS.agent.overview.execute({});
    return result.success ? result.text : result.error.code;
  },
];
