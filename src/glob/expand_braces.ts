import { type Character, globClassEnd, PatternError } from "./pattern_characters.ts";

const MAX_EXPANSIONS = 64;

/** @throws {PatternError} If braces are malformed, nested or too many. */
export function expandBraces(characters: readonly Character[]): Character[][] {
  // Alternates between the text between braces, as the only choice, and the arms of braces.
  const pieces: Character[][][] = [[[]]];
  let count = 1;
  for (let i = 0; i < characters.length; i++) {
    const { text, position } = characters[i]!;
    const plain = pieces.at(-1)![0]!;
    if (text === "[") {
      const end = globClassEnd(characters, i);
      plain.push(...characters.slice(i, end + 1));
      i = end;
    } else if (text === "{") {
      const { arms, end } = scanBraces(characters, i);
      count *= arms.length;
      if (count > MAX_EXPANSIONS) {
        throw new PatternError(`braces expand to more than ${MAX_EXPANSIONS} patterns`, position);
      }
      pieces.push(arms, [[]]);
      i = end;
    } else if (text === "}") {
      throw new PatternError("unopened brace", position);
    } else {
      plain.push(characters[i]!);
    }
  }
  return pieces.reduce(
    (heads, arms) => heads.flatMap((head) => arms.map((arm) => [...head, ...arm])),
    [[]],
  );
}

/** Returns a pattern with a class in place of each brace that encloses no choice: `[{][{]x[}][}]` for `{{x}}`. */
export function withLiteralBraces(characters: readonly Character[]): Character[] {
  const literal = new Set<Character>();
  const open: { readonly brace: Character; hasComma: boolean }[] = [];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i]!;
    const { text } = character;
    if (text === "[") i = globClassEnd(characters, i);
    else if (text === "{") open.push({ brace: character, hasComma: false });
    else if (text === "," && open.length > 0) open.at(-1)!.hasComma = true;
    else if (text === "}") {
      const closed = open.pop();
      if (closed?.hasComma === false) literal.add(closed.brace).add(character);
    }
  }
  return characters.flatMap((each) => {
    const { position } = each;
    return literal.has(each) ? [{ text: "[", position }, each, { text: "]", position }] : [each];
  });
}

function scanBraces(characters: readonly Character[], open: number) {
  const arms: Character[][] = [[]];
  for (let i = open + 1; i < characters.length; i++) {
    const character = characters[i]!;
    switch (character.text) {
      case "[": {
        const end = globClassEnd(characters, i);
        arms.at(-1)!.push(...characters.slice(i, end + 1));
        i = end;
        break;
      }
      case "}":
        if (arms.length === 1) {
          const reason = arms[0]!.length === 0 ? "empty braces" : "one-armed braces";
          throw new PatternError(reason, characters[open]!.position);
        }
        return { arms, end: i };
      case ",":
        arms.push([]);
        break;
      default:
        checkInBraces(character, characters[i + 1]);
        arms.at(-1)!.push(character);
    }
  }
  throw new PatternError("unclosed brace", characters[open]!.position);
}

function checkInBraces({ text, position }: Character, next: Character | undefined): void {
  if (text === "{") throw new PatternError("nested braces", position);
  if (text === "/") throw new PatternError("slash in braces", position);
  if (text === "*" && next?.text === "*") throw new PatternError("** in braces", position);
}
