/** A message as a program prints it, with values where the file has placeholders. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { OTHERS, rowsOf } from "../../../support/answers.ts";
import { find } from "../../../support/find_path.ts";
import { type Tree, withQuickTree } from "../../../support/tree.ts";

const FETCH = `package a

func fetch() {
\tlog.Printf("could not open upload file %s: giving up after %d retries", a, b)
}
${"func other() int { return 1 }\n".repeat(20)}`;

/** Files that have the words of the message, more often, and not one after another. */
const SAYING: Tree = {
  ...OTHERS,
  "src/fetch.go": FETCH,
  "src/buffer.go": "x = open(y)\nfile = z\nretries++\nupload(x)\ngiving = could\n".repeat(5),
  "src/dial.go": "retries = 1\ngiving(x, y)\nopen(1, 2, upload)\nif could { file }\n".repeat(5),
};

/** The same where other files have some of its words each, as files of a project do. */
const PROJECT: Tree = {
  ...OTHERS,
  "src/fetch.go": FETCH,
  "src/buffer.go": "x = open(y)\nupload(x)\nx = y\n".repeat(5),
  "src/dial.go": "retries = 1\ncall(file)\nx = y\n".repeat(5),
  "src/give.go": "giving(x)\nif could { return }\nx = y\n".repeat(5),
};

Deno.test("9: 'words that stand one after another in a file, in the task's order and with gaps where values stand, count as a run'", async (t) => {
  const line =
    '  4 in fetch (3-5): log.Printf("could not open upload file %s: giving up after %d retries", a, b)';
  const rows: [what: string, query: string, tree?: Tree][] = [
    ["as it is", "could not open upload file %s: giving up after %d retries"],
    ["with values", "could not open upload file /tmp/a b.txt: giving up after 12 retries"],
    [
      "behind a time and a level",
      "03:04 ERROR could not open upload file x: giving up after 1 retries",
      PROJECT,
    ],
    ["cut", "could not open upload file data.bin"],
    [
      "in quotes in a story",
      'The upload stops after some days\nUsers say that it stops, and that it prints "could not open upload file data.bin: giving up after 3 retries" each time.',
      PROJECT,
    ],
  ];
  for (const [what, query, tree = SAYING] of rows) {
    await t.step(what, async () => {
      const rows = (await rowsOf(tree, query)).filter((row) => !row.startsWith("weak: "));
      assertEquals(rows.slice(0, 2), ["src/fetch.go", line]);
    });
  }
});

Deno.test("9.10: a run is one in the order of the task, and within a few words", async (t) => {
  const rows: [what: string, says: string][] = [
    ["another order", "retries after up giving; file upload open not could"],
    [
      "far apart",
      "could not\n" + "x y z u v w p q r s\n".repeat(3) +
      "open upload file giving up after retries",
    ],
  ];
  for (const [what, says] of rows) {
    await t.step(
      what,
      () =>
        withQuickTree({ ...OTHERS, "a/first.go": says, "b/run.go": FETCH }, async (root) => {
          const { results } = await find(root, [
            "could not open upload file a: giving up after 1 retries",
          ]);
          assertEquals(results[0]!.entries[0]?.path, "b/run.go");
        }),
    );
  }
});

const word = fc.stringMatching(
  /^[b-df-hj-np-tv-xz][aeiou][b-df-hj-np-tv-xz][aeiou]{2}[b-df-hj-np-tvxz]$/,
);

Deno.test("a sentence of 5 to 9 words with one for a value finds its file first, with its line, among 30 of random words", async () => {
  const words = fc.uniqueArray(word, { minLength: 60, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      words,
      fc.integer({ min: 5, max: 9 }),
      fc.nat(29),
      fc.nat(8),
      fc.nat(9),
      fc.infiniteStream(fc.nat(59)),
      (words, length, file, hole, before, picks) => {
        const some = (count: number) =>
          Array.from({ length: count }, () => words[picks.next().value!]!).join(" ");
        const sentence = Array.from({ length }, (_, i) => words[i]!);
        const at = 1 + hole % (length - 2);
        const tree: Record<string, string> = {};
        for (let i = 0; i < 30; i++) {
          const lines = Array.from({ length: 12 }, () => some(6));
          if (i === file) lines.splice(before, 0, sentence.with(at, "%s").join(" "));
          tree[`f${i}.ts`] = `${lines.join("\n")}\n`;
        }
        const query = sentence.with(at, "4711").join(" ");
        return withQuickTree(tree, async (root) => {
          const { results } = await find(root, [query]);
          const [first] = results[0]!.entries;
          assertEquals([first?.path, first?.lines?.[0]?.line], [`f${file}.ts`, before + 1], query);
        });
      },
    ),
    { numRuns: 60 },
  );
});
