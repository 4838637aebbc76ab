import { assertEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../../../../mod.ts";
import { freshSeed, pick, randomFrom } from "../../../support/random.ts";
import { withTree } from "../../../support/tree.ts";

const { overview, changes } = TOOLSETS.agent;

const FILES = ["a", "b", "c", "d/e", "d/f", "d/g/h", "i/j", "i/k"];
const NEW = ["n", "d/n", "i/n", "m/n", "m/o/n"];

/** An entry, with a number of its own that it keeps wherever it is moved. */
interface Known {
  readonly id: number;
  readonly text: string | undefined;
}

/** Lists a tree, by path. The identity is that of the edits, which the file system is not asked for. */
type Model = Map<string, Known>;

/** Removes random files and directories, makes, rewrites and moves others, both on disk and in the model. */
function edit(cwd: string, model: Model, random: () => number, nextId: () => number): void {
  const at = (path: string): string => `${cwd}/${path}`;
  const below = (path: string) => [...model.keys()].filter((key) => key.startsWith(`${path}/`));
  const makeParents = (path: string): boolean => {
    const parts = path.split("/").slice(0, -1);
    for (let i = 1; i <= parts.length; i++) {
      const parent = parts.slice(0, i).join("/");
      const known = model.get(parent);
      if (known?.text !== undefined) return false;
      if (known !== undefined) continue;
      Deno.mkdirSync(at(parent));
      model.set(parent, { id: nextId(), text: undefined });
    }
    return true;
  };
  const path = pick([...model.keys(), ...NEW], random);
  const target = pick([...FILES, ...NEW], random);
  const known = model.get(path);
  const kind = pick(["write", "remove", "move"], random);
  if (kind === "move") {
    if (known === undefined || model.has(target) || target.startsWith(`${path}/`)) return;
    if (!makeParents(target)) return;
    Deno.renameSync(at(path), at(target));
    for (const each of [path, ...below(path)]) {
      model.set(target + each.slice(path.length), model.get(each)!);
      model.delete(each);
    }
  } else if (kind === "remove") {
    if (known === undefined) return;
    Deno.removeSync(at(path), { recursive: true });
    for (const each of [path, ...below(path)]) model.delete(each);
  } else if (known === undefined || known.text !== undefined) {
    if (!makeParents(path)) return;
    const text = (known?.text ?? "") + "x";
    Deno.writeTextFileSync(at(path), text);
    model.set(path, { id: known?.id ?? nextId(), text });
  }
}

/** Returns the expected totals and renames. A rename of a directory is that of its content as well. */
function expectedChanges(before: Model, after: Model) {
  const kindOf = ({ text }: Known): string => text === undefined ? "directory" : "file";
  const paired = new Set<string>();
  const totals = { added: 0, removed: 0, modified: 0 };
  const renames: string[] = [];
  const pair = (old: string, path: string, isRenamed: boolean): void => {
    const [was, is] = [before.get(old)!, after.get(path)!];
    paired.add(`-${old}`).add(`+${path}`);
    if (isRenamed) renames.push(`${path} was ${old}`);
    const differs = kindOf(was) !== kindOf(is) || was.text !== is.text ||
      was.text !== undefined && was.id !== is.id;
    if (isRenamed || differs) totals.modified++;
    if (kindOf(was) !== "directory" || kindOf(is) !== "directory") return;
    for (const inner of before.keys()) {
      if (!inner.startsWith(`${old}/`) || inner.slice(old.length + 1).includes("/")) continue;
      const same = path + inner.slice(old.length);
      if (after.has(same) && !paired.has(`-${inner}`) && !paired.has(`+${same}`)) {
        pair(inner, same, false);
      }
    }
  };
  for (const path of before.keys()) {
    if (after.has(path) && !path.includes("/")) pair(path, path, false);
  }
  for (const kind of ["directory", "file"]) {
    const byDepth = [...after].toSorted(([a], [b]) =>
      a.split("/").length - b.split("/").length || (a < b ? -1 : 1)
    );
    for (const [path, is] of byDepth) {
      if (kindOf(is) !== kind || paired.has(`+${path}`)) continue;
      const [old] = [...before].find(([, was]) => was.id === is.id) ?? [];
      if (old !== undefined && !paired.has(`-${old}`)) pair(old, path, true);
    }
  }
  for (const path of before.keys()) if (!paired.has(`-${path}`)) totals.removed++;
  for (const path of after.keys()) if (!paired.has(`+${path}`)) totals.added++;
  return { totals, renames: renames.sort() };
}

/** Returns the renames that a text of changes reports. */
function renamesOf(text: string): string[] {
  let directory = "";
  return text.split("\n").flatMap((line) => {
    if (!line.startsWith(" ")) directory = line === "./" ? "" : line;
    const rename = /^ > (.+?)\/? \((?:modified, )?was (.+)\)$/.exec(line);
    return rename === null ? [] : [`${directory}${rename[1]} was ${rename[2]}`];
  }).sort();
}

Deno.test("an entry counts once, and a rename is told only of the same entry: random edits beside a list of them", async () => {
  const seed = freshSeed();
  const random = randomFrom(seed);
  let id = 0;
  const tree = Object.fromEntries(FILES.map((path) => [path, path]));
  for (let round = 0; round < 40; round++) {
    await withTree(tree, async (cwd) => {
      const model: Model = new Map();
      for (const path of ["d", "d/g", "i"]) model.set(path, { id: id++, text: undefined });
      for (const path of FILES) model.set(path, { id: id++, text: path });
      const context = { cwd, cache: new TreeCache() };
      const { snapshot } = await overview.execute({}, context);
      const before = new Map(model);
      const edits = 1 + Math.floor(random() * 8);
      for (let i = 0; i < edits; i++) edit(cwd, model, random, () => id++);
      const result = await changes.execute({ since: snapshot!, max_tokens: 5000 }, context);
      assertEquals(
        { totals: result.totals, renames: renamesOf(result.text) },
        expectedChanges(before, model),
        `seed ${seed}, round ${round}:\n${result.text}`,
      );
    });
  }
});
