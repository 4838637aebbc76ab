import { assertEquals } from "@std/assert";
import { isSourceName } from "../../../../src/tools/agent/rank/name_score.ts";
import { symbolOf } from "../../../../src/tools/agent/task/symbol.ts";

Deno.test("9: 'A symbol (`bodyLimit`, `FST_ERR_X`, `Class.method`, `pkg::Type`, `Admin::UsersController`)': its name, what it is a member of, and whether it is a plain word", () => {
  const rows: [text: string, symbol: string | undefined][] = [
    ["bodyLimit", "bodyLimit identifier"],
    ["FST_ERR_X", "FST_ERR_X identifier"],
    ["Class.method", "Class method identifier"],
    ["pkg::Type", "pkg Type identifier"],
    ["a::b::Type", "a b Type identifier"],
    ["Admin::UsersController", "Admin UsersController identifier"],
    ["Cart#total", "Cart total identifier"],
    ["cart->total", "cart total identifier"],
    ["App\\Cart", "App Cart identifier"],
    ["read_all()", "read_all identifier"],
    ["`readAll`", "readAll identifier"],
    ["'readAll()'", "readAll identifier"],
    ["--max_size", "max_size identifier"],
    ["@readOnly", "readOnly identifier"],
    ["save!", "save! word"],
    ["$scope", "$scope identifier"],
    ["_private", "_private identifier"],
    ["S3", undefined],
    ["SHA256", "SHA256 identifier"],
    ["walk", "walk word"],
    ["Walk", "Walk word"],
    ["HTTP", "HTTP word"],
    ["été", "été word"],
    ["ab", undefined],
    ["a.ts", undefined],
    ["walk.go", undefined],
    ["src/walk", undefined],
    ["walk-all", undefined],
    ["two words", undefined],
    ["12ab", undefined],
    ["", undefined],
    ["a".repeat(200), `${"a".repeat(200)} word`],
    ["a".repeat(201), undefined],
  ];
  for (const [text, symbol] of rows) {
    const found = symbolOf(text, isSourceName);
    const shown = found &&
      [...found.qualifiers, found.name, found.isIdentifier ? "identifier" : "word"].join(" ");
    assertEquals(shown, symbol, text);
  }
});
