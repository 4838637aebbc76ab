import {
  assert,
  assertEquals,
  assertGreater,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { parseGitIgnoreFile } from "../../src/gitignore/git_ignore_file.ts";
import { parseNpmIgnoreFile } from "../../src/gitignore/npm_ignore_file.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { COUNTED, CountedText } from "../support/counted_text.ts";
import { rulesIn } from "../support/ignore_rules.ts";

/** A pacer that counts the calls of `isDue()`. */
class CountedPacer extends Pacer {
  looks = 0;

  override isDue(): boolean {
    this.looks++;
    return super.isDue();
  }
}

Deno.test("parseGitIgnoreFile() looks at the clock all along 40,000 rules, and so does ruleForPaced()", async () => {
  // Decision 3: "No pattern in one can stall a call."
  const lines = Array.from({ length: 40_000 }, (_, i) => `*${i.toString(36)}?`);
  const parsing = new CountedPacer();
  const file = await parseGitIgnoreFile([...lines, "!*z"].join("\n"), parsing);
  // At least once per 64 lines read, rules sorted and wildcards compiled.
  assertGreater(parsing.looks, 3 * (lines.length / 64) - 3);
  assertGreater(file.matchCost, lines.length);
  const name = "~".repeat(255);
  const matching = new CountedPacer();
  assertStrictEquals(await file.here.ruleForPaced(name, false, matching), undefined);
  assertGreater(matching.looks, lines.length - 1);
  assertEquals(file.here.ruleFor("q777!", false)?.pattern, "*777?");
  assertEquals(file.here.ruleFor("q777!", false)?.line, lines.indexOf("*777?") + 1);
  assertEquals((await file.here.ruleForPaced("q777z", false, matching))?.pattern, "!*z");
});

const PATH_RULES = Array.from({ length: 1000 }, (_, i) => `**/a/**/x${i}*`).join("\n");

Deno.test("ruleForPaced() looks at the clock for each rule for paths in each directory on the way", async () => {
  // Decision 3: "No pattern in one can stall a call."
  const file = await parseGitIgnoreFile(PATH_RULES, new Pacer());
  const entering = new CountedPacer();
  const rules = rulesIn(file, ["a", "b", "c"]);
  assertEquals((await rules.ruleForPaced("x77y", false, entering))?.line, 78);
  assertGreater(entering.looks, 3 * 1000 - 1);
  const again = new CountedPacer();
  assertEquals((await rules.ruleForPaced("x77y", false, again))?.line, 78);
  assertGreater(1001, again.looks);
});

Deno.test("a verdict that was aborted half-way leaves nothing behind", async () => {
  const file = await parseGitIgnoreFile(PATH_RULES, new Pacer());
  const controller = new AbortController();
  const pacer = new CountedPacer({ signal: controller.signal });
  controller.abort();
  pacer.isDue = () => ++pacer.looks > 1500;
  const rules = rulesIn(file, ["a", "b"]);
  await assertRejects(() => rules.ruleForPaced("x77y", false, pacer), DOMException);
  const after = new CountedPacer();
  assertEquals((await rules.enter("c").ruleForPaced("x77y", false, after))?.line, 78);
  // The rules of two directories, and the last segments in one.
  assertGreater(3 * 1000, after.looks);
  assertEquals(rules.ruleFor("x77y", false)?.line, 78);
});

Deno.test("ruleFor() takes at most matchCost × name steps", async () => {
  // "How many characters of patterns one verdict may have to look at."
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
    assertStrictEquals(
      file.here.ruleFor("probe", false)?.isNegated,
      text.endsWith("*") &&
        !text.includes("\n")
        ? false
        : undefined,
    );
    assert(name.looks <= file.matchCost * 256, `${name.looks} at ${file.matchCost}`);
  }
});

Deno.test("parseGitIgnoreFile() gives a repeated rule the match cost of one", async () => {
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
