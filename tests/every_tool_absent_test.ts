/**
 * Values that count as absent, for every optional argument of every tool: "`execute` still takes `null` for an
 * optional argument as absent, and so an empty `cursor` and an empty list."
 */
import { assertEquals, assertGreater } from "@std/assert";
import { argumentsFor, reduced, type Subject, subjectOf, SUBJECTS } from "./support/every_tool.ts";
import { LINKS, needing } from "./support/machine.ts";
import { link, type Tree, withTree } from "./support/tree.ts";

type Arguments = Readonly<Record<string, unknown>>;

const TREE: Tree = {
  ".gitignore": "*.log\n",
  ".hidden": "",
  "a/b/c.ts": "1",
  "e.log": "",
  "link": link("a"),
  "node_modules/x": "",
};

/** The values that count as absent, for each optional argument. */
function emptyValues({ tool }: Subject): [argument: string, value: unknown][] {
  const { properties, required } = tool.DEFINITION.function.parameters;
  return Object.entries(properties).flatMap(([argument, { type }]) => {
    if (required.includes(argument)) return [];
    const empty: unknown[] = [null, undefined];
    if (type === "array") empty.push([]);
    if (argument === "cursor") empty.push("");
    return empty.map((value): [string, unknown] => [argument, value]);
  });
}

/** An output without what varies and, of `envelope`, the arguments "unchanged". */
function comparable(subject: Subject, output: unknown): unknown {
  if (subject.toolset !== "envelope") return output;
  const { context, ...rest } = reduced(subject, output) as { readonly context: Arguments };
  return { ...rest, context: { ...context, params_input: undefined } };
}

for (const subject of SUBJECTS) {
  const { id, toolset, tool } = subject;
  const { properties, required } = tool.DEFINITION.function.parameters;

  Deno.test(
    needing(LINKS, `${id}: null, an empty list and an empty cursor count as absent`),
    async () => {
      await withTree(TREE, async (cwd) => {
        const call = async (args: Arguments): Promise<unknown> =>
          comparable(subject, await tool.execute(args, { cwd, roots: ["."] }));
        const needed = Object.entries(argumentsFor(subject, ".", { cwd }));
        const least = Object.fromEntries(needed.filter(([key]) => required.includes(key)));
        const expected = await call(least);
        assertEquals(
          tool.toResult(await tool.execute(least, { cwd, roots: ["."] })).isError,
          false,
        );
        for (const [argument, value] of emptyValues(subject)) {
          const given = { ...least, [argument]: value };
          assertEquals(await call(given), expected, JSON.stringify(given));
        }
        // Strict modes send every argument.
        for (const all of [emptyValues(subject), emptyValues(subject).reverse()]) {
          assertEquals(await call({ ...least, ...Object.fromEntries(all) }), expected);
        }
        if (toolset !== "discovery" && toolset !== "agent") return;
        // "`query` holds every argument with its default filled in, those without one as `null`, `cursor`
        // left out."
        const complete = Object.entries(properties).map(([key, schema]) => [
          key,
          least[key] ?? schema.default ?? null,
        ]);
        const { cursor: _, ...query } = Object.fromEntries(complete);
        assertEquals((expected as { readonly query: Arguments }).query, query);
      });
    },
  );

  if (tool.pages === undefined) continue;
  Deno.test(
    needing(LINKS, `${id}: all pages of a call with empty arguments are those without them`),
    async () => {
      await withTree(TREE, async (cwd) => {
        const size = Object.hasOwn(properties, "limit") ? "limit" : "max_results";
        const pagesOf = (args: Arguments): Promise<unknown[]> =>
          Array.fromAsync(
            tool.pages!({ ...subject.requiredArguments, ...args, [size]: 1 }, { cwd }),
          );
        const expected = await pagesOf({});
        assertGreater(expected.length, 1);
        for (const [argument, value] of emptyValues(subject)) {
          assertEquals(await pagesOf({ [argument]: value }), expected, argument);
        }
      });
    },
  );
}

Deno.test(
  needing(LINKS, "LS: `context.params_input` is what the model sent, empty arguments included"),
  async () => {
    const subject = subjectOf("envelope.LS");
    await withTree(TREE, async (cwd) => {
      const args = { path: null, ignore: [], limit: null };
      const output = await subject.tool.execute(args, { cwd });
      const { context, status } = output as {
        readonly context: Arguments;
        readonly status: string;
      };
      assertEquals([status, context.params_input], ["success", args]);
    });
  },
);
