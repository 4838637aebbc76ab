/**
 * A tree with links that lead out of the scope, and calls of `list_dir` in processes with few
 * permissions.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { ToolContext } from "../../mod.ts";
import { type Call, callApart } from "./list_dir_process.ts";
import { link, type Node, type Tree } from "./tree.ts";

/** The targets of links that lead out of `BASE/allowed`, where `BASE` is the folder around it. */
export const WAYS_OUT: Readonly<Record<string, string>> = {
  "absolute": "BASE/outside",
  "absolute-dots": "BASE/allowed/inner/../../outside",
  "absolute-slashes": "//BASE///outside/",
  "away-dangling": "../../outside/none",
  "away-dangling-deep": "../../outside/none/none/none",
  "chain-1": "chain-2",
  "chain-2": "chain-3",
  "chain-3": "../../outside",
  "chain-out-and-in": "../../outside/back",
  "climb": `${"../".repeat(40)}BASE/outside`,
  "climb-etc": `${"../".repeat(40)}etc`,
  "dev": "/dev",
  "dev-fd": "/dev/fd",
  "evil-sibling": "../../allowed-evil",
  "evil-sibling-back": "../../allowed-evil/../allowed/inner",
  "file": "../../outside/door",
  "file-as-directory": "../../outside/door/..",
  "loop": "../../outside/loop",
  "only-up": "../..",
  "out-and-in": "../../outside/../allowed/inner",
  "proc-cwd": "/proc/self/cwd",
  "proc-cwd-file": "/proc/self/cwd/a.txt",
  "proc-fd": "/proc/self/fd",
  "proc-root": "/proc/self/root",
  "proc-root-inside": "/proc/self/root/BASE/allowed/inner",
  "proc-root-outside": "/proc/self/root/BASE/outside",
  "relative": "../../outside",
  "relative-dot": "../../outside/.",
  "relative-slash": "../../outside/",
  "root": "/",
  "sys": "/sys",
  "through-chain": "chain-1/back",
  "through-file": "../a.txt/../../outside",
  "through-folder": "../inner/deep/../../../outside",
  "through-link": "relative/door",
  "through-missing": "../missing/../../outside",
  "up-and-down": "../../outside/../outside",
};

/** A link whose target starts in the parent of `allowed`. */
export function linkOut(target: string): Node {
  return {
    make: (path) => {
      const base = path.slice(0, path.lastIndexOf("/allowed"));
      return Deno.symlink(target.replaceAll("/BASE", base).replaceAll("BASE", base), path);
    },
  };
}

export const TREE: Tree = {
  "allowed/.gitignore": link("../outside/rules"),
  "allowed/a.txt": "",
  "allowed/inner/b.txt": "",
  "allowed/inner/deep/c.txt": "",
  ...Object.fromEntries(
    Object.entries(WAYS_OUT).map(([name, target]) => [`allowed/links/${name}`, linkOut(target)]),
  ),
  "allowed/stays/file": link("../a.txt"),
  "allowed/stays/folder": link("../inner"),
  "allowed/stays/up-and-back": link("../../allowed/inner"),
  "allowed/stays/whole": linkOut("BASE/allowed/inner/deep"),
};

/** What may exist outside; no result may reveal which. A name with `SECRET` must never show. */
export const OUTSIDES: Readonly<Record<string, Tree>> = {
  "nothing": {},
  "folders": {
    ".git/SECRET": "",
    ".gitignore": "b.txt\n",
    "allowed-evil/SECRET": "",
    "outside/SECRET-folder/SECRET": "",
    "outside/back": link("SECRET-folder/../../allowed/inner"),
    "outside/door/SECRET": "",
    "outside/loop": link("SECRET-folder/../../allowed/links/loop"),
    "outside/rules": "a.txt\nb.txt\ninner/\n",
  },
  "files": {
    ".git": "",
    ".gitignore": "SECRET\n",
    "allowed-evil": "",
    "outside/back": "",
    "outside/door": "",
    "outside/loop": "",
    "outside/none": "",
    "outside/rules": "inner/\n",
  },
  "links": {
    ".git": link("allowed"),
    ".gitignore": link("allowed/a.txt"),
    "allowed-evil": link("allowed"),
    "outside": link("allowed/inner"),
  },
  "a file": { "outside": "a.txt\n" },
};

/** Half of the combinations of the flags of `list_dir`: any four flags occur in all their combinations. */
export const FLAGS: readonly Record<string, unknown>[] = [
  "recursive",
  "follow_folder_symlinks",
  "follow_file_symlinks",
  "show_data",
  "use_gitignore",
].reduce<Record<string, unknown>[]>(
  (all, flag) => all.flatMap((args) => [args, { ...args, [flag]: true }]),
  ["text", "json"].flatMap((format) =>
    ["both", "files", "folders"].map((filter) => ({ format, filter }))
  ),
).filter((args) => (Object.keys(args).length + (args.format === "json" ? 1 : 0)) % 2 === 0);

/** Paths that a call may name, and how it must fail. */
export const NAMED: Readonly<Record<string, "denied" | "missing">> = {
  "..": "denied",
  "../": "denied",
  "../.": "denied",
  "../outside": "denied",
  "../outside/door": "denied",
  "../outside/none": "denied",
  "../allowed-evil": "denied",
  "../allowed/../outside": "denied",
  "inner/../../outside": "denied",
  "missing/../../outside": "denied",
  "links/relative": "denied",
  "links/relative/": "denied",
  "links/relative/.": "denied",
  "links/relative/door": "denied",
  "links/relative/none": "denied",
  "links/relative/none/none": "denied",
  "links/relative/back": "denied",
  "links/absolute/back/deep": "denied",
  "links/chain-1/door": "denied",
  "links/file/x": "denied",
  "links/evil-sibling/SECRET": "denied",
  "links/proc-root/etc": "denied",
  "links/proc-cwd/inner": "denied",
  "links/climb-etc/ssl": "denied",
  "links/root/etc": "denied",
  "links/dev/null": "denied",
  "links/loop": "denied",
  "links/only-up": "denied",
  "links/out-and-in": "denied",
  "/": "denied",
  "//": "denied",
  "///etc": "denied",
  "/proc/self/cwd": "denied",
  "/proc/self/root": "denied",
  "/proc/self/fd/0": "denied",
  "/dev/fd": "denied",
  "/no/such/folder": "denied",
  [`${"../".repeat(40)}etc`]: "denied",
  [`${"../".repeat(1300)}etc`]: "denied",
  [`/${"x".repeat(4090)}`]: "denied",
  "~": "missing",
  "~root": "missing",
  "$HOME": "missing",
  "%2e%2e": "missing",
  "%2e%2e/outside": "missing",
  "..%2foutside": "missing",
  "..\\outside": "missing",
  "inner\\..\\..\\outside": "missing",
  "...": "missing",
  "file:///etc": "missing",
  "file://localhost/etc": "missing",
  "missing": "missing",
  "a.txt": "missing",
  "a.txt/../../outside": "denied",
  "a.txt/x": "missing",
  ["x/".repeat(2000)]: "missing",
  ["x".repeat(4090)]: "missing",
};

export function denied(path: string): string {
  return `Error: access denied: '${path.replaceAll("\\", "\\\\")}' is outside the allowed roots.`;
}

export function missing(path: string): string {
  return `Error: '${path.replaceAll("\\", "\\\\")}' is not a directory.`;
}

/** The outputs of calls in a process with only these permissions. */
export async function runCalls(
  flags: readonly string[],
  calls: readonly Call[],
  cwd: string,
): Promise<readonly string[]> {
  const { outputs } = await callApart(flags, calls, { cwd });
  assertEquals(outputs.length, calls.length);
  return outputs;
}

/** Puts what lies outside in place of what did. */
export async function putOutside(base: string, outside: Tree): Promise<void> {
  for (const path of ["outside", "allowed-evil", ".git", ".gitignore"]) {
    await Deno.remove(`${base}/${path}`, { recursive: true }).catch(() => {});
  }
  for (const [name, node] of Object.entries(outside)) {
    const path = `${base}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    if (typeof node === "string") await Deno.writeTextFile(path, node);
    else await node.make(path);
  }
}

/** What limits a call: Deno's permissions, the roots, or both. */
export const BORDERS: readonly {
  readonly name: string;
  readonly flags: (base: string) => string[];
  readonly contexts: (base: string) => ToolContext[];
}[] = [
  {
    name: "--allow-read for the folder alone, inside any roots",
    flags: (base) => [`--allow-read=${base}/allowed`],
    contexts: (base) => [{}, { roots: [`${base}/allowed`] }, { roots: [base] }, { roots: ["/"] }],
  },
  {
    name: "roots alone",
    flags: () => ["--allow-all"],
    contexts: (base) => [
      { roots: [`${base}/allowed`] },
      { roots: ["."] },
      { roots: ["inner/..", "links"] },
      { roots: [`${base}/allowed/inner`, `${base}/allowed/`, `${base}/allowed/inner/deep`] },
      { roots: [`${base}/none/../allowed`, `${base}/none`], gitignore: "git" },
    ],
  },
  {
    name: "roots inside a wider permission",
    flags: (base) => [`--allow-read=${base}`],
    contexts: (base) => [{ roots: [`${base}/allowed`] }],
  },
];
