import { assertStrictEquals } from "@std/assert";
import { WINDOWS_PATHS } from "../../src/scope/windows_paths.ts";
import { POSIX_PATHS } from "../../src/scope/posix_paths.ts";

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
