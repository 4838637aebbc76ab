/**
 * Features of the machine that runs the tests. A test that needs more is ignored, not passed, and its name says
 * why. Each need is tried, not guessed from the system's name: a disk of Linux may ignore case, too.
 */
import { hasProgram, runSync, unprivileged } from "./process.ts";

export interface Need {
  readonly what: string;
  /** True if it is here; checked at the first read. */
  readonly isHere: boolean;
}

/** A feature that a test needs, and the check for it. */
export function need(what: string, isHere: () => boolean): Need {
  let known: boolean | undefined;
  return {
    what,
    get isHere() {
      return known ??= isHere();
    },
  };
}

/** The name of a test, for `Deno.test()` and `t.step()`, and whether to ignore it: the name then says why. */
export function needing(
  needs: Need | readonly Need[],
  name: string,
): { readonly name: string; readonly ignore: boolean } {
  const lacking = new Set([needs].flat().flatMap(({ what, isHere }) => isHere ? [] : [what]));
  return lacking.size === 0
    ? { name, ignore: false }
    : { name: `${name} (not here: ${[...lacking].join(", ")})`, ignore: true };
}

/** Registers a test with its name. */
type Register = (name: string, fn: (t: Deno.TestContext) => void | Promise<void>) => void;

/** Returns what registers the tests of a file that need these. */
export function testsNeeding(...needs: readonly (Need | readonly Need[])[]): Register {
  return (name, fn) => Deno.test({ ...needing(needs.flat(), name), fn });
}

const IS_WINDOWS = Deno.build.os === "windows";

/** Returns the result of a check in a new folder; `false` if it fails. */
function inFolder(look: (folder: string) => boolean): boolean {
  const folder = Deno.makeTempDirSync({ prefix: "dirscope-" });
  try {
    return look(folder);
  } catch {
    return false;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function canHoldBoth(a: string, b: string): boolean {
  return inFolder((folder) => {
    for (const name of [a, b]) Deno.writeTextFileSync(`${folder}/${name}`, name);
    return Deno.readTextFileSync(`${folder}/${a}`) === a;
  });
}

/** Links that store any target, whether or not it exists: those of Windows store no `/`. */
export const LINKS: Need = need("links that store any path", () =>
  inFolder((folder) => {
    Deno.mkdirSync(`${folder}/a/b`, { recursive: true });
    const options = IS_WINDOWS ? { type: "dir" } as const : undefined;
    Deno.symlinkSync("a/b", `${folder}/link`, options);
    return Deno.lstatSync(`${folder}/link`).isSymlink &&
      Deno.readLinkSync(`${folder}/link`) === "a/b" && Deno.statSync(`${folder}/link`).isDirectory;
  }));

export const FIFOS: Need = need(
  "FIFOs and sockets",
  () =>
    inFolder((folder) =>
      runSync(["mkfifo", `${folder}/a`])?.code === 0 &&
      Deno.lstatSync(`${folder}/a`).isFifo === true
    ),
);

/** Names that Windows does not take: with `\\`, `*` or a line break, or a dot or space at the end. */
export const ANY_NAME: Need = need(
  "names of any characters",
  () => ["a\nb", "a\\b", "a*", "a.", "a "].every((name) => canHoldBoth("a", name)),
);

export const CASE: Need = need("names told apart by case", () => canHoldBoth("a", "A"));

export const UNICODE_FORMS: Need = need(
  "names told apart by Unicode's forms",
  () => canHoldBoth("\xe9", "e\u0301"),
);

/** Features that random trees and trees of odd names need. */
export const ANY_TREE: readonly Need[] = [LINKS, ANY_NAME, CASE, UNICODE_FORMS];

/** Git; not that of a disk that ignores case, where its rules do, too. */
export const GIT: Need = need(
  "git, with names told apart by case",
  () => hasProgram("git") && CASE.isHere,
);

/** Python is here, 3.11 or later, and distinguishes upper and lower case: its `fnmatch` is the oracle. */
export const PYTHON: Need = need("Python 3.11", () => {
  const script =
    "import os, sys; sys.exit(sys.version_info < (3, 11) or os.path.normcase('A') != 'A')";
  return runSync(["python3", "-c", script])?.code === 0;
});

/** The shell and its programs, on the system whose paths they take: not those of Git for Windows. */
export const SHELL: Need = need(
  "a POSIX shell",
  () => runSync(["sh", "-c", "uname -s; find / -prune"])?.stdout.includes("_NT") === false,
);

export const RAW_NAMES: Need = need(
  "names that are not UTF-8",
  () =>
    SHELL.isHere &&
    inFolder((folder) =>
      runSync(["sh", "-c", `touch "$0/$(printf 'f\\377')"`, folder])?.code === 0
    ),
);

/** Bash, where {@linkcode SHELL} is here, too. */
export const BASH: Need = need("bash", () => SHELL.isHere && hasProgram("bash"));

/** Directories that state a size, so that one without is a lie. */
export const DIRECTORY_SIZES: Need = need("sizes of directories", () => !IS_WINDOWS);

/** Paths that start at `/`, and those alone. */
export const POSIX_PATHS: Need = need("paths of POSIX", () => !IS_WINDOWS);

/** Files that may be removed while a database has them open. */
export const OPEN_REMOVAL: Need = need("removal of open files", () => !IS_WINDOWS);

/** File modes that bind an ordinary user, and a way to start a process as one. */
export const MODES: Need = need(
  "file modes, and an ordinary user",
  () =>
    Deno.uid() !== null && inFolder((folder) => {
      Deno.mkdirSync(`${folder}/shut`, { mode: 0o000 });
      const listed = runSync([...unprivileged(), "ls", `${folder}/shut`]);
      return listed !== undefined && listed.code !== 0 && listed.stderr.includes("denied");
    }),
);

/** A terminal to start a process on: the `script` of util-linux. */
export const TERMINAL: Need = need(
  "a terminal",
  () => runSync(["script", "--version"])?.stdout.includes("util-linux") ?? false,
);

/** Signals, with which a process can end another as it is. */
export const SIGNALS: Need = need("signals", () => !IS_WINDOWS);

/** The packages of npm that tests start as programs: for this system, with what they are made of. */
export const NPM_PACKAGES: Need = need("programs of npm for this system", () => !IS_WINDOWS);

/** `/proc` of Linux, which describes processes. */
export const PROC: Need = need("/proc", () => Deno.build.os === "linux");

export const IPV6: Need = need("IPv6", () => {
  try {
    Deno.listen({ hostname: "::1", port: 0 }).close();
    return true;
  } catch {
    return false;
  }
});

/**
 * Returns the files that this process holds open below a folder, on Linux. The test files that run at the same time share
 * the process, so a count of all that it holds open says nothing.
 */
export function openBelow(root: string): string[] {
  const folder = "/proc/self/fd";
  const targets = [...Deno.readDirSync(folder)].map(({ name }) => {
    try {
      return Deno.readLinkSync(`${folder}/${name}`);
    } catch {
      return ""; // Closed by now.
    }
  });
  return targets.filter((target) => target.startsWith(`${root}/`));
}
