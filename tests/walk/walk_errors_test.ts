import { assertEquals } from "@std/assert";
import type { WalkStep } from "../../src/walk/steps.ts";
import { withReads } from "../support/disk_reads.ts";
import { failingDisk } from "../support/failing_disk.ts";
import { LINKS, needing, RAW_NAMES } from "../support/machine.ts";
import { shell } from "../support/shell.ts";
import { withQuickTree } from "../support/tree.ts";
import { errorsIn, pathsIn, pathsOf, stepsOf, walkOf } from "../support/walking.ts";

Deno.test("Walk() goes on when a directory vanishes during the walk", async () => {
  // Decision 3: "directories that vanish or turn unreadable during a walk: the walk goes on,
  // nothing crashes, nothing already found is lost."
  for (const order of ["name", "path", "breadth"] as const) {
    await withQuickTree({ "a/1": "", "b/2": "", "b/x/3": "", "c/4": "" }, async (root) => {
      const steps: WalkStep[] = [];
      await walkOf(root, { order }).run((step) => {
        if (steps.length === 0) Deno.removeSync(`${root}/b`, { recursive: true });
        steps.push(step);
      });
      assertEquals(pathsIn(steps).sort(), ["a", "a/1", "b", "c", "c/4"]);
      assertEquals(errorsIn(steps), ["b/: not_found"]);
    });
  }
});

Deno.test(
  needing(LINKS, "Walk() goes on when a directory becomes a file or a dangling link"),
  async () => {
    await withQuickTree({ "a/1": "", "b/2": "", "c/3": "", "d/4": "" }, async (root) => {
      const steps: WalkStep[] = [];
      await walkOf(root).run((step) => {
        if (steps.length === 0) {
          Deno.removeSync(`${root}/b`, { recursive: true });
          Deno.writeTextFileSync(`${root}/b`, "");
          Deno.removeSync(`${root}/c`, { recursive: true });
          Deno.symlinkSync("gone", `${root}/c`);
        }
        steps.push(step);
      });
      assertEquals(pathsIn(steps), ["a", "a/1", "b", "c", "d", "d/4"]);
      assertEquals(errorsIn(steps), ["b/: not_a_directory", "c/: not_a_directory"]);
    });
  },
);

const faults: [string, () => Error, string][] = [
  ["ENOENT", () => withCode(new Deno.errors.NotFound("No such file"), "ENOENT"), "not_found"],
  [
    "EACCES",
    () => withCode(new Deno.errors.PermissionDenied("Permission denied"), "EACCES"),
    "permission_denied",
  ],
  ["NotCapable", () => new Deno.errors.NotCapable("Requires read access"), "outside_scope"],
  [
    "ENAMETOOLONG",
    () => withCode(new Error("File name too long"), "ENAMETOOLONG"),
    "name_too_long",
  ],
  ["a plain Error", () => new Error("I/O error"), "io_error"],
];

function withCode(error: Error, code: string): Error {
  return Object.assign(error, { code });
}

for (const [fault, make, code] of faults) {
  Deno.test(`Walk() loses nothing but what lies below a directory that throws ${fault}`, async () => {
    const tree: Record<string, string> = {};
    for (const a of ["a", "b", "c"]) {
      for (const b of ["a", "b", "c"]) {
        tree[`${a}/${b}/f`] = "";
        for (const c of ["k", "l"]) tree[`${a}/${b}/${c}/f`] = "";
      }
    }
    await withQuickTree(tree, async (root) => {
      for (const order of ["name", "path", "breadth"] as const) {
        const all = await pathsOf(root, { order });
        for (let n = 0; n < 31; n++) {
          let calls = 0;
          let failed = "";
          const before = (path: string): void => {
            if (calls++ !== n) return;
            failed = path === root ? "" : `${path.slice(root.length + 1)}/`;
            throw make();
          };
          const steps = await withReads({ before }, () => stepsOf(root, { order }));
          assertEquals(pathsIn(steps), all.filter((path) => !path.startsWith(failed)));
          assertEquals(errorsIn(steps), [`${failed}: ${code}`]);
        }
      }
    });
  });
}

Deno.test("Walk() gives a start that cannot be read as an error at depth 0", async () => {
  await withQuickTree({ "a": "" }, async (root) => {
    const walk = walkOf(root);
    await Deno.remove(`${root}/a`);
    await Deno.remove(root);
    const steps: WalkStep[] = [];
    await walk.run((step) => void steps.push(step));
    await Deno.mkdir(root);
    assertEquals(steps.length, 1);
    assertEquals(errorsIn(steps), [": not_found"]);
  });
});

Deno.test("Walk() gives a failing Deno.readDir of a huge directory as an error", async () => {
  await withQuickTree({ "a/1": "", "b/2": "", "c/3": "" }, async (root) => {
    using _disk = failingDisk({
      lstatSync(path, proceed) {
        const info = proceed();
        return path.endsWith("/b") ? { ...info, size: 1 << 30 } : info;
      },
      async *readDir(_path, proceed) {
        yield* await proceed();
        throw new Deno.errors.PermissionDenied("half way");
      },
    });
    const steps = await stepsOf(root);
    assertEquals(errorsIn(steps), ["b/: permission_denied"]);
    assertEquals(pathsIn(steps).filter((path) => path !== "b/2"), ["a", "a/1", "b", "c", "c/3"]);
  });
});

Deno.test(
  needing(RAW_NAMES, "Walk() lists but does not descend into a directory whose name is not UTF-8"),
  async () => {
    // Decision 3: "A name holding U+FFFD is listed with the kind that the directory gave, never
    // stat'ed, resolved or descended into".
    await withQuickTree({ "a/f": "", "z": "" }, async (root) => {
      const script =
        `mkdir "$(printf 'm\\377')" "$(printf 'm\\376')"; touch "$(printf 'm\\377')/f"`;
      await shell(root, script);
      for (const order of ["name", "path", "breadth"] as const) {
        const steps = await stepsOf(root, { order });
        assertEquals(pathsIn(steps).sort(), ["a", "a/f", "m\uFFFD", "z"].sort());
        assertEquals(errorsIn(steps), ["m\uFFFD/: unaddressable"]);
      }
    });
  },
);

Deno.test(
  needing(RAW_NAMES, "Walk() does not take a valid name with U+FFFD for the one that was meant"),
  async () => {
    await withQuickTree({ "m\uFFFD/secret": "", "z": "" }, async (root) => {
      await shell(root, `mkdir "$(printf 'm\\377')"`);
      const steps = await stepsOf(root);
      assertEquals(pathsIn(steps), ["m\uFFFD", "z"]);
    });
  },
);
