/** Finds the name that a misspelt one may stand for. */
import { codePointsIn, EditDistance } from "./edit_distance.ts";
import { foldCase } from "./line_safe.ts";

/**
 * The name that is nearest to one, the first of those that are equally near; `undefined` if none is near. A third of
 * it is misspelt at most, or one of the two is part of the other.
 */
export function nearestTo(asked: string, names: readonly string[]): string | undefined {
  const wanted = foldCase(asked);
  const codes = codePointsIn(wanted);
  const most = wanted.length < 5 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  const distance = new EditDistance();
  const editsTo = (name: string): number => {
    const others = codePointsIn(name);
    const [short, long] = codes.length < others.length ? [wanted, name] : [name, wanted];
    return short.length > 1 && long.includes(short)
      ? Math.abs(codes.length - others.length)
      : distance.between(codes, others, most);
  };
  let [nearest, least]: [string | undefined, number] = [undefined, Infinity];
  for (const name of names) {
    const edits = editsTo(foldCase(name));
    if (edits < least) [nearest, least] = [name, edits];
  }
  return nearest;
}
