import { assert, assertGreater } from "@std/assert";
import { compileWildmatch } from "../../src/gitignore/wildmatch.ts";
import { advance, type Segment, startPositions } from "../../src/glob/path_pattern.ts";

const pathPatterns = [
  "**/a/".repeat(200) + "b",
  "**/*a*/".repeat(60) + "b",
  "*/".repeat(200) + "**/b",
];

for (const pattern of pathPatterns) {
  Deno.test(`advance() matches a segment once per directory: ${pattern.slice(0, 12)}…`, () => {
    let calls = 0;
    const segments = compileWildmatch(pattern)!.map((segment): Segment =>
      segment === "**" ? segment : (name) => {
        calls++;
        return segment(name);
      }
    );
    let positions = startPositions(segments);
    let most = 0;
    for (let depth = 0; depth < 1000; depth++) {
      const before = calls;
      positions = advance(segments, positions, "a");
      assert(calls - before <= segments.length);
      assert(new Set(positions).size === positions.length);
      most = Math.max(most, positions.length);
    }
    assert(most <= segments.length);
    // No step was skipped.
    assertGreater(calls, 199);
  });
}
