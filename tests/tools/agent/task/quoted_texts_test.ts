import { assertEquals } from "@std/assert";
import { quotedCode } from "../../../../src/tools/agent/task/quoted_texts.ts";

Deno.test("names and code in quotes, each once, five at most; no sentences and no paths", () => {
  const rows: [text: string, codes: string[]][] = [
    ["`maxLength={2}`", ["maxLength={2}"]],
    ['"FST_ERR_X" and `FST_ERR_X`', ["FST_ERR_X"]],
    ["“readAll” and «readOnly»", ["readAll", "readOnly"]],
    ["'readAll' isn't it's", ["readAll"]],
    ["`foo (bar)`", ["foo (bar)"]],
    ["`a plain sentence`", []],
    ["`ab`", []],
    ["`...`", []],
    ["`src/a.ts` and `a\\b`", []],
    ["`" + "a".repeat(81) + "`", []],
    ["`abc` `bcd` `cde` `def` `efg` `fgh`", ["abc", "bcd", "cde", "def", "efg"]],
    ["`open\nclosed`", []],
  ];
  for (const [text, codes] of rows) assertEquals(quotedCode(text), codes, text);
});
