import { assert, assertEquals } from "@std/assert";
import {
  directoryScore,
  fileScore,
  isTestDirectory,
  isTestFile,
} from "../../../../src/tools/agent/rank/name_score.ts";

/** Names of files, the highest score first; those of a row have equal scores. */
const FILES: readonly (readonly string[])[] = [
  ["package.json", "Cargo.toml", "README.md", "README", "Makefile", "go.mod", "pyproject.toml"],
  ["index.ts", "main.rs", "__init__.py", "Main.java", "lib.c", "cli.ts"],
  ["walk.ts", "a.b.rs", "X.PY", "query.js", "maintain.go", "test.c"],
  ["notes.md", "a.yaml", "style.css", "schema.sql"],
  ["LICENSE", ".gitignore", ".env"],
  ["data.bin", "logo.png", "a.so.6", "trailing."],
  ["types.pb.go", "jquery.min.js", "schema_pb2.py", "bundle.js.map", "x.test.ts.snap"],
];

Deno.test("fileScore(): manifests, entry points, sources, texts, files without extension, data, generated files", () => {
  const scores = FILES.map((names) => {
    const all = new Set(names.map((name) => fileScore(name)));
    assertEquals(all.size, 1, names.map((name) => `${name} ${fileScore(name)}`).join("\n"));
    return fileScore(names[0]!);
  });
  assertEquals(scores, scores.toSorted((a, b) => b - a));
  assertEquals(new Set(scores).size, scores.length);
});

Deno.test("fileScore(): a test scores lower than a source", () => {
  const tests = [
    ...["walk_test.ts", "test_walk.py", "walk.test.js", "walk.spec.ts", "WalkTest.java"],
    ...["WalkTests.cs", "conftest.py", "walk-test.c", "index.test.ts", "walk.bench.ts"],
  ];
  for (const name of tests) {
    assert(isTestFile(name), name);
    assert(fileScore(name) < fileScore("walk.ts"), name);
  }
  for (const name of ["contest.py", "latest.ts", "testing.go", "attestation.rs", "spec.md"]) {
    assert(!isTestFile(name), name);
  }
});

Deno.test("directoryScore(): sources, others, documents, tests, dependencies; in any case", () => {
  const rows: readonly (readonly string[])[] = [
    ["src", "lib", "packages", "SRC", "crates", "workflows"],
    ["walk", "x", "node", "tester", "srcs", "src-x", ".github"],
    ["docs", "assets", ".config", "docs_src", "template-react"],
    ["examples", "playground", "tests-build", "stress-test", "x.vendor"],
    ["test", "tests", "__tests__", "fixtures", "Tests"],
    ["node_modules", "vendor", "dist", "__pycache__", "third_party", "deps"],
  ];
  const scores = rows.map((names) => {
    assertEquals(new Set(names.map(directoryScore)).size, 1, names.join(" "));
    return directoryScore(names[0]!);
  });
  assertEquals(scores, scores.toSorted((a, b) => b - a));
  assertEquals(rows.filter(([name]) => isTestDirectory(name!)), [rows[4]]);
  assert(!isTestDirectory("constructor") && directoryScore("constructor") === directoryScore("x"));
});
