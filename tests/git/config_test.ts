import { assertEquals } from "@std/assert";
import { isTrueValue, parseConfig } from "../../src/git/config.ts";
import { takeAtOnce } from "../../src/pacing/paced_steps.ts";

const ROWS: readonly (readonly [text: string, values: Record<string, string>])[] = [
  ["[core]\n\tignoreCase = true\n", { "core.ignorecase": "true" }],
  ["[CORE] IgnoreCase\n", { "core.ignorecase": "true" }],
  ['[core]\nx = a b  # comment\ny = "a # b " ; c\n', { "core.x": "a b", "core.y": "a # b " }],
  ["[core]\r\nx = one \\\r\n two\r\n", { "core.x": "one  two" }],
  ['[core]\nx = a\\tb\\\\c\\"\n', { "core.x": 'a\tb\\c"' }],
  ["[core]\nx=1\n[core]\nx=2\n", { "core.x": "2" }],
  // A subsection is another section, and an include is only text.
  ['[core "a]b"]\nx=1\n[include]\npath=/etc/passwd\n', {
    "core.*.x": "1",
    "include.path": "/etc/passwd",
  }],
  ["x=1\n[core\nx=2\n= 3\n[]\n\0\n", {}],
  ["\uFEFF[a.b]\nx=\n", { "a.b.x": "" }],
];

Deno.test("parseConfig() reads a configuration 'as data', and passes over what it cannot understand", () => {
  for (const [text, values] of ROWS) {
    assertEquals(Object.fromEntries(takeAtOnce(parseConfig(text))), values, text);
  }
});

Deno.test("isTrueValue() takes for true what git does", () => {
  for (const value of ["true", "Yes", "on", "1", "-1", "0x10", "007", "1k"]) {
    assertEquals(isTrueValue(value), true, value);
  }
  for (const value of [undefined, "", "false", "no", "off", "0", "00", "maybe"]) {
    assertEquals(isTrueValue(value), false, value);
  }
});
