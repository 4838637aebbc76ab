import { assertEquals } from "@std/assert";
import { shownEntry } from "../../../src/tools/tree/shown_entry.ts";
import type { EntryStep } from "../../../src/walk/steps.ts";

const path = { real: "/r", open: "/r" };
const directory = { path, name: "", prefix: "", depth: 0 };

type Resolution = NonNullable<EntryStep["target"]>["resolution"];

/** A step of the walk: a link that is stored as `../x`, if it has a `resolution`. */
function step(kind: EntryStep["kind"], resolution?: Resolution): EntryStep {
  const target = resolution && { stored: "../x", resolution };
  return { type: "entry", directory, name: "n", isPlain: true, kind, target, descends: false };
}

const SHOWN = { name: "n", isPlain: true };
const LINK = { ...SHOWN, type: "link" as const, target: "../x" };

Deno.test("shownEntry() tells folders, and calls what is neither folder nor link a file", () => {
  for (const follow_file_symlinks of [false, true]) {
    const shown = (kind: EntryStep["kind"]) => shownEntry(step(kind), { follow_file_symlinks });
    assertEquals(shown("directory"), { ...SHOWN, type: "folder", isFolder: true });
    assertEquals(shown("other"), { ...SHOWN, type: "file", isFolder: false });
  }
});

Deno.test("shownEntry() shows a link by where it leads", () => {
  const file: Resolution = { outcome: "file", end: path };
  const folder: Resolution = { outcome: "directory", end: path };
  const failed: Resolution = { outcome: "failed", code: "not_found" };
  const cycle: Resolution = { outcome: "cycle", stored: "./back" };
  const rows: [Resolution, follow: boolean, shown: unknown][] = [
    [file, false, { ...LINK, isFolder: false }],
    [file, true, { ...SHOWN, type: "file", isFolder: false }],
    [folder, false, { ...LINK, isFolder: true }],
    [folder, true, { ...LINK, isFolder: true }],
    [failed, false, { ...LINK, isFolder: false }],
    [failed, true, { ...LINK, isFolder: false }],
    [cycle, false, { ...LINK, isFolder: false }],
    // `link_target` is then the target of the last link in the chain.
    [cycle, true, { ...LINK, isFolder: false, target: "./back", isLoop: true }],
  ];
  for (const [resolution, follow_file_symlinks, shown] of rows) {
    assertEquals(shownEntry(step("link", resolution), { follow_file_symlinks }), shown);
  }
});
