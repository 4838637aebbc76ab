import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  type Ending,
  Endings,
  mostFrequent,
} from "../../../../src/tools/agent/overview/endings.ts";
import { fileWorth, refinedWorth } from "../../../../src/tools/agent/worth/name_worth.ts";

Deno.test("an ending has its dot, is not the whole name, and has twelve characters at most", () => {
  const rows: Readonly<Record<string, string>> = {
    "a.ts": ".ts",
    "a.d.ts": ".ts",
    ".ts": "",
    "a.": "",
    "a": "",
    "": "",
    "a.so.6": ".6",
    "a.properties1": ".properties1",
    "a.properties12": "",
  };
  for (const [name, text] of Object.entries(rows)) {
    assertEquals(new Endings().of(name, undefined).text, text, name);
  }
});

Deno.test("the last name's ending changes nothing, and an ending with its name gives what the name is worth", () => {
  const unit = fc.constantFrom("a", ".", "ts", "md", "Makefile", "TS", "6");
  const names = fc.array(fc.string({ unit, maxLength: 5 }), { maxLength: 8 });
  fc.assert(fc.property(names, (names) => {
    const endings = new Endings();
    let last: Ending | undefined;
    for (const name of names) {
      last = endings.of(name, last);
      assertStrictEquals(last, endings.of(name, undefined));
      assertEquals(refinedWorth(name, last.worth), fileWorth(name));
    }
  }));
});

Deno.test("mostFrequent(): the three that most files have, ties by code point, none without a letter", () => {
  const endings = new Endings();
  const counts = Object.entries({ ".6": 9, ".c": 2, ".b": 2, ".a": 1, ".d": 2, ".e": 3 });
  const known = new Map(counts.map(([text, n]) => [endings.of(`x${text}`, undefined), n]));
  assertEquals(mostFrequent(known), [[".e", 3], [".b", 2], [".c", 2]]);
  assertEquals(mostFrequent(new Map()), []);
});
