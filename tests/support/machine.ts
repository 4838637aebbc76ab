/**
 * What the machine that runs the tests has. A test that needs more is ignored, not passed.
 *
 * @module
 */
import { hasProgram, runSync } from "./process.ts";

/** Whether git is here. */
export function hasGit(): boolean {
  return hasProgram("git");
}

/** Whether Python is here, 3.11 or later: its `fnmatch` is the oracle. */
export function hasPython(): boolean {
  const script = "import sys; sys.exit(sys.version_info < (3, 11))";
  return runSync(["python3", "-c", script])?.code === 0;
}

/** Whether the file system takes names that are not UTF-8. */
export function takesRawNames(): boolean {
  const folder = Deno.makeTempDirSync({ prefix: "dirscope-" });
  try {
    return runSync(["sh", "-c", `touch "$0/$(printf 'f\\377')"`, folder])?.code === 0;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Whether the machine has IPv6. */
export function hasIpv6(): boolean {
  try {
    Deno.listen({ hostname: "::1", port: 0 }).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * What this process holds open below a folder, on Linux. The test files that run at the same time share
 * the process, so a count of all that it holds open tells nothing.
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
