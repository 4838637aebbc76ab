/** Estimates the tokens of a text. */
import { CaselessWords } from "../rank/caseless_words.ts";

/** The size of a text, or a budget for one. */
export interface Cost {
  /** In UTF-8. */
  readonly bytes: number;
  /** An upper estimate, in quarters: sums of those are exact in any order. */
  readonly tokens: number;
}

/** Bytes per token of ordinary words. */
const BYTES_PER_TOKEN = 3;
/** Tokens of a word, and of each of its letters and the mark before it, as abbreviations and foreign words take. */
const WORD_TOKENS = 1.25;
const CHARACTER_TOKENS = 0.25;
/** Hexadecimal digits per token. */
const HEX_PER_TOKEN = 1.5;

/** Words common in names. Each is one token, or little more after a space, dot, underscore or hyphen. */
const COMMON_WORDS = new CaselessWords(
  "abort access actions add addr address age agent alias aliases all and android api app application apps architecture archive arg args array art as async at atomic attributes audit auth authors auto backend base basic bench bin binary bit bridge browser buffer bugs build builder builtin bundle button by cache call cargo cast catalog cert change changes char check class clean cli client close cluster cmd code codes color com command commands comment commit common comp compat compile compiler component components conf config configuration console constants container content context control convert copy core count counter create cross crypto css csv cuda current custom cut daemon dash data database db de debug decode decoder default defaults defs delete demo desktop dev device dict diff dir direct dispatch dist doc docs download driver dump echo edit editor empty en encoding end engine entry env environment err errno error errors event events example examples exec exit expiry export ext extension extensions external extra factory fail fast feature features fetch file files filter find first fixture fixtures flag flags float font fonts for form format free from fs full function functions generate generator generic get git github global google graph group groups gui handle hash header help helper helpers hex history home hook hooks host html http https icon id ignore image img impl import in include index info init inject input insert install int integration intel interface internal intro io is it item items java javascript job jobs js json kernel key keys lang language layout less level lib libs license limits line link linux list load local locale log logging login logo long loop main make malloc manifest manual map mark max md me media memory menu merge message messages meta metadata migration min misc mock mod modal mode model models module modules mount move multi my name names namespace native net network new news next no node none not note notes notify num numbers obj object of off old on one open operator ops opt option options or order os other out output override pack package packages pad page pages par params parent parse parser parts password patch path pattern per perf pid pin pkg platform player plugin plugins pm policy poll pool port pre preferences price print private process product profile progress project properties proto provider proxy pub public py python query queue rand random range raw read reader redis ref regex register registry release remote remove report repository req request res reset resolver resource restore root route router routes row rpc rs rules run runtime sample scalar schema schemas scope screen script scripts sdk search secure security select self send seq server service services session set settings setup shared shell show shutdown sidebar signal simple site size small snap socket software sort sound source sources spawn spec split sql sqlite src stack start state states static statistics stats status std stop storage store str stream string strings struct style styles sub sum support svg symbol symbols sync syntax sys system tab table tables tag tags tar target targets task tasks template templates test testing tests tex text theme thread threads time timeout title tmp to todo token tool tools top trace transform transport tree trigger ts tv txt type types ui unicode unit up update upgrade url us usage use user util utils uuid value values var vec vendor verify version versions video view vm warnings watch web which win windows with worker workflow wrapper write xml yaml zip",
);

/** Extensions that are one token with their dot, after a letter or a digit. */
const SINGLE_TOKEN_EXTENSIONS =
  "asm c cc cfg cmd conf cpp cs css csv d dart diff el go gradle gz h hh hpp hs html in ini java jpg js json jsx kt less lib lock lua m md mk mm mod o pdf php pl pm png po proto py r rb rs scala scss sh so sql svg swift tar tf ts txt v vue xml yaml yml zip";

/** A pattern of the commonest phrases of rows. Tokenizers have one token for each. */
const ROW_PHRASES = [
  "…",
  " (?:dirs?|files?|links?|more)(?!\\p{L})",
  " \\(",
  `(?<=[A-Za-z\\d])\\.(?:${SINGLE_TOKEN_EXTENSIONS.replaceAll(" ", "|")})(?!\\p{L})`,
].join("|");

/**
 * A pattern of the pieces that tokenizers split a text into: digests, what is one token, indentation, words at
 * capitals with the mark before them, and every other character by itself. A space joins a word, and no number.
 */
const PIECES = new RegExp(
  [
    "(?<digest>[\\da-f]{8,})",
    `(?<one>${ROW_PHRASES}|\\d{1,3}|[)/]?\n)`,
    "(?<indentation>^ +)(?=(?<digit>\\d?))",
    "[ ._-]?(?<word>[A-Z][a-z]+|[a-z]{2,}|[A-Z]{2,}(?![a-z]))",
    "[^]",
  ].join("|"),
  "gmu",
);

/** Letters of alphabets, from Latin to Thai, of which tokenizers have whole words. */
const ALPHABETS = /[\xc0-\u024f\u0370-\u06ff\u0900-\u0e7f]/;
/** Letters of which tokenizers have the common ones. */
const COMMON_CJK = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

const utf8Encoder = new TextEncoder();

/** Returns the cost of a text. */
export function costOf(text: string): Cost {
  let tokens = 0;
  for (const { 0: piece, groups } of text.matchAll(PIECES)) {
    const { digest, one, indentation, digit, word } = groups!;
    if (one !== undefined) tokens++;
    else if (word !== undefined) tokens += wordTokens(word, piece.length);
    else if (digest !== undefined) tokens += Math.ceil(digest.length / HEX_PER_TOKEN);
    else if (indentation !== undefined) {
      tokens += (indentation.length > 1 ? 1 : 0) + digit!.length;
    } else tokens += characterTokens(piece);
  }
  return { bytes: utf8Encoder.encode(text).length, tokens };
}

function wordTokens(word: string, lengthWithMark: number): number {
  return COMMON_WORDS.has(word)
    ? 1 + CHARACTER_TOKENS * (lengthWithMark - word.length)
    : WORD_TOKENS + CHARACTER_TOKENS * lengthWithMark;
}

/** Returns the tokens of a character; of a rare one, a token for each byte, as no tokenizer takes more. */
function characterTokens(character: string): number {
  if (character < "\x80" || ALPHABETS.test(character)) return 1;
  return COMMON_CJK.test(character) ? 2 : utf8Encoder.encode(character).length;
}

/** Returns an estimate of tokens that o200k does not exceed for names which people and programs choose. */
export function estimateTokens({ bytes, tokens }: Cost): number {
  return Math.ceil(Math.max(bytes / BYTES_PER_TOKEN, tokens));
}

/** Returns the budget of a number of tokens. */
export function budgetFor(tokens: number): Cost {
  return { bytes: BYTES_PER_TOKEN * tokens, tokens };
}

/** Adds costs. */
export function sumOfCosts(costs: Iterable<Cost>): Cost {
  let [bytes, tokens] = [0, 0];
  for (const cost of costs) {
    bytes += cost.bytes;
    tokens += cost.tokens;
  }
  return { bytes, tokens };
}

/** Returns a budget less a cost; negative if the cost exceeds it. */
export function subtractCost(budget: Cost, cost: Cost): Cost {
  return { bytes: budget.bytes - cost.bytes, tokens: budget.tokens - cost.tokens };
}

/** Reports whether a cost is within a budget. */
export function fits(cost: Cost, budget: Cost): boolean {
  return cost.bytes <= budget.bytes && cost.tokens <= budget.tokens;
}
