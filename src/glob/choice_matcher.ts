/** Matching a name against braces without writing out every text that they stand for. */
import type { NameMatcher } from "./name_matcher.ts";
import { codePointsOf, matchesOne, type Token } from "./tokens.ts";

/** A place in a pattern. */
interface State {
  /** What the next character must match; nothing where the place only leads on. */
  readonly token?: Token;
  /** The places that it leads to: after that character, or, without a token or at a star, at once. */
  readonly next: number[];
}

/**
 * Compiles pieces that a whole name must match one after the other, each by one of its arms. A name takes
 * time linear in tokens × name: it is followed to all places at once.
 */
export function choiceMatcher(pieces: readonly (readonly (readonly Token[])[])[]): NameMatcher {
  const states = statesOf(pieces);
  const last = states.length - 1;
  const reachedAt = new Float64Array(states.length);
  let turn = 0;
  const reach = (at: number, reached: number[]): void => {
    if (reachedAt[at] === turn) return;
    reachedAt[at] = turn;
    const { token, next } = states[at]!;
    if (token !== undefined) reached.push(at);
    if (token === undefined || token.type === "star") {
      for (const each of next) reach(each, reached);
    }
  };
  return (name) => {
    const codes = codePointsOf(name);
    turn++;
    let here: number[] = [];
    reach(0, here);
    for (let i = 0; i < codes.length && here.length > 0; i++) {
      const code = codes.charCodeAt(i);
      const there: number[] = [];
      turn++;
      for (const at of here) {
        const { token, next } = states[at]!;
        if (token!.type === "star") reach(at, there);
        else if (matchesOne(token!, code)) { for (const each of next) reach(each, there); }
      }
      here = there;
      if (i === codes.length - 1) return reachedAt[last] === turn;
    }
    return codes.length === 0 && reachedAt[last] === turn;
  };
}

/** The places of a pattern, the first and the last of them its start and its end. */
function statesOf(pieces: readonly (readonly (readonly Token[])[])[]): State[] {
  const states: State[] = [{ next: [] }];
  for (const arms of pieces) {
    const start = states.length - 1;
    const ends: number[] = [];
    for (const arm of arms) {
      let before = start;
      for (const token of arm) {
        states[before]!.next.push(states.length);
        before = states.length;
        states.push({ token, next: [] });
      }
      ends.push(before);
    }
    for (const end of ends) states[end]!.next.push(states.length);
    states.push({ next: [] });
  }
  return states;
}
