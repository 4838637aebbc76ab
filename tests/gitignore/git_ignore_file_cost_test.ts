import { assert, assertEquals, assertGreater, assertStrictEquals } from "@std/assert";
import { parseGitIgnoreFile, parseNpmIgnoreFile } from "../../src/gitignore/git_ignore_file.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { BusyPacer } from "../support/counted_pacer.ts";
import { COUNTED, CountedText } from "../support/counted_text.ts";

Deno.test("parseGitIgnoreFile() checks the clock throughout 40,000 rules", async () => {
  // Decision 3: "No pattern in one can stall a call."
  const lines = Array.from({ length: 40_000 }, (_, i) => `*${i.toString(36)}?`);
  const parsing = new BusyPacer();
  const file = await parseGitIgnoreFile([...lines, "!*z"].join("\n"), parsing);
  // At least once per 64 lines read, rules sorted and wildcards compiled.
  assertGreater(parsing.looks, 3 * (lines.length / 64) - 3);
  assertGreater(file.matchCost, lines.length);
  assertEquals(file.here.ruleFor("q777!", false)?.pattern, "*777?");
  assertEquals(file.here.ruleFor("q777!", false)?.line, lines.indexOf("*777?") + 1);
  assertEquals(file.here.ruleFor("q777z", false)?.pattern, "!*z");
});

Deno.test("ruleFor() takes at most matchCost × name steps", async () => {
  // "Maximum match cost of one verdict, in characters of patterns."
  const many = Array.from({ length: 2000 }, (_, i) => `q*${i}*q?*`);
  const texts = [
    ...COUNTED.map(([pattern]) => pattern),
    "*a*b*c?\n".repeat(40_000),
    many.join("\n"),
    many.map((line) => `/${line}`).join("\n"),
    many.map((line) => `**/${line}`).join("\n"),
  ];
  for (const text of texts) {
    const name = new CountedText("q".repeat(255));
    const toUnits = (text: string): string => text === "probe" ? name as unknown as string : text;
    const file = await parseGitIgnoreFile(text, new Pacer(), { toUnits });
    const isIgnored = text.endsWith("*") && !text.includes("\n");
    assertStrictEquals(file.here.ruleFor("probe", false)?.isNegated, isIgnored ? false : undefined);
    assert(name.looks <= file.matchCost * 256, `${name.looks} at ${file.matchCost}`);
  }
});

Deno.test("parseGitIgnoreFile() counts the match cost of a repeated rule once", async () => {
  const file = await parseGitIgnoreFile("*a*b?\n".repeat(40_000), new Pacer());
  assertEquals(file.matchCost, 6);
  assertEquals(file.here.ruleFor("xaxbx", false)?.line, 40_000);
});

/** Counts the members that `body` adds to sets, and the characters that its searches skip. */
async function stepsIn(body: () => Promise<unknown>): Promise<{ added: number; passed: number }> {
  const { add } = Set.prototype;
  const { indexOf } = String.prototype;
  const steps = { added: 0, passed: 0 };
  Set.prototype.add = function (value) {
    steps.added++;
    return add.call(this, value);
  };
  String.prototype.indexOf = function (text, from = 0) {
    const index = indexOf.call(this, text, from);
    steps.passed += (index < 0 ? this.length : index) - from;
    return index;
  };
  try {
    await body();
  } finally {
    Set.prototype.add = add;
    String.prototype.indexOf = indexOf;
  }
  return steps;
}

const classes: Readonly<Record<string, string>> = {
  "many ranges": `*a*b*[${"!-~".repeat(400)}]`,
  "many ranges of many characters": `*a*b*[${"!-\uFFFF".repeat(400)}]`,
  "many openings of a name": `*a*b*[${"[:".repeat(5000)}a]`,
};

for (const [what, text] of Object.entries(classes)) {
  for (const parse of [parseGitIgnoreFile, parseNpmIgnoreFile]) {
    Deno.test(`${parse.name}() takes a number of steps linear in a class of ${what}`, async () => {
      // Decision 3: "No pattern in one can stall a call."
      const { added, passed } = await stepsIn(() => parse(text, new Pacer()));
      assert(added <= 20 * text.length, `${added} members of a class of ${text.length}`);
      assert(passed <= 20 * text.length, `${passed} characters of ${text.length}`);
    });
  }
}
