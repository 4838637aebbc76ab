import { codePointsOf, EditDistance } from "./edit_distance.ts";
import { foldUnicodeCase } from "./line_safe.ts";

/** At most a third of the name may be misspelt, unless one of the two is part of the other. */
export function nearestTo(misspelt: string, names: readonly string[]): string | undefined {
  const folded = foldUnicodeCase(misspelt);
  const codes = codePointsOf(folded);
  const maxEdits = folded.length < 5 ? 1 : Math.max(2, Math.floor(folded.length / 3));
  const distance = new EditDistance();
  const editsTo = (name: string): number => {
    const others = codePointsOf(name);
    const [short, long] = codes.length < others.length ? [folded, name] : [name, folded];
    return short.length > 1 && long.includes(short)
      ? Math.abs(codes.length - others.length)
      : distance.between(codes, others, maxEdits);
  };
  let [nearest, fewestEdits]: [string | undefined, number] = [undefined, Infinity];
  for (const name of names) {
    const edits = editsTo(foldUnicodeCase(name));
    if (edits < fewestEdits) [nearest, fewestEdits] = [name, edits];
  }
  return nearest;
}
