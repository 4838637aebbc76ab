/**
 * Changes a tree until the tree is gone or the time is up.
 *
 * Arguments: the tree's folder, the folder outside, a seed.
 */
import { pick, randomFrom } from "../support/random.ts";

const LIFE_MS = 15 * 60_000;
const [root, outside, seed] = Deno.args as [string, string, string];
const random = randomFrom(Number(seed));
const end = Date.now() + LIFE_MS;

await mutate();

async function mutate(): Promise<void> {
  const directories = Array.from({ length: 8 }, (_, i) => `${root}/d${i}`);
  const file = (): string => `${pick(directories, random)}/f${Math.floor(random() * 20)}`;
  const inner = (): string => `${pick(directories, random)}/s${Math.floor(random() * 3)}`;
  const hold = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random() * 3));
  const changes: readonly (() => void | Promise<void>)[] = [
    () => Deno.writeTextFileSync(file(), "x"),
    () => Deno.removeSync(file()),
    () => Deno.renameSync(file(), file()),
    () => Deno.mkdirSync(`${inner()}/t`, { recursive: true }),
    () => Deno.removeSync(inner(), { recursive: true }),
    () => Deno.renameSync(inner(), inner()),
    () => Deno.symlinkSync(pick(["../d1", "s1", "../../outside", "nowhere"], random), file()),
    () => Deno.writeTextFileSync(`${pick(directories, random)}/.gitignore`, "f1*\ns2/\n"),
    () => Deno.removeSync(`${pick(directories, random)}/.gitignore`),
    () => {
      const [a, b] = [pick(directories, random), pick(directories, random)];
      if (a === b) return;
      Deno.renameSync(a, `${root}/aside`);
      Deno.renameSync(b, a);
      Deno.renameSync(`${root}/aside`, b);
    },
    async () => {
      const directory = pick(directories, random);
      Deno.renameSync(directory, `${outside}/aside`);
      Deno.symlinkSync(outside, directory);
      await hold();
      Deno.removeSync(directory);
      Deno.renameSync(`${outside}/aside`, directory);
    },
  ];
  while (Date.now() < end) {
    try {
      await pick(changes, random)();
    } catch {
      // The entry to change does not exist at the moment. This throws once the tree is gone.
      Deno.lstatSync(root);
    }
    if (random() < 0.3) await hold();
  }
}
