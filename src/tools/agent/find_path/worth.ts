/** What a path is worth by its name and its place alone. */

/** Tells what a path is worth. */
export interface Worth {
  /** 0 to 1, by the path from the root of a search. */
  of(path: string): number;
}

const TEST =
  /(?:^|[/._-])(?:tests?|specs?|__tests__|testdata|fixtures?|snapshots?|mocks?)(?=[/._-]|$)/i;
const FOREIGN = /(?:^|\/)(?:\.[^/]*|node_modules|vendor|third_party|dist|build|generated)\//;
const DATA =
  /\.(?:json|lock|svg|png|jpe?g|gif|ico|snap|out|txt|csv|tsv|map|min\.js|d\.ts|pyc|o|so|gz)$/i;
const MANIFEST =
  /^(?:readme\.md|package\.json|deno\.jsonc?|cargo\.toml|pyproject\.toml|go\.mod|makefile|dockerfile)$/i;

/** Sources before data, those before tests, and shallow before deep. */
export const WORTH_BY_NAME: Worth = {
  of(path) {
    let worth = 1;
    if (TEST.test(path)) worth -= 0.4;
    if (FOREIGN.test(path)) worth -= 0.3;
    if (DATA.test(path) && !MANIFEST.test(path)) worth -= 0.2;
    let depth = 0;
    for (let i = path.indexOf("/"); i >= 0 && depth < 10; i = path.indexOf("/", i + 1)) depth++;
    return Math.max(0, worth - depth / 50);
  },
};
