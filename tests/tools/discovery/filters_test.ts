import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { EntryKind } from "../../../src/directory/entry_key.ts";
import {
  excludes,
  type FileFilter,
  fileSelector,
  KIND_FILTERS,
} from "../../../src/tools/discovery/filters.ts";

const ALL: FileFilter = {
  extensions: null,
  name_contains: null,
  path_contains: null,
  case_sensitive: false,
};

const rows: [filter: Partial<FileFilter>, path: string, kind: EntryKind, isTaken: boolean][] = [
  [{}, "a", "file", true],
  [{}, "a", "directory", false],
  [{}, "a", "link", false],
  [{ extensions: ["ts"] }, "a.ts", "file", true],
  [{ extensions: [".ts"] }, "a.ts", "file", true],
  [{ extensions: ["ts"] }, "a.TS", "file", true],
  [{ extensions: ["ts"], case_sensitive: true }, "a.TS", "file", false],
  [{ extensions: ["ts"] }, "ats", "file", false],
  [{ extensions: ["d.ts", "md"] }, "a.d.ts", "file", true],
  [{ extensions: ["d.ts", "md"] }, "a.ts", "file", false],
  [{ extensions: [] }, "a", "file", true],
  [{ name_contains: "B" }, "abc", "file", true],
  [{ name_contains: "B", case_sensitive: true }, "abc", "file", false],
  [{ name_contains: "b" }, "b/a", "file", false],
  [{ path_contains: "B/A" }, "b/a", "file", true],
  [{ path_contains: "b/a", case_sensitive: true }, "b/a", "file", true],
  [{ path_contains: "b/c" }, "b/a", "file", false],
  [{ path_contains: "b/a" }, "b/a", "link", false],
  [{ path_contains: "b", name_contains: "a", extensions: ["md"] }, "b/a.md", "file", true],
  [{ path_contains: "b", name_contains: "c", extensions: ["md"] }, "b/a.md", "file", false],
];

for (const [filter, path, kind, isTaken] of rows) {
  const what = `${isTaken ? "takes" : "leaves"} the ${kind} ${path}`;
  Deno.test(`fileSelector() by ${JSON.stringify(filter)} ${what}`, () => {
    const cut = path.lastIndexOf("/") + 1;
    const select = fileSelector({ ...ALL, ...filter })(path.slice(0, cut));
    assertEquals(select(path.slice(cut), kind), isTaken);
  });
}

Deno.test("excludes() takes names, and paths from the root, with or without a final slash", () => {
  const isExcluded = excludes(["node_modules/", "src/gen"]);
  const paths = ["node_modules", "a/node_modules", "src/gen", "a/src/gen", "gen", "src"];
  assertEquals(paths.filter(isExcluded), ["node_modules", "a/node_modules", "src/gen"]);
});

Deno.test("KIND_FILTERS tell directories and files from the rest", () => {
  const kinds: EntryKind[] = ["directory", "file", "link", "other"];
  assertEquals(kinds.filter(KIND_FILTERS.any), kinds);
  assertEquals(kinds.filter(KIND_FILTERS.dir), ["directory"]);
  assertEquals(kinds.filter(KIND_FILTERS.file), ["file"]);
});

Deno.test("fileSelector() finds an ending after any dot of a name, and no other", () => {
  const text = fc.string({ unit: fc.constantFrom(".", "a", "B"), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, (extensions, name) => {
      const endings = extensions.map((each) => `.${each.replace(/^\./, "")}`);
      const selects = fileSelector({ ...ALL, extensions, case_sensitive: true })("");
      assertEquals(selects(name, "file"), endings.some((ending) => name.endsWith(ending)));
    }),
  );
});

Deno.test("fileSelector() finds path_contains in a directory, in a name, and across both", () => {
  const text = fc.string({ unit: fc.constantFrom("/", "a", "İ", "Σ"), minLength: 1, maxLength: 4 });
  fc.assert(fc.property(text, text, text, (path_contains, prefix, name) => {
    const selects = fileSelector({ ...ALL, path_contains, case_sensitive: true })(prefix);
    assertEquals(selects(name, "file"), (prefix + name).includes(path_contains));
  }));
});
