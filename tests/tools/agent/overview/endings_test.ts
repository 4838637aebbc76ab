import { assertEquals } from "@std/assert";
import {
  addEndings,
  endingOf,
  mostFrequent,
} from "../../../../src/tools/agent/overview/endings.ts";

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
    assertEquals(endingOf(name), text, name);
  }
});

Deno.test("addEndings() counts names without an ending too, whatever their neighbours are", () => {
  const counts = new Map([[".ts", 1]]);
  addEndings(counts, ["a.ts", ".ts", "b.ts", "c", "b.md", "d.ts"]);
  assertEquals([...counts], [[".ts", 4], ["", 2], [".md", 1]]);
});

Deno.test("mostFrequent(): the three that most files have, ties by code point, none without a letter", () => {
  const counts = { ".6": 9, "": 9, ".c": 2, ".b": 2, ".a": 1, ".d": 2, ".e": 3 };
  assertEquals(mostFrequent(new Map(Object.entries(counts))), [[".e", 3], [".b", 2], [".c", 2]]);
  assertEquals(mostFrequent(new Map()), []);
});
