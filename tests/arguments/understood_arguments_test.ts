import { assertEquals, assertThrows } from "@std/assert";
import { ArgumentError } from "../../src/arguments/argument_error.ts";
import { understoodArguments } from "../../src/arguments/understood_arguments.ts";
import { DEFINITION } from "../support/made_up_tool.ts";

const LISTS = structuredClone(DEFINITION);
Object.assign(LISTS.function.parameters.properties, {
  queries: { type: "array" },
  root: { type: "string", pattern: "^[^\\u0000]*$" },
  pattern: { type: "string" },
  sort: { type: "string", enum: ["path", "modified", "size"] },
});

Deno.test("one value for a list, a number as text, and the singular of a list's name or another word for one, and other words for an order are understood; all else is returned as it was sent", () => {
  const rows: readonly (readonly [sent: unknown, understood?: unknown])[] = [
    [{ list: "a" }, { list: ["a"] }],
    [{ list: '["a", "b"]' }, { list: ["a", "b"] }],
    [{ list: "[ab]" }, { list: ["[ab]"] }],
    [{ list: '["a"' }, { list: ['["a"'] }],
    [{ limit: "300", any: "-1" }, { limit: 300, any: -1 }],
    [{ flag: "true", on: "False" }, { flag: true, on: false }],
    [{ query: "a" }, { queries: ["a"] }],
    [{ query: "a", queries: ["b"] }],
    ...["path", "paths", "directory", "dir", "folder"].map((name) =>
      [{ [name]: "a" }, { root: "a" }] as const
    ),
    [{ glob: "*.ts", path: "a" }, { pattern: "*.ts", root: "a" }],
    [{ paths: ["a"] }, { root: "a" }],
    [{ root: ['["a"]'] }, { root: '["a"]' }],
    [{ root: [1], text: ["a"] }],
    [{ root: [] }],
    [{ root: '["a"]' }],
    [{ max_results: "5" }, { limit: 5 }],
    [{ path: "a", root: "b" }],
    [{ path: "a", dir: "b" }],
    ...["modified desc", "mtime", "newest", "Newest_First", "modified:desc"].map((sort) =>
      [{ sort }, { sort: "modified" }] as const
    ),
    [{ sort: "size desc" }, { sort: "size" }],
    [{ sort: "NAME" }, { sort: "path" }],
    ...["modified asc", "oldest", "date", "path desc", ""].map((sort) => [{ sort }] as const),
    [{ list: "", limit: "3.0", any: "9".repeat(16), flag: "yes", text: "5", kind: "true" }],
    [{ texts: "a", least: ["1"] }],
    [null],
    ["x"],
    [[1]],
    [JSON.parse('{"__proto__": "1"}')],
  ];
  for (const [sent, understood = sent] of rows) {
    assertEquals(understoodArguments(LISTS, sent), understood);
  }
});

Deno.test("decision 9.10: a longer list of paths is refused with the form to send", () => {
  const rows: readonly (readonly [sent: unknown, message: string])[] = [
    [
      { paths: ["a", "b"] },
      'root must be one path, not 2: send "a" alone, each other in a call of its own',
    ],
    [
      { root: ["a\nb", "c", "d"] },
      'root must be one path, not 3: send "a\\nb" alone, each other in a call of its own',
    ],
  ];
  for (const [sent, message] of rows) {
    assertThrows(() => understoodArguments(LISTS, sent), ArgumentError, message);
  }
});
