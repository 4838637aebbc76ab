/** Estimates the tokens of a text. */
import { CaselessWords, letterBit } from "../../../text/caseless_words.ts";

/** The size of a text. */
export interface Cost {
  /** In UTF-8. */
  readonly bytes: number;
  /** An upper estimate, in quarters: sums of those are exact in any order. */
  readonly tokens: number;
}

const BYTES_PER_TOKEN = 3;
/** Tokens of a word, and of each of its letters and the mark before it, as abbreviations and foreign words take. */
const WORD_TOKENS = 1.25;
const CHARACTER_TOKENS = 0.25;
/** Tokens of each pair of letters that is rare in names, but for a word's first: of random letters there are many. */
const RARE_PAIR_TOKENS = 0.5;
/** Letters of a word from which on each costs more, and tokens of each of these and of each capital letter besides. */
const LONG_WORD = 10;
const LONG_WORD_TOKENS = 0.25;
const CAPITAL_TOKENS = 0.25;
const HEX_PER_TOKEN = 1.5;

/** Words common in names. Each is one token, or little more after a space, dot, underscore or hyphen. */
const COMMON_WORDS = new CaselessWords(
  "abort access actions adapter add addr address after age agent ai alias aliases all and android any api app application apps architecture archive arg args array art as assert ast async at atomic attributes audit auth authors auto backend base basic batch be before bench big bin binary bit block bridge browser buf buffer bugs build builder builtin bundle button by bytes ca cache call cargo case cast catalog cert cfg change changes char check chunk ci class clean cli client close cluster cmd code codec codes color com command commands comment commit common comp compare compat compile compiler component components conf config configuration connect connection console const constant constants container content context control convert copy core count counter cp cpp create cross crypto css csv cuda current custom cut daemon dash data database date db de debug decode decoder default defaults defs delete demo dep desktop dev device dict diff dir direct dispatch dist doc docs double download driver dump echo edit editor element empty en encode encoder encoding end engine entry env environment err errno error errors escape event events example examples exception exec exit expiry export exports ext extension extensions external extra factory fail fast feature features fetch field file files fill filter filters find first fixture fixtures flag flags float font fonts for form format free from fs full function functions gen generate generator generic get git github global go google graph group groups gui handle handler has hash head header headers heap help helper helpers hex history home hook hooks host html http https icon id if ignore image img impl import in include index info init inject inner input insert install int integer integration intel interface internal intro io is iso issue it item items iterator java javascript job jobs js json kernel key keys lang language layout lazy length less level lib libs license limits line link linux list literal load loader local locale lock log logger logging login logo long loop main make malloc man manifest manual map mapping mark math max md me media mem memory menu merge message messages meta metadata method migration min misc mock mod modal mode model models module modules mount move multi my name named names namespace native net network new news next no node nodes non none not note notes notify null num number numbers obj object of off ok old on one only op open operator ops opt option options or order os other out output override pack package packages pad page pages panel par params parent parse parser parts password patch path paths pattern per perf pg pid pin pkg platform player plugin plugins pm policy poll pool port pr pre preferences price print private process product profile progress project prompt properties proto provider proxy pub public publish pull py python query queue rand random range raw rc read reader record redis ref reference regex register registry release remote remove render replace report repository req request res reset resolver resource resources response restore result retry root route router routes row rpc rs rule rules run runner runtime safe sample scalar schema schemas scope screen script scripts sdk search secure security select self send seq server service services session set settings setup sh sha shared shell show shutdown sidebar signal simple single site size skip sm small snap so socket software sort sound source sources space spawn spec special split sql sqlite src ssl stack start stat state states static statistics stats status std stop storage store str stream string strings struct style styles sub suite sum support svg symbol symbols sync syntax sys system tab table tables tag tags tar target targets task tasks template templates test testing tests tex text theme thread threads time timeout timer title tmp to todo token tokens tool tools top trace transform transport tree trigger ts tv txt type types ui unicode unit up update upgrade uri url us usage use user util utils uuid valid validate validation validator value values var vec vendor verify version versions video view vm wait warnings watch web which win windows with words worker workflow wrap wrapper write writer ws xml yaml zero zip",
);

/** Each letter, with those that often follow it in names. */
const COMMON_PAIRS =
  "abcdfgiklmnprstuvy baceijlorsuy cacdefhiklmoprstuy dabcdefilmoprstu eabcdefgilmnopqrstuvwxy faefilmorstu gacehilnors haeimort iabcdefglmnoprstvxz jes keis lacdeiklmopstuy mabdeilmopstu nacdefgiklnopstuv oabcdfgiklmnoprstuvwx pacefhilmoprstuy qu racdefgiklmnoprstuvy sacdeghiklmoprstuwy tacdefhilmoprstuy uabcdefgilmnprst vaei waeior xceimpt ymnpst zei";

/** Bit sets of the letters that often follow each letter. */
const FOLLOWERS = Int32Array.from(
  COMMON_PAIRS.split(" "),
  ([, ...next]) => next.reduce((bits, letter) => bits | letterBit(letter.charCodeAt(0)), 0),
);

/** Extensions that are one token with their dot, after a letter or a digit. */
const SINGLE_TOKEN_EXTENSIONS =
  "asm c cc cfg cmd conf cpp cs css csv d dart diff el go gradle gz h hh hpp hs html in ini java jpg js json jsx kt less lib lock lua m md mk mm mod o pdf php pl pm png po proto py r rb rs scala scss sh so sql svg swift tar tf ts txt v vue xml yaml yml zip";

/** A pattern of the commonest phrases of rows. Tokenizers have one token for each. */
const ROW_PHRASES = [
  "…",
  "README(?!\\p{L})",
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
    "(?<indentation>^ +)(?=(?<apart>[\\d\\x80-\\u{10ffff}]?))",
    "[ ._-]?(?<word>[A-Z][a-z]+|[a-z]{2,}|[A-Z]{2,}(?![a-z]))",
    "[^]",
  ].join("|"),
  "gmu",
);

/** Tokens of a letter, by its alphabet: one for the common letters, more where an alphabet has many others. */
const LETTER_TOKENS: readonly (readonly [letters: RegExp, tokens: number])[] = [
  [/[\xc0-\xff\u0386-\u03ce\u0410-\u044f\u0451\u0454\u0456\u0457\u0531-\u0586\u05d0-\u05ea]/, 1],
  [/[\u0621-\u064a\u0e01-\u0e4e]/, 1.25],
  [/[\u0900-\u0aff\u0b80-\u0dff]/, 1.5],
  [/[\u3040-\u30ff\u4e00-\u9fff]/, 2],
  [/[\uac00-\ud7a3]/, 2.5],
];

const utf8Encoder = new TextEncoder();

export function costOf(text: string): Cost {
  let tokens = 0;
  for (const { 0: piece, groups } of text.matchAll(PIECES)) {
    const { digest, one, indentation, apart, word } = groups!;
    if (one !== undefined) tokens++;
    else if (word !== undefined) tokens += wordTokens(word, piece.length);
    else if (digest !== undefined) tokens += Math.ceil(digest.length / HEX_PER_TOKEN);
    else if (indentation !== undefined) {
      tokens += (indentation.length > 1 ? 1 : 0) + (apart === "" ? 0 : 1);
    } else tokens += characterTokens(piece);
  }
  return { bytes: utf8Encoder.encode(text).length, tokens };
}

function wordTokens(word: string, lengthWithMark: number): number {
  if (COMMON_WORDS.has(word)) return 1 + CHARACTER_TOKENS * (lengthWithMark - word.length);
  // After the first letter, a word is all of capitals or of none.
  const isCapital = word.charCodeAt(1) < LOWER_A;
  return WORD_TOKENS + CHARACTER_TOKENS * lengthWithMark +
    RARE_PAIR_TOKENS * Math.max(0, countRarePairs(word) - 1) +
    LONG_WORD_TOKENS * Math.max(0, word.length - LONG_WORD) +
    (isCapital ? CAPITAL_TOKENS * word.length : 0);
}

const LOWER_A = 97;

function countRarePairs(word: string): number {
  let count = 0;
  for (let i = 1; i < word.length; i++) {
    const followers = FOLLOWERS[(word.charCodeAt(i - 1) & 31) - 1]!;
    if ((followers & letterBit(word.charCodeAt(i))) === 0) count++;
  }
  return count;
}

/** Returns the tokens of a character; of a rare one, a token for each byte, as no tokenizer takes more. */
function characterTokens(character: string): number {
  if (character < "\x80") return 1;
  const [, tokens = utf8Encoder.encode(character).length] =
    LETTER_TOKENS.find(([letters]) => letters.test(character)) ?? [];
  return tokens;
}

/** Returns an estimate of tokens that o200k does not exceed for names which people and programs choose. */
export function estimateTokens({ bytes, tokens }: Cost): number {
  return Math.ceil(Math.max(bytes / BYTES_PER_TOKEN, tokens));
}

export function sumOfCosts(costs: Iterable<Cost>): Cost {
  let [bytes, tokens] = [0, 0];
  for (const cost of costs) {
    bytes += cost.bytes;
    tokens += cost.tokens;
  }
  return { bytes, tokens };
}

export function subtractCost(a: Cost, b: Cost): Cost {
  return { bytes: a.bytes - b.bytes, tokens: a.tokens - b.tokens };
}
