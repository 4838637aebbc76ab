/** What may help where a query found nothing, or nothing sure. */
import type { Pacer } from "../../../pacing/pacer.ts";
import type { FoundByQuery } from "./result.ts";
import { type Outcome, search, type Wanted, type Where } from "./search.ts";

/** A search that was made. */
interface Made {
  readonly wanted: Wanted;
  readonly where: Where;
  readonly outcome: Outcome;
}

/** Says of each query what is not plain from its entries. At most one more walk, for those without any. */
export async function hintsFor(
  results: readonly FoundByQuery[],
  made: Made,
  pacer: Pacer,
): Promise<string[]> {
  const missed = results.flatMap(({ entries }, i) => entries.length === 0 ? [i] : []);
  const ignored = await countIgnored(missed, made, pacer);
  const isOne = results.length === 1;
  return results.flatMap(({ query, entries }, i) => {
    const named = isOne ? "" : `${JSON.stringify(query)}: `;
    const [first] = entries;
    if (first === undefined) return [`${named}${ignored.get(i) ?? NOTHING}`];
    const about = UNSURE[first.why];
    return about === undefined ? [] : [named + about];
  });
}

const NOTHING = "no path holds its letters in order, anything like its words, or any one of them";

/** What to say where the best entry fits so. */
const UNSURE: Readonly<Record<string, string>> = {
  typo: "nothing is spelt so; these come near",
  partly: "nothing holds all of its words; these hold some",
};

/** How many entries of ignored folders fit queries that found nothing, in words. */
async function countIgnored(
  missed: readonly number[],
  { wanted, where, outcome }: Made,
  pacer: Pacer,
): Promise<ReadonlyMap<number, string>> {
  if (missed.length === 0 || !outcome.hasIgnored) return new Map();
  const queries = missed.map((i) => wanted.queries[i]!);
  const { found, isStopped } = await search(
    { ...wanted, queries },
    { ...where, rules: undefined },
    pacer,
  );
  return new Map(
    found.flatMap(({ length }, n) => {
      if (length === 0) return [];
      const count = Math.min(length, wanted.limit);
      const isLeast = isStopped || length > wanted.limit;
      return [[
        missed[n]!,
        `${isLeast ? ">= " : ""}${count} would match with use_gitignore: false`,
      ]];
    }),
  );
}
