import { assertEquals } from "@std/assert";
import { modifiedOf } from "../../../src/tools/discovery/entry_metadata.ts";

// Contract: "Times outside the years 1 to 9999 are `-` and null on every runtime".
Deno.test("a time outside the years 1 to 9999 is null", () => {
  const rows: readonly (readonly [time: number, expected: string | null])[] = [
    [-62_135_596_800_001, null],
    [-62_135_596_800_000, "0001-01-01T00:00:00.000Z"],
    [0, "1970-01-01T00:00:00.000Z"],
    [253_402_300_799_999, "9999-12-31T23:59:59.999Z"],
    [253_402_300_800_000, null],
    // What both runtimes give where a date cannot hold the time.
    [NaN, null],
  ];
  for (const [time, expected] of rows) {
    const found = modifiedOf({ mtime: new Date(time) } as Deno.FileInfo);
    assertEquals(found === null ? null : new Date(found).toISOString(), expected);
  }
});
