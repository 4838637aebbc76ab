import { assertEquals, assertStrictEquals } from "@std/assert";
import { WINDOWS_PATHS } from "../../src/scope/windows_paths.ts";
import { POSIX_PATHS } from "../../src/scope/posix_paths.ts";

/** The start and the parts of a path, from a base. */
const SPLITS: readonly [path: string, base: string, start: string, parts: string][] = [
  ["src\\a.ts", "C:/proj", "C:/proj", "src a.ts"],
  ["src/a.ts", "C:/proj", "C:/proj", "src a.ts"],
  ["C:\\proj\\src", "D:/x", "C:/", "proj src"],
  ["c:/proj/src", "D:/x", "C:/", "proj src"],
  ["/c/proj/src", "D:/x", "C:/", "proj src"],
  ["/c", "D:/x", "C:/", ""],
  ["\\c\\proj", "D:/x", "D:/", " c proj"],
  ["/proj", "D:/x", "D:/", " proj"],
  ["C:src", "C:/proj", "C:/proj", "src"],
  ["D:src", "C:/proj", "D:/", "src"],
  ["\\\\server\\share\\a", "C:/", "//server/share/", "a"],
  ["//server/share", "C:/", "//server/share/", ""],
  ["\\x", "//server/share/a", "//server/share/", " x"],
  ["\\\\?\\C:\\proj\\a", "D:/", "C:/", "proj a"],
  ["//?/C:/proj", "D:/", "C:/", "proj"],
  ["\\??\\C:\\proj", "D:/", "C:/", "proj"],
  ["\\\\?\\UNC\\server\\share\\a", "D:/", "//server/share/", "a"],
  ["\\\\.\\pipe\\a", "C:/", "//?/", "pipe a"],
  ["\\\\.\\C:\\proj", "C:/", "//?/", "C: proj"],
  ["\\\\?\\GLOBALROOT\\Device\\x", "C:/", "//?/", "GLOBALROOT Device x"],
  ["\\\\?\\Volume{1}\\x", "C:/", "//?/", "Volume{1} x"],
  ["\\\\server", "C:/", "//?/", "server"],
];

Deno.test("split() of Windows tells drives, shares, namespaces and relative paths apart, with either slash", () => {
  for (const [path, base, start, parts] of SPLITS) {
    const split = WINDOWS_PATHS.split(path, base);
    assertEquals([path, split.start, split.parts.join(" ")], [path, start, parts]);
  }
});

Deno.test("isLiteralName() of Windows refuses devices, streams, and ends that the system strips", () => {
  const refused =
    "NUL nul CON con.txt COM1 com9.tar.gz COM0 LPT¹ COM² lpt3.a AUX PRN.x CONIN$ conout$.txt a:x a::$DATA " +
    'a. a... ... . .. a|b a?b a*b a<b a>b a"b a/b a\\b NUL:';
  for (const name of [...refused.split(" "), "a ", "NUL .txt", "CON ", " ", "a\n", "a\0"]) {
    assertStrictEquals(WINDOWS_PATHS.isLiteralName(name), false, name);
  }
  for (
    const name of "a .a a.b a~1 NULL CONS com10 COM com1a xNUL $a é a\u{1F600} COM¹⁰".split(" ")
  ) {
    assertStrictEquals(WINDOWS_PATHS.isLiteralName(name), true, name);
  }
  assertStrictEquals(POSIX_PATHS.isLiteralName("NUL."), true);
});

Deno.test("fold() of Windows makes spellings equal and keeps their length", () => {
  for (const [a, b] of [["Secret", "sEcrET"], ["éÀ", "Éà"], ["ω", "Ω"]] as const) {
    assertStrictEquals(WINDOWS_PATHS.fold(a), WINDOWS_PATHS.fold(b));
  }
  for (const name of ["ß", "ﬁ", "İ", "ŉ", "\uD800"]) {
    assertStrictEquals(WINDOWS_PATHS.fold(name).length, name.length);
  }
});
