/** Scores entries by name and path: the likelihood that somebody works there. */
import { CaselessWords } from "../../../text/caseless_words.ts";

/** Scores of a file's name without its path: source code, other text that people write, anything else. */
const SOURCE_SCORE = 1;
const TEXT_SCORE = 0.25;
const OTHER_SCORE = 0.1;
const MANIFEST_SCORE = 2;
const TEST_SCORE = 0.1;
const GENERATED_SCORE = 0.05;
/** Also for a name whose only dot is its first character. */
const NO_EXTENSION_SCORE = 0.2;
/** The factor for names of entry points of a program or of a part of it. */
const ENTRY_POINT_FACTOR = 1.5;

const EXTENSION_SCORES: ReadonlyMap<string, number> = new Map([
  ...scored(
    SOURCE_SCORE,
    "asm bas c cc cjs clj cljs coffee cpp cr cs cu cxx d dart el elm erl ex exs f90 fs go groovy h hh hpp hrl hs hx java jl js jsx kt lisp lua m mjs ml mli mm mts nim nix pas php pl pm pony ps1 purs py pyi r rb re rkt rs scala scm sol svelte swift tcl ts tsx v vala vb vhd vim vue zig",
  ),
  ...scored(
    TEXT_SCORE,
    "adoc bash bat bazel bzl cfg cmake conf cmd css gql gradle graphql hcl html ini j2 json json5 jsonc less lock md mdx mk mod org proto properties rst scss sh sql sum tf thrift toml txt xml xsd yaml yml",
  ),
  ...scored(GENERATED_SCORE, "map snap"),
]);

/** Names of files that describe a project: manifests, lock files, readmes, change logs. */
const MANIFEST_NAMES = new CaselessWords(
  "agents.md authors build.gradle build.gradle.kts bun.lock cargo.lock cargo.toml changelog changelog.md changelog.rst changes.md changes.rst cmakelists.txt composer.json deno.json deno.jsonc deno.lock dockerfile flake.nix gemfile go.mod go.sum history.md import_map.json justfile libs.versions.toml makefile meson.build mix.exs package-lock.json package.json pnpm-lock.yaml pom.xml pyproject.toml readme readme.md readme.rst release-notes.md releases.md requirements.txt setup.cfg setup.py tsconfig.json uv.lock yarn.lock",
);

/** Names of files that state which versions of others a project needs. */
const DEPENDENCY_NAMES = new CaselessWords(
  "build.gradle build.gradle.kts cargo.toml composer.json gemfile go.mod libs.versions.toml package.json pom.xml pyproject.toml requirements.txt setup.cfg",
);

/** The score of a readme below the root: each part of a project may have one. */
const NESTED_README_SCORE = 0.6;
const README = /^readme/i;

const ENTRY_POINT_NAMES = new CaselessWords(
  "__init__ app args cli config core index init lib main mod options server type types util utils",
);

/** The factor of what commits say of a test. */
export const TEST_SIGNAL_FACTOR = 0.05;

const TEST_DIRECTORY_NAMES =
  "__fixtures__ __mocks__ __snapshots__ __tests__ cassettes e2e fixture fixtures golden mock mocks snapshot snapshots spec specs test testdata testing tests";

const TEST_DIRECTORIES = new CaselessWords(TEST_DIRECTORY_NAMES);

/** Factors of directories by name, in lower case. */
const DIRECTORY_SCORES: ReadonlyMap<string, number> = new Map([
  ...scored(0.05, TEST_DIRECTORY_NAMES),
  ...scored(
    0.02,
    "__pycache__ build deps dist extern external externals generated gen node_modules out target third_party thirdparty vendor",
  ),
  ...scored(0.2, "example examples playground sample samples"),
  ...scored(
    0.4,
    "assets bench benches benchmark benchmarks doc docs i18n image images locale locales migrations static template templates website",
  ),
  ...scored(
    1.5,
    "app apps cli client cmd core crates ext internal lib libs packages pkg runtime server src workflows",
  ),
  [".github", 1],
]);

const TEST_NAME =
  /^(?:test_|conftest\.py$)|[._-](?:bench|spec|tests?)\.[^.]*$|Tests?\.(?:cs|java|kt)$/;

const GENERATED_NAME = /\.min\.(?:css|js)$|[._-](?:generated|pb)\.[^.]*$|_pb2\.py$/;
/** The minimum score for a word in a directory's name, as in `docs_src`, `template-react` or `tests-build`. */
const MIN_WORD_SCORE = 0.2;
const WORD_BREAK = /[-_.]/;
/** The share of its score that an entry loses with each level. */
const DEPTH_LOSS = 0.35;

/** Factors of what a task says of a lock file or a change log, and of a manifest, which other changes bring with them. */
const RECORD_FACTOR = 0.05;
const MANIFEST_FACTOR = 0.2;

const RECORD_NAME =
  /^(?:.+[.-]lock(?:\.json|b)?|.+-lock\.(?:json|ya?ml)|go\.sum|(?:.+[-_])?(?:authors|change(?:s|log)|contributors|history|news|releases?(?:[-_]?notes)?)(?:\.(?:adoc|md|rst|txt))?)$/i;

/** Returns the factor of what a task says of a file by its name, unless the task is about such files. */
export function recordFactor(name: string): number {
  return RECORD_NAME.test(name) ? RECORD_FACTOR : DEPENDENCY_NAMES.has(name) ? MANIFEST_FACTOR : 1;
}

/** The factor of what the contents of a document say: it speaks of all that the code does. */
const DOCUMENT_FACTOR = 0.2;
const DOCUMENT_NAME = /\.(?:adoc|mdx?|rst|txt|[1-9])$/i;

/** The factor of what a task says of a document, or of a file that sets up a project or builds it. */
const ASIDE_FACTOR = 0.3;
const SETTINGS_NAME =
  /^(?:\.\w[\w-]*(?:ignore|attributes|config|rc)(?:\.\w+)?|(?:gnu)?makefile|justfile|.*dockerfile.*|jenkinsfile|vagrantfile|procfile|.*\.(?:tf|hcl|mk|nix|cmake))$/i;
const SETTINGS_DIRECTORY =
  /^(?:\.github|\.circleci|\.gitlab|\.vscode|\.idea|\.husky|\.devcontainer)\//;

/** Reports whether a file is a document, or sets up a project or builds it: it speaks of what others do. */
export function isAside(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return DOCUMENT_NAME.test(name) || SETTINGS_NAME.test(name) || SETTINGS_DIRECTORY.test(path);
}

/** Returns the factor of what a task says of such a file, unless it is about it. */
export function asideFactor(path: string): number {
  return isAside(path) ? ASIDE_FACTOR : 1;
}

/** Returns the factor of what a file's contents say of a task, by its name, unless the task is about documents. */
export function documentFactor(name: string): number {
  return DOCUMENT_NAME.test(name) ? DOCUMENT_FACTOR : 1;
}

/** Reports whether a name ends as those of sources and other texts do. */
export function isSourceName(name: string): boolean {
  return EXTENSION_SCORES.has(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "");
}

export function isTestFile(name: string): boolean {
  return TEST_NAME.test(name);
}

export function isTestDirectory(name: string): boolean {
  return TEST_DIRECTORIES.has(name);
}

export function isTestPath(path: string): boolean {
  const names = path.split("/");
  return isTestFile(names.pop()!) || names.some(isTestDirectory);
}

/** Returns the score of a file's name and of whether it is in the root: 1 for source code. */
export function fileScore(name: string, isInRoot = true): number {
  const dot = name.lastIndexOf(".");
  const extensionScore = dot > 0
    ? EXTENSION_SCORES.get(name.slice(dot + 1).toLowerCase()) ?? OTHER_SCORE
    : NO_EXTENSION_SCORE;
  // Most names of a large tree end here, before the slower checks.
  if (extensionScore < NO_EXTENSION_SCORE) return extensionScore;
  if (MANIFEST_NAMES.has(name)) {
    return isInRoot || !README.test(name) ? MANIFEST_SCORE : NESTED_README_SCORE;
  }
  if (extensionScore < TEXT_SCORE) return extensionScore;
  if (isTestFile(name)) return TEST_SCORE;
  if (GENERATED_NAME.test(name)) return GENERATED_SCORE;
  return ENTRY_POINT_NAMES.has(name, name.indexOf("."))
    ? ENTRY_POINT_FACTOR * extensionScore
    : extensionScore;
}

export function directoryScore(name: string): number {
  const lowerCase = name.toLowerCase();
  const score = DIRECTORY_SCORES.get(lowerCase);
  if (score !== undefined) return score;
  if (name.startsWith(".")) return 0.4;
  const scores = lowerCase.split(WORD_BREAK).map((word) => DIRECTORY_SCORES.get(word) ?? 1);
  return Math.max(MIN_WORD_SCORE, Math.min(1, ...scores));
}

/** Returns the factor of a depth; 0 is the root. */
export function depthScore(depth: number): number {
  return (1 - DEPTH_LOSS) ** depth;
}

/** Returns the score of an entry of one folder, from 0 to 1. */
export type EntryScorer = (name: string, isDirectory: boolean) => number;

/** Returns a scorer of a folder's entries, by its path from the root: `""`, or one that ends in a slash. */
export function scoreIn(prefix: string): EntryScorer {
  const parents = prefix.split("/").slice(0, -1);
  const parentsScore = parents.reduce((score, each) => score * directoryScore(each), 1);
  const depth = depthScore(parents.length);
  return (name, isDirectory) => {
    const own = isDirectory ? directoryScore(name) : fileScore(name, depth === 1);
    return Math.min(1, Math.sqrt(own * parentsScore * depth / MANIFEST_SCORE));
  };
}

function scored(score: number, text: string): [string, number][] {
  return text.split(" ").map((name) => [name, score]);
}
