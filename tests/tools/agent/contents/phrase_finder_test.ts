import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Phrase, PhraseFinder } from "../../../../src/tools/agent/contents/phrase_finder.ts";
import { taskWords } from "../../../support/task.ts";

/** Returns the longest phrase of a task in each of some texts, one after another. */
function phrasesIn(task: string, texts: readonly string[]): (Phrase | undefined)[] {
  const words = taskWords(task);
  const finder = new PhraseFinder(words);
  return texts.map((text) => {
    let nth = 0;
    for (const { 0: word, index } of text.matchAll(/[a-z]+/g)) {
      nth++;
      const found = words.indexOf(word);
      if (found >= 0) finder.visit(found, nth, index);
    }
    return finder.take(nth);
  });
}

function shown(task: string, phrase: Phrase | undefined): string | undefined {
  if (phrase === undefined) return undefined;
  const { stems } = taskWords(task);
  const { words, length, isQuoted, from } = phrase;
  const said = words.map((word) => stems[word]).reverse().join(" ");
  return `${said} ${length.toFixed(2)} at ${from}${isQuoted ? " quoted" : ""}`;
}

Deno.test("9: 'words that stand one after another in a file, in the task's order and with gaps where values stand, count as a run'", () => {
  const task = 'The red fox saw "blue owls hunt green mice" today';
  const rows: [text: string, phrase: string | undefined][] = [
    ["", undefined],
    ["red", undefined],
    ["a red fox", "red fox 2.00 at 2"],
    ["fox red", undefined],
    ["blue owls hunt green mice", "blu owl hunt green mic 5.00 at 0 quoted"],
    // A word that stands on one side alone costs a share.
    ["blue x owls", "blu owl 1.85 at 0 quoted"],
    ["blue hunt", "blu hunt 1.85 at 0 quoted"],
    ["blue x hunt", "blu hunt 2.00 at 0 quoted"],
    ["red fox x x x x x x x x blue owls hunt", "blu owl hunt 3.00 at 24 quoted"],
    ["fox saw blue", "fox saw blu 3.00 at 0"],
    ["red fox then red fox", "red fox 2.00 at 0"],
  ];
  for (const [text, phrase] of rows) {
    assertEquals(shown(task, phrasesIn(task, [text])[0]), phrase, text);
  }
});

Deno.test("no phrase reaches from one file to the next, and each file is as if alone", () => {
  const word = fc.constantFrom(..."red fox saw blue owls hunt x y".split(" "));
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));
  const task = "red fox saw blue owls hunt red owls";
  let found = 0;
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      const together = phrasesIn(task, texts);
      assertEquals(together, texts.map((text) => phrasesIn(task, [text])[0]));
      found += together.filter((each) => each !== undefined).length;
    }),
    { numRuns: 500 },
  );
  assert(found > 200, `${found} phrases`);
});
