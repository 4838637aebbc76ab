import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { denoRun, projectFile, run, runSync } from "../support/process.ts";
import { missingForFuse } from "./lies.ts";
import type { LiesOrder, LiesReport } from "./lies_process.ts";

/** What is denied or hidden, under the spelling that the disk stores. */
const KEPT = ["Secret", "Été", "Secret.txt"];

const lacking = missingForFuse();

Deno.test({
  name:
    "on a disk that does not tell upper from lower case, denials, patterns and roots hold for every spelling",
  ignore: lacking !== undefined,
  fn: async () => {
    const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
    const mount = `${folder}/mount`;
    Deno.mkdirSync(mount);
    try {
      await run(["python3", projectFile("tests/torture/caseless_fs.py"), mount], {
        silenceMs: 3_600_000,
        meanwhile: async ({ child, shows }) => {
          assert(await shows(/ready/));
          const paths = spellings(mount);
          const marks = ["inner-mark", "7654321"];
          const denied = KEPT.map((name) => `${mount}/In/${name}`).join(",");
          const cwd = `${mount}/In`;
          const narrow = [`--allow-read=${cwd}`, `--deny-read=${denied}`];
          await check(narrow, { cwd, roots: ["."], paths, marks });
          await check(narrow, { cwd, roots: undefined, paths, marks });
          await check(["--allow-all"], {
            cwd,
            roots: ["."],
            policy: { hide: KEPT.map((name) => `/${name}`) },
            paths,
            marks,
          });
          await child.stdin.close();
        },
      });
    } finally {
      runSync(["umount", "-l", mount]);
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

/** Random spellings of what is kept, and of what lies below and beside it. */
function spellings(mount: string): string[] {
  const kept = fc.constantFrom(
    ...KEPT,
    "Secret/Deep",
    "Été/Deep",
    "to-open/../Secret",
    "to-secret",
    "to-deep",
    "to-out",
    "../Outside",
    "../In/Secret",
    `${mount}/In/Été`,
  );
  const one = fc.tuple(kept, fc.infiniteStream(fc.boolean()), fc.constantFrom("NFC", "NFD"))
    .map(([path, flips, form]) => {
      const start = path.startsWith(mount) ? mount : "";
      const rest = Array.from(
        path.slice(start.length),
        (each) => flips.next().value ? each.toUpperCase() : each.toLowerCase(),
      ).join("");
      return start + rest.normalize(form);
    });
  return [...new Set(fc.sample(one, 6))];
}

async function check(flags: readonly string[], order: LiesOrder): Promise<void> {
  const program = projectFile("tests/torture/lies_process.ts");
  const command = denoRun(["--quiet", "--no-prompt", "--no-lock", ...flags], program);
  const { stdout, stderr } = await run([...command, JSON.stringify(order)], { silenceMs: 60_000 });
  const reports = stdout.trim().split("\n").map((line) => JSON.parse(line) as LiesReport);
  assert(reports.length > order.paths.length, stderr);
  const bad = reports.filter(({ shown, thrown }) => shown.length > 0 || thrown !== undefined);
  assertEquals(bad, []);
}
