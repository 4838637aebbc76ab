import { assert, assertThrows } from "@std/assert";
import { compileGlob } from "../../src/glob/glob.ts";
import { PatternError } from "../../src/glob/pattern_characters.ts";
import { globMatches } from "../support/glob_matches.ts";

Deno.test("compileGlob: 1,024 characters are taken, and characters are code points as everywhere else", () => {
  assert(globMatches("a".repeat(1024), "a".repeat(1024)));
  assert(globMatches("é".repeat(1024), "é".repeat(1024)));
  assert(globMatches("\u{1F600}".repeat(1024), "\u{1F600}".repeat(1024)));
  for (const text of ["a", "\u{1F600}"]) {
    assertThrows(() => compileGlob(text.repeat(1025), true), PatternError, "at character 1025");
  }
});
