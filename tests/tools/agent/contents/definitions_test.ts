import { assert, assertEquals } from "@std/assert";
import { takeAtOnce } from "../../../../src/pacing/paced_steps.ts";
import { Definitions } from "../../../../src/tools/agent/contents/definitions.ts";
import { DEFINITION_TEXTS, linesOf } from "../../../support/definition_texts.ts";

for (const [path, text] of Object.entries(DEFINITION_TEXTS)) {
  Deno.test(`the innermost definition around each line, and its exact lines: ${path}`, () => {
    const { lines, expected } = linesOf(text);
    const definitions = takeAtOnce(Definitions.read(lines, path));
    const found = lines.map((line, i) => {
      const { name, from, to } = definitions.enclosing(i + 1) ?? {};
      return `${line} || ${name === undefined ? "-" : `${name} ${from}-${to}`}`;
    });
    assertEquals(found, lines.map((line, i) => `${line} || ${expected[i]}`));
  });
}

Deno.test("the name that a line defines", () => {
  const rows: [path: string, line: string, name: string | undefined][] = [
    ["a.py", "    async def load(self):", "load"],
    ["a.py", "class A(B):", "A"],
    ["a.py", "def func():", "func"],
    ["a.py", "load(x)", undefined],
    ["a.py", "# def load(x):", undefined],
    ["a.rb", "  def self.find!(x)", "find!"],
    ["a.rb", "class A::B < C", "B"],
    ["a.rb", "module A", "A"],
    ["a.rb", "  define(x)", undefined],
    ["a.go", "func (t *Terminal) Loop(x int) error {", "Loop"],
    ["a.go", "func (t *Terminal) lock() {", "lock"],
    ["a.go", "type Option[T any] struct {", "Option"],
    ["a.go", "type Handler func(x int)", "Handler"],
    ["a.go", "\tt.Loop(x)", undefined],
    ["a.go", "\tgo func() {", undefined],
    ["a.rs", "pub(crate) async fn run<T>(x: T) -> u8 {", "run"],
    ["a.rs", "impl<T> fmt::Display for Shape<T> {", "Shape"],
    ["a.rs", "pub enum Kind {", "Kind"],
    ["a.rs", "type Result<T> = std::result::Result<T, E>;", "Result"],
    ["a.rs", "macro_rules! maximum {", "maximum"],
    ["a.rs", "    run(x);", undefined],
    ["a.ts", "export default async function* walk(x: A) {", "walk"],
    ["a.ts", "export abstract class A<T> extends B<T> {", "A"],
    ["a.ts", "export type Visit = (word: number) => void;", "Visit"],
    ["a.ts", "export const load = async (x: A): Promise<B> => {", "load"],
    ["a.ts", "const size = width * height;", undefined],
    ["a.ts", "  load(path: string): Promise<void>;", "load"],
    ["a.ts", "  override async load(path: string) {", "load"],
    ["a.ts", "  return load(path);", undefined],
    ["a.ts", '  test("load", () => {', undefined],
    ["a.ts", "  if (load) {", undefined],
    ["a.ts", "  } catch (load) {", undefined],
    ["a.ts", "// function load() {", undefined],
    ["a.ts", 'const a = "function load() {";', undefined],
    ["a.js", "Foo.prototype.bar = function (x) {", "bar"],
    ["a.js", "  create: function () {", "create"],
    ["a.c", "#define MAX(a, b) ((a) > (b) ? (a) : (b))", "MAX"],
    ["a.c", "typedef unsigned char byte;", "byte"],
    ["a.c", "} point_t;", "point_t"],
    ["a.c", "static inline struct point *make(int x) {", "make"],
    ["a.c", "int make(int x);", undefined],
    ["a.c", "  return make(x);", undefined],
    ["a.cc", "Status DBImpl::Get(const Options& options) {", "Get"],
    ["a.java", "  public static <T> List<T> of(T x) throws E {", "of"],
    ["a.java", "    return of(x);", undefined],
    ["a.java", "public @interface Since {", "Since"],
    ["a.kt", "  override suspend fun String.load(): Int = 1", "load"],
    ["a.kt", "sealed interface Shape", "Shape"],
    ["a.kt", '  load("x") {', undefined],
    ["a.swift", "  static func load() -> Int {", "load"],
    ["a.swift", "final class Session {", "Session"],
    ["a.cs", "    public async Task<int> Load(int x) => x;", "Load"],
    ["a.cs", "    var x = new Loader(y);", undefined],
    ["a.php", "  abstract protected function load(array $x): void;", "load"],
    ["a.php", "trait Loads", "Loads"],
    ["a.php", "  $x = function ($y) {", undefined],
    ["a.txt", "function load() {", undefined],
  ];
  for (const [path, line, name] of rows) {
    assertEquals(takeAtOnce(Definitions.read([line, "}"], path)).headerAt(1)?.name, name, line);
  }
  // The type of a function may be on the line before its name, as GNU writes C.
  const lines = ["static int", "load (int x)", "{", "}"];
  assertEquals(takeAtOnce(Definitions.read(lines, "a.c")).headerAt(2), { name: "load" });
  assertEquals(takeAtOnce(Definitions.read(lines, "a.c")).headerAt(1), undefined);
});

Deno.test("a name of over 80 characters is not told", () => {
  for (const length of [80, 81]) {
    const lines = [`function ${"a".repeat(length)}() {`, "  b();", "}"];
    const found = takeAtOnce(Definitions.read(lines, "a.ts")).enclosing(2);
    assertEquals(found?.name.length, length === 80 ? 80 : undefined);
  }
});

Deno.test("where indentation and brackets do not agree, nothing is said", () => {
  const rows: [path: string, text: string][] = [
    ["a.ts", "function a() {\n  b(() => {\n}\n  c();\n"],
    ["a.ts", "function a() {\n  b();\n"],
    ["a.rb", "def a\n  b\nc\n"],
    ["a.java", "void a() {\n  b();\nint c = 1;\n}\n"],
  ];
  for (const [path, text] of rows) {
    assertEquals(
      takeAtOnce(Definitions.read(text.split("\n"), path)).enclosing(2),
      undefined,
      text,
    );
  }
});

const EXTENSIONS = "py rb ts jsx go rs c cpp java kt swift cs php txt".split(" ");

Deno.test("a hostile text is read to its end, and lines that it does not have are in nothing", () => {
  const many = (text: string, count: number) => text.repeat(count);
  const texts = [
    many("x(", 1 << 19),
    many("{\n", 100_000),
    many("(", 100_000),
    many("function f(\n", 5_000),
    many("\"'`", 10_000),
    many("`${", 100_000),
    many("/*\n", 5_000),
    many("<<~A\n", 5_000),
    many('r#"', 50_000),
    many(`class A${many("<a", 190)}\n`, 500),
    many(`${many("pub ", 99)}\n`, 500),
    many(`${many("a * ", 99)}()\n`, 500),
    many("#if 0\n#else\n", 5_000),
    Array.from({ length: 5_000 }, (_, i) => `${many(" ", 5_000 - i)}function f() {`).join("\n"),
    "",
    "\0\u2028\ud800",
  ];
  for (const text of texts) {
    const lines = text.split("\n");
    for (const extension of EXTENSIONS) {
      const definitions = takeAtOnce(Definitions.read(lines, `a.${extension}`));
      for (const line of [1, lines.length >> 1, lines.length]) {
        const found = definitions.enclosing(line);
        if (found !== undefined) assert(found.from <= line && line <= found.to);
        definitions.headerAt(line);
      }
      for (const line of [-1, 0, 0.5, NaN, lines.length + 1]) {
        assertEquals(definitions.enclosing(line), undefined);
        assertEquals(definitions.headerAt(line), undefined);
      }
    }
  }
});
