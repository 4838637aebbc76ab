/**
 * `deno task bench [BENCH…] [--tree PATH] [--repo PATH…]`: how fast it is beside what a user would pick instead, as
 * ratios measured side by side in one run. Without a name, all benches.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import type { Bench } from "./measure.ts";

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  walk: () => import("./walk.ts"),
  libraries: () => import("./libraries.ts"),
  programs: () => import("./programs.ts"),
  mcp: () => import("./mcp.ts"),
  gitignore: () => import("./gitignore.ts"),
  tokens: () => import("./tokens.ts"),
  growth: () => import("./growth.ts"),
  pages: () => import("./pages.ts"),
  discovery: () => import("./discovery.ts"),
};

if (import.meta.main) {
  const { _: words, ...args } = parseArgs(Deno.args, {
    string: ["tree", "repo", "work"],
    boolean: ["json", "write", "curve", "tasks", "reports"],
    collect: ["repo"],
    default: { tree: "/usr" },
  });
  const { tree, repo: repos, work, json, write, curve, tasks, reports } = args;
  const names = words.map(String);
  if (names.some((name) => !Object.hasOwn(BENCHES, name))) {
    console.error(
      `usage: main.ts [${Object.keys(BENCHES).join("|")} …] [--tree PATH] [--repo PATH…]`,
    );
    Deno.exit(2);
  }
  console.log(`Deno ${Deno.version.deno}, V8 ${Deno.version.v8}`);
  for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
    console.log(`\n# ${name}`);
    await (await BENCHES[name]!()).run({ tree, repos, work, json, write, curve, tasks, reports });
  }
}
