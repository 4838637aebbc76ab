import { assertEquals } from "@std/assert";
import { DENO_FILE_SYSTEM } from "../../src/scope/file_system.ts";
import { Places } from "../../src/scope/places.ts";
import { LINKS, testsNeeding } from "../support/machine.ts";
import { link, withQuickTree } from "../support/tree.ts";

const test = testsNeeding(LINKS);

test("a file below a link that led elsewhere meanwhile is not in place, though its folder is granted by another spelling", () =>
  withQuickTree({ "real/a.ts": "in", "out/a.ts": "out", "link": link("real") }, (root) => {
    const parent = { open: `${root}/real`, real: `${root}/real` };
    const places = new Places(
      DENO_FILE_SYSTEM,
      ({ real }) => real.endsWith("a.ts") ? parent : undefined,
    );
    const spellings = [`${root}/real/a.ts`, `${root}/link/a.ts`];
    const areHeld = () =>
      spellings.map((open) => places.holds({ open, real: spellings[0]! }, Deno.lstatSync(open)));
    assertEquals(areHeld(), [true, true]);
    Deno.removeSync(`${root}/link`);
    Deno.symlinkSync("out", `${root}/link`);
    assertEquals(areHeld(), [true, false]);
  }));
