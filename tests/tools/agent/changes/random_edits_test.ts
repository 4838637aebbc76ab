import { assert, assertEquals } from "@std/assert";
import { type ChangesResult, TOOLSETS, TreeCache } from "../../../../mod.ts";
import { freshSeed, pick, randomFrom } from "../../../support/random.ts";
import { withTree } from "../../../support/tree.ts";

const { overview, changes } = TOOLSETS.agent;

const FILES = ["a", "b", "c", "d/e", "d/f", "d/g/h", "i/j", "i/k"];
const NEW = ["n", "d/n", "i/n", "m/n", "m/o/n"];

/** An entry, with a number of its own that it keeps wherever it is moved. A directory has no text. */
interface Known {
  readonly id: number;
  readonly text?: string;
}

/** Lists a tree, by path. The identity is that of the edits, which the file system is not asked for. */
type Model = Map<string, Known>;

function ancestorsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
}

/** Removes, moves or rewrites an entry, or makes one, both on disk and in the model. */
function edit(cwd: string, model: Model, random: () => number, nextId: () => number): void {
  const path = pick([...model.keys(), ...NEW], random);
  const kind = pick(["write", "remove", "move"], random);
  const target = kind === "move" ? pick([...FILES, ...NEW], random) : path;
  const known = model.get(path);
  const whole = [...model].filter(([key]) => key === path || key.startsWith(`${path}/`));
  if (kind === "write" ? known && known.text === undefined : known === undefined) return;
  if (kind === "move" && (model.has(target) || target.startsWith(`${path}/`))) return;
  if (ancestorsOf(target).some((each) => model.get(each)?.text !== undefined)) return;
  for (const each of ancestorsOf(target)) {
    if (model.has(each)) continue;
    Deno.mkdirSync(`${cwd}/${each}`);
    model.set(each, { id: nextId() });
  }
  if (kind === "write") {
    const text = (known?.text ?? "") + "x";
    Deno.writeTextFileSync(`${cwd}/${path}`, text);
    model.set(path, { id: known?.id ?? nextId(), text });
    return;
  }
  if (kind === "move") Deno.renameSync(`${cwd}/${path}`, `${cwd}/${target}`);
  else Deno.removeSync(`${cwd}/${path}`, { recursive: true });
  for (const [key] of whole) model.delete(key);
  if (kind === "move") {
    for (const [key, each] of whole) model.set(target + key.slice(path.length), each);
  }
}

/** Applies the changes of a result to the tree before: each is needed, and the tree after comes out. */
function checkChanges({ text, totals }: ChangesResult, before: Model, after: Model): void {
  const [added, modified] = [new Set<string>(), new Set<string>()];
  const removed: Model = new Map();
  const renamed = new Map<string, string>();
  let directory = "";
  for (const line of text === "" ? [] : text.split("\n")) {
    if (!line.startsWith(" ")) directory = line === "./" ? "" : line;
    const [, sign, name, note, was] =
      /^ (.) (.+?)\/?(?: \((modified, )?was (?:a )?(.+)\))?$/.exec(line) ?? [];
    const path = directory + name;
    if (sign === "+") added.add(path);
    if (sign === "-") removed.set(path, before.get(path)!);
    if (sign === ">") renamed.set(was!, path);
    if (sign === "~" || note !== undefined) modified.add(path);
  }
  const moved = new Set(renamed.values());
  assertEquals(totals, {
    added: added.size,
    removed: removed.size,
    modified: modified.union(moved).size,
  });
  const kept: Model = new Map();
  for (const [path, known] of before) {
    if (removed.has(path)) continue;
    const start = [path, ...ancestorsOf(path).toReversed()].find((each) => renamed.has(each)) ?? "";
    kept.set((renamed.get(start) ?? "") + path.slice(start.length), known);
  }
  assertEquals([...kept.keys(), ...added].sort(), [...after.keys()].sort());
  const gone = new Set([...removed.values()].map(({ id }) => id));
  for (const [path, { id, text }] of after) {
    if (added.has(path)) assert(!gone.has(id), `${path} was renamed`);
    const was = kept.get(path);
    if (was === undefined) continue;
    if (moved.has(path)) assertEquals(was.id, id, `${path} is another entry`);
    const isFile = was.text !== undefined || text !== undefined;
    assertEquals(modified.has(path), was.text !== text || isFile && was.id !== id, path);
  }
}

Deno.test("an entry counts once, and a rename is told only of the same entry: random edits beside a list of them", async () => {
  const seed = freshSeed();
  const random = randomFrom(seed);
  let id = 0;
  const tree = Object.fromEntries(FILES.map((path) => [path, path]));
  for (let round = 0; round < 15; round++) {
    await withTree(tree, async (cwd) => {
      const model: Model = new Map();
      for (const path of ["d", "d/g", "i"]) model.set(path, { id: id++ });
      for (const path of FILES) model.set(path, { id: id++, text: path });
      const context = { cwd, cache: new TreeCache() };
      const { snapshot } = await overview.execute({}, context);
      const before = new Map(model);
      const edits = 1 + Math.floor(random() * 8);
      for (let i = 0; i < edits; i++) edit(cwd, model, random, () => id++);
      const result = await changes.execute({ since: snapshot!, max_tokens: 5000 }, context);
      try {
        checkChanges(result, before, model);
      } catch (error) {
        throw new Error(`seed ${seed}, round ${round}:\n${result.text}`, { cause: error });
      }
    });
  }
});
