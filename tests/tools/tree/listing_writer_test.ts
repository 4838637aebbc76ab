import { assertEquals } from "@std/assert";
import {
  type ListingArguments,
  listingDigester,
  type ListingMaker,
  ListingWriter,
  MAX_LISTING_UNITS,
} from "../../../src/tools/tree/listing_writer.ts";
import { startAt, type WalkedDirectory, type WalkStep } from "../../../src/walk/steps.ts";

const TEXT: ListingArguments = {
  filter: "both",
  format: "text",
  show_data: false,
  follow_file_symlinks: false,
};

const START = startAt({ open: "/t", real: "/t" });
const INNER: WalkedDirectory = { ...START, name: "in", prefix: "in/", depth: 1 };

function entry(directory: WalkedDirectory, name: string): WalkStep {
  const kind = "directory";
  return { type: "entry", directory, name, isPlain: true, kind, target: undefined, descends: true };
}

function files(directory: WalkedDirectory, ...names: string[]): WalkStep {
  return { type: "files", directory, names, isPlain: true };
}

/** The steps of a directory, its end included. */
const INSIDE: readonly WalkStep[] = [
  files(INNER, "a", "b"),
  entry(INNER, "empty"),
  { type: "leave", directory: { ...INNER, prefix: "in/empty/", depth: 2 } },
  { type: "leave", directory: INNER },
];

function written(options: ListingArguments, steps: readonly WalkStep[]): string {
  const writer = new ListingWriter(options);
  for (const step of steps) writer.visit(step);
  return writer.finish();
}

for (const filter of ["both", "files", "folders"] as const) {
  Deno.test(`a listing of ${filter} is the same where another thread made a part of it`, () => {
    const options = { ...TEXT, filter, show_data: true };
    const digester = listingDigester(new ListingWriter(options).digest!.maker as ListingMaker);
    for (const step of INSIDE) digester.visit(step);
    const digest = digester.finish();
    const around = (inside: readonly WalkStep[]) => [
      files(START, "0"),
      entry(START, "in"),
      ...inside,
      files(START, "z"),
    ];
    assertEquals(
      written(options, around([{ type: "digest", directory: INNER, digest }])),
      written(options, around(INSIDE)),
    );
  });
}

Deno.test("a part is not taken as a whole where a listing would stop in it for its size", () => {
  const { fits } = new ListingWriter(TEXT).digest!;
  assertEquals(fits("row"), true);
  assertEquals(fits("x".repeat(MAX_LISTING_UNITS)), false);
});

Deno.test("no other thread makes parts of JSON: where a comma stands depends on what came before", () => {
  assertEquals(new ListingWriter({ ...TEXT, format: "json" }).digest, undefined);
});
