/** Counts the steps of regular expressions as an engine that goes back takes them: no clock, and no luck. */
import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** Goes on at an index; false where the rest does not match from there. */
type Rest = (at: number) => boolean;
type Matcher = (at: number, rest: Rest) => boolean;

/** Returns the number of characters that are looked at in a search for all matches of an expression, up to a limit. */
export function stepsOf({ source, flags }: RegExp, text: string, limit: number): number {
  const characters = flags.includes("u") ? Array.from(text) : text.split("");
  const groups: string[] = [];
  let steps = 0;

  /** Returns what tests the character at an index. */
  function oneOf(node: AST.Node): (at: number) => boolean {
    const own = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
    const known = new Map<string, boolean>();
    return (at) => {
      steps++;
      const character = characters[at];
      if (character === undefined || steps > limit) return false;
      if (!known.has(character)) known.set(character, own.test(character));
      return known.get(character)!;
    };
  }

  function sequence(nodes: readonly AST.Element[], isBack: boolean): Matcher {
    const matchers = nodes.map((node) => matcherOf(node, isBack));
    if (isBack) matchers.reverse();
    return matchers.reduceRight<Matcher>(
      (after, each) => (at, rest) => each(at, (end) => after(end, rest)),
      (at, rest) => rest(at),
    );
  }

  function oneOfAll(alternatives: readonly AST.Alternative[], isBack: boolean): Matcher {
    const matchers = alternatives.map(({ elements }) => sequence(elements, isBack));
    return (at, rest) => matchers.some((each) => each(at, rest));
  }

  function assertion(node: AST.Assertion): Matcher {
    if (node.kind === "lookahead" || node.kind === "lookbehind") {
      const inner = oneOfAll(node.alternatives, node.kind === "lookbehind");
      return (at, rest) => inner(at, () => true) !== node.negate && rest(at);
    }
    const isWord = (at: number) => /^\w$/.test(characters[at] ?? "");
    const isBreak = (at: number) => flags.includes("m") && characters[at] === "\n";
    if (node.kind === "word") {
      return (at, rest) => (isWord(at - 1) !== isWord(at)) !== node.negate && rest(at);
    }
    return node.kind === "start"
      ? (at, rest) => (at === 0 || isBreak(at - 1)) && rest(at)
      : (at, rest) => (at === characters.length || isBreak(at)) && rest(at);
  }

  function quantifier({ element, min, max, greedy }: AST.Quantifier, isBack: boolean): Matcher {
    const isOne = ["Character", "CharacterSet", "CharacterClass"].includes(element.type);
    if (isOne && greedy) {
      const test = oneOf(element);
      const by = isBack ? -1 : 1;
      return (at, rest) => {
        let count = 0;
        while (count < max && test(isBack ? at - count - 1 : at + count)) count++;
        for (; count >= min; count--) if (steps <= limit && rest(at + by * count)) return true;
        return false;
      };
    }
    const inner = matcherOf(element, isBack);
    const from = (count: number): Matcher => (at, rest) => {
      const again = () =>
        count < max &&
        inner(at, (end) => (end !== at || count < min) && from(count + 1)(end, rest));
      if (steps > limit) return false;
      if (count < min) return again();
      return greedy ? again() || rest(at) : rest(at) || again();
    };
    return from(0);
  }

  function matcherOf(node: AST.Element, isBack: boolean): Matcher {
    switch (node.type) {
      case "Assertion":
        return assertion(node);
      case "Quantifier":
        return quantifier(node, isBack);
      case "Group":
        return oneOfAll(node.alternatives, isBack);
      case "CapturingGroup": {
        const inner = oneOfAll(node.alternatives, isBack);
        const index = parsed.flatMap((all) => groupsOf(all)).indexOf(node);
        return (at, rest) =>
          inner(at, (end) => {
            groups[index] = characters.slice(Math.min(at, end), Math.max(at, end)).join("");
            return rest(end);
          });
      }
      case "Backreference":
        return (at, rest) => {
          const same = groups[Number(node.ref) - 1] ?? "";
          steps += same.length;
          return characters.slice(at, at + same.length).join("") === same &&
            rest(at + same.length);
        };
      default: {
        const test = oneOf(node);
        return (at, rest) => test(isBack ? at - 1 : at) && rest(isBack ? at - 1 : at + 1);
      }
    }
  }

  const parsed = parse(source, flags).alternatives;
  const whole = oneOfAll(parsed, false);
  for (let at = 0; at <= characters.length && steps <= limit;) {
    let end = -1;
    const isFound = whole(at, (found) => (end = found) >= 0);
    if (!flags.includes("g") && (isFound || flags.includes("y"))) break;
    at = Math.max(at + 1, end);
  }
  return steps;
}

/** Characters that stand for the sets of expressions, and what spoils a match. */
const SAMPLES = Array.from("aA1 .:/-_\"'`([{<*#@=,\\\n\t\u0301é検");
const SPOILERS = ["", "!", "\n", " x"];

/** Returns texts that may stall an expression: what each of its repeats takes, over and over, after what is before it. */
export function stallingTexts({ source, flags }: RegExp, length: number): Set<string> {
  const texts = new Set<string>();
  const add = (before: string, unit: string): void => {
    if (unit === "") return;
    const repeated = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
    for (const after of SPOILERS) texts.add(before + repeated + after);
  };
  const sample = (node: AST.Node): string => {
    switch (node.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass": {
        const own = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
        const fallback = node.type === "Character" ? String.fromCodePoint(node.value) : "";
        return SAMPLES.find((each) => own.test(each)) ?? fallback;
      }
      case "Group":
      case "CapturingGroup":
        return sample(node.alternatives[0]!);
      case "Alternative":
        return node.elements.map(sample).join("");
      case "Quantifier":
        return sample(node.element).repeat(Math.min(Math.max(1, node.min), 8));
      default:
        return "";
    }
  };
  const visit = (alternatives: readonly AST.Alternative[], start: string): void => {
    for (const { elements } of alternatives) {
      let before = start;
      for (const node of elements) {
        const own = sample(node);
        if (node.type === "Quantifier") {
          add(before, sample(node.element));
          add("", before + own);
          add(own, `${own}${before}`);
        }
        const inner = node.type === "Quantifier" ? node.element : node;
        if ("alternatives" in inner) visit(inner.alternatives, before);
        before += own;
      }
      add("", before);
    }
  };
  visit(parse(source, flags).alternatives, "");
  for (const unit of SAMPLES) add("", unit);
  return texts;
}

function parse(source: string, flags: string): AST.Pattern {
  return new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
  });
}

function groupsOf(node: AST.Node): AST.CapturingGroup[] {
  if (node.type === "Quantifier") return groupsOf(node.element);
  const own = node.type === "CapturingGroup" ? [node] : [];
  if (node.type === "Alternative") return node.elements.flatMap(groupsOf);
  return "alternatives" in node ? [...own, ...node.alternatives.flatMap(groupsOf)] : own;
}
