import { assert, assertEquals, assertThrows } from "@std/assert";
import { compileGlob } from "../../src/glob/glob.ts";
import { PatternError } from "../../src/glob/pattern_characters.ts";

Deno.test("compileGlob: where it is lenient, braces without a comma stand for themselves, as in a shell", () => {
  const rows: [pattern: string, taken: string[], left: string[]][] = [
    ["{{x}}", ["{{x}}"], ["x", "{x}"]],
    ["{}", ["{}"], [""]],
    ["{*}.ts", ["{a}.ts", "{}.ts"], ["a.ts"]],
    ["{{a,b}}", ["{a}", "{b}"], ["a", "{{a,b}}"]],
    ["{a,{b}}", ["a", "{b}"], ["b"]],
    ["[{]a[}]", ["{a}"], ["a"]],
  ];
  for (const [pattern, taken, left] of rows) {
    const glob = compileGlob(pattern, true, true).in("");
    const matched = [...taken, ...left].filter((name) => glob.matches(name));
    assertEquals(matched, taken, pattern);
  }
  for (const pattern of ["{a,{b,c}}", "{a", "a}", "{a/b,c}", "{a,b/c}"]) {
    assertThrows(() => compileGlob(pattern, true, true), PatternError, "brace");
  }
});

Deno.test("compileGlob: each refused form, with position and reason", () => {
  const rows: [pattern: string, character: number, reason: RegExp][] = [
    ["", 1, /empty/],
    ["/", 1, /absolute/],
    ["/a", 1, /absolute/],
    ["a".repeat(1025), 1025, /1,?024/],
    ["\u{1F600}".repeat(1025), 1025, /1,?024/],
    ["..", 1, /\.\./],
    [".", 1, /"?\."? segment/],
    ["a/../b", 3, /\.\./],
    ["a/.", 3, /\./],
    ["a//b", 3, /empty segment/],
    ["a/", 3, /empty segment/],
    ["**a", 1, /\*\*/],
    ["***", 1, /\*\*/],
    ["a/b**/c", 4, /\*\*/],
    ["[", 1, /unclosed class/],
    ["a[b/c]", 2, /unclosed class/],
    ["[]", 1, /empty class/],
    ["a[!]", 2, /empty class/],
    ["[z-a]", 2, /reversed/],
    ["x[a-cz-y]", 6, /reversed/],
    ["[^a]", 1, /\[\^/],
    ["[:alpha:]", 1, /class/],
    ["[[:alpha:]]", 2, /class/],
    ["a[b[:digit:]]", 4, /class/],
    ["{", 1, /unclosed brace/],
    ["a{b,c", 2, /unclosed brace/],
    ["{}", 1, /empty brace/],
    [`d/${"{a,b}".repeat(6)}${"x".repeat(100)}`, 4, /expand to more than 4096 characters/],
    ["{a}", 1, /one-armed/],
    ["{a,{b,c}}", 4, /nested/],
    ["{{a,b},c}", 2, /nested/],
    ["{a/b,c}", 3, /slash/],
    ["{a,b/}", 5, /slash/],
    ["{**,a}", 2, /\*\*/],
    ["{a,b**}", 5, /\*\*/],
    ["a}", 2, /brace/],
    ["a\\", 2, /backslash/],
    ["\\*", 1, /backslash/],
    ["[\\]]", 2, /backslash/],
    ["{\\,,a}", 2, /backslash/],
    ["+(a)", 1, /extended/],
    ["@(a|b)", 1, /extended/],
    ["*(a)", 1, /extended/],
    ["src/x.!(ts)", 7, /extended/],
    ["{a,@(b)}", 4, /extended/],
    ["a\nb", 2, /control/],
    ["\0", 1, /control/],
    ["[\u0001]", 2, /control/],
    ["a\u007F", 2, /control/],
    ["a\u0085b", 2, /control/],
    ["\u009F", 1, /control/],
    // Checked after expansion.
    ["{a,}", 1, /empty/],
    ["{a,}/b", 5, /empty/],
    ["x/{.,a}", 4, /\./],
    ["{..,a}", 2, /\.\./],
    ["a{*,b}*", 3, /\*\*/],
    ["@{(a),b}", 1, /extended/],
    ["{+,b}(a)", 2, /extended/],
    ["{a,!}{(x),y}", 4, /extended/],
    // Positions count characters, not UTF-16 units.
    ["\u{1F600}\u{1F600}[", 3, /unclosed class/],
    ["\u{1F600}/\u{1F600}**", 4, /\*\*/],
  ];
  for (const [pattern, character, reason] of rows) {
    const error = assertThrows(() => compileGlob(pattern, true), PatternError);
    assertEquals(error.code, "bad_pattern");
    assert(reason.test(error.message), error.message);
    // The fix may follow.
    const [, position] = error.message.match(/ at character (\d+)(?:: .+)?$/) ?? [];
    assertEquals(Number(position), character, error.message);
    assertThrows(() => compileGlob(pattern, false), PatternError);
  }
  for (const taken of ["a", "é", "\u{1F600}"]) compileGlob(taken.repeat(1024), true);
});
