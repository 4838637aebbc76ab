import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { LinkReader, LinkWriter } from "../../src/ahead/link_texts.ts";
import type { LinkTarget } from "../../src/directory/link_target.ts";

const path = fc.string({ unit: "binary", minLength: 1 }).filter((text) => !text.includes("\0"));

const target: fc.Arbitrary<LinkTarget> = fc.record({
  stored: fc.option(path, { nil: undefined }),
  resolution: fc.oneof(
    fc.record({
      outcome: fc.constantFrom("directory" as const, "file" as const),
      end: fc.record({ open: path, real: path }),
    }),
    fc.record({
      outcome: fc.constant("failed" as const),
      code: fc.constantFrom("not_found" as const, "outside_scope" as const),
    }),
    fc.record({ outcome: fc.constant("cycle" as const), stored: path }),
  ),
});

Deno.test("LinkReader gives back what LinkWriter was given", () => {
  fc.assert(fc.property(fc.array(target), (targets) => {
    const writer = new LinkWriter();
    targets.forEach((each) => writer.add(each));
    const reader = new LinkReader(writer.finish());
    assertEquals(targets.map(() => reader.take()), targets);
  }));
});
