/** What the name and the place of an entry tell of how likely it is that work happens there. */
import { CaselessWords } from "./caseless_words.ts";

/** What a name is worth without its place: that of a source, of what people write besides, of anything else. */
const SOURCE = 1;
const TEXT = 0.25;
const OTHER = 0.1;
/** No name is worth more. */
const MANIFEST = 2;
const TEST = 0.1;
const GENERATED = 0.05;
/** Also that of a name whose only dot is its first letter. */
const NO_ENDING = 0.2;

/** What the name of the beginning of a program, or of a part of it, is worth beside another. */
const OF_ENTRY = 1.5;

/** What a file is worth by its ending. */
const ENDINGS: ReadonlyMap<string, number> = new Map([
  ...rated(
    SOURCE,
    "asm bas c cc cjs clj cljs coffee cpp cr cs cu cxx d dart el elm erl ex exs f90 fs go groovy h hh hpp hrl hs hx java jl js jsx kt lisp lua m mjs ml mli mm mts nim nix pas php pl pm pony ps1 purs py pyi r rb re rkt rs scala scm sol svelte swift tcl ts tsx v vala vb vhd vim vue zig",
  ),
  ...rated(
    TEXT,
    "adoc bash bat bazel bzl cfg cmake conf cmd css gql gradle graphql hcl html ini j2 json json5 jsonc less lock md mdx mk mod org proto properties rst scss sh sql sum tf thrift toml txt xml xsd yaml yml",
  ),
  ...rated(GENERATED, "map snap"),
]);

/** Names, without their case, of what says what a project is made of. */
const MANIFESTS = new CaselessWords(
  "authors build.gradle build.gradle.kts cargo.lock cargo.toml changelog changelog.md changelog.rst changes.md changes.rst cmakelists.txt composer.json deno.json deno.jsonc deno.lock dockerfile flake.nix gemfile go.mod go.sum history.md import_map.json makefile meson.build mix.exs package-lock.json package.json pnpm-lock.yaml pom.xml pyproject.toml readme readme.md readme.rst releases.md requirements.txt setup.cfg setup.py tsconfig.json uv.lock yarn.lock",
);

/** What comes before the first dot where a program, or one part of it, begins. */
const ENTRIES = new CaselessWords(
  "__init__ app args cli config core index init lib main mod options server type types util utils",
);

/** Names of directories of tests, without their case. */
const TESTS =
  "__fixtures__ __mocks__ __snapshots__ __tests__ cassettes e2e fixture fixtures golden mock mocks snapshot snapshots spec specs test testdata testing tests";

const TEST_DIRECTORIES = new CaselessWords(TESTS);

/** Names of directories, without their case. */
const DIRECTORIES: ReadonlyMap<string, number> = new Map([
  ...rated(0.05, TESTS),
  ...rated(0.02, "__pycache__ build dist generated gen node_modules out target third_party vendor"),
  ...rated(
    0.4,
    "assets bench benches benchmark benchmarks doc docs example examples i18n image images locale locales migrations playground sample samples static templates website",
  ),
  ...rated(
    1.5,
    "app apps cli client cmd core crates ext internal lib libs packages pkg runtime server src",
  ),
]);

const TEST_NAME =
  /^(?:test_|conftest\.py$)|[._-](?:bench|spec|tests?)\.[^.]*$|Tests?\.(?:cs|java|kt)$/;

const GENERATED_NAME = /\.min\.(?:css|js)$|[._-](?:generated|pb)\.[^.]*$|_pb2\.py$/;

/** How much of its worth an entry has left a level deeper. */
const DEPTH_LOSS = 0.35;

/** Whether a name says that a file tests others. */
export function isTestFile(name: string): boolean {
  return TEST_NAME.test(name);
}

/** Whether a name says that a directory holds tests, or what they need. */
export function isTestDirectory(name: string): boolean {
  return TEST_DIRECTORIES.has(name);
}

/** What a file's name alone tells: 1 for a source. */
export function fileScore(name: string): number {
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 ? ENDINGS.get(name.slice(dot + 1).toLowerCase()) ?? OTHER : NO_ENDING;
  // Most of the names in a large tree are none of these, so they cost no more than this.
  if (ending < NO_ENDING) return ending;
  if (MANIFESTS.has(name)) return MANIFEST;
  if (ending < TEXT) return ending;
  if (isTestFile(name)) return TEST;
  if (GENERATED_NAME.test(name)) return GENERATED;
  return ENTRIES.has(name, name.indexOf(".")) ? OF_ENTRY * ending : ending;
}

/** What a directory's name tells of what is in it, as a factor. */
export function directoryScore(name: string): number {
  return DIRECTORIES.get(name.toLowerCase()) ?? (name.startsWith(".") ? 0.4 : 1);
}

/** What a depth leaves of a worth; 0 is the root. */
export function depthScore(depth: number): number {
  return (1 - DEPTH_LOSS) ** depth;
}

/** What an entry of one folder is worth, from 0 to 1. */
export type ScoreInPlace = (name: string, isDirectory: boolean) => number;

/** What the entries of a folder are worth, by its path from the root: `""`, or one that ends in a slash. */
export function scoreIn(prefix: string): ScoreInPlace {
  const above = prefix.split("/").slice(0, -1);
  const place = above.reduce((worth, each) => worth * directoryScore(each), 1);
  const depth = depthScore(above.length);
  return (name, isDirectory) => {
    const own = isDirectory ? directoryScore(name) : fileScore(name);
    return Math.min(1, Math.sqrt(own * place * depth / MANIFEST));
  };
}

function rated(worth: number, text: string): [string, number][] {
  return text.split(" ").map((name) => [name, worth]);
}
