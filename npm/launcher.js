#!/usr/bin/env node
/**
 * Runs Dirscope in Deno, with the permissions that its command line requires and no others. The command's own
 * code, run here in Node, derives them from the command line.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The folder of the built files. */
const BUILT = fileURLToPath(new URL(".", import.meta.url));

/** The project of the working directory has no say, and nothing is fetched. */
const FLAGS = ["run", "--quiet", "--no-prompt", "--no-lock", "--no-remote", "--no-npm"];

const ENVIRONMENT = { ...process.env, DENO_NO_UPDATE_CHECK: "1" };

const IS_WINDOWS = process.platform === "win32";

/** Signals to pass on. On Windows, a console sends its keys to every process in it; this one only waits. */
const SIGNALS = IS_WINDOWS
  ? ["SIGINT", "SIGBREAK", "SIGHUP"]
  : ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"];

const words = process.argv.slice(2);
const deno = findDeno();
const { flags, remove } = grant(await needs());
start([...FLAGS, ...flags, join(BUILT, "dirscope.js"), ...words]);

/** Ends with one line that says why. */
function fail(why) {
  console.error(`dirscope: ${why}`);
  process.exit(1);
}

/** The path of the Deno that npm's package `deno` has for this machine. */
function findDeno() {
  const family = process.platform === "linux" ? "-glibc" : "";
  try {
    const near = createRequire(import.meta.url).resolve("deno/package.json");
    return createRequire(near).resolve(
      `@deno/${process.platform}-${process.arch}${family}/deno${IS_WINDOWS ? ".exe" : ""}`,
    );
  } catch {
    return fail(`npm's package "deno" has no Deno for ${process.platform} on ${process.arch}`);
  }
}

/** Returns the permissions that the command line requires, each with the values to grant; none for a wrong line. */
async function needs() {
  const os = IS_WINDOWS ? "windows" : process.platform;
  globalThis.Deno = { build: { os }, cwd: () => process.cwd() };
  const { requiredPermissionsOf } = await import("./required_permissions.js");
  // The command itself says what is wrong.
  const { serves, read = [], ...others } = await requiredPermissionsOf(words).catch(
    () => ({}),
  );
  // A worker of the server loads its program from a file.
  return { ...others, read: serves ? [...read, BUILT] : read };
}

/** The flags of Deno that grant all that, and what removes what they need. */
function grant(needs) {
  const lists = Object.entries(needs).filter(([, values]) => values.length > 0);
  // Deno splits a flag's value at commas, and knows no escape; a configuration file has real lists.
  if (!lists.flat(2).some((value) => value.includes(","))) {
    const flags = lists.map(([name, values]) => `--allow-${name}=${values.join(",")}`);
    return { flags: ["--no-config", ...flags], remove() {} };
  }
  const folder = mkdtempSync(join(tmpdir(), "dirscope-"));
  const file = join(folder, "deno.json");
  // A workspace of its own: Deno looks for no other in the folders above.
  const config = { workspace: [], permissions: { dirscope: Object.fromEntries(lists) } };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return {
    flags: ["--config", file, "--permission-set=dirscope"],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs Deno in place of this process, as far as Node can. */
function start(args) {
  const child = spawn(deno, args, { env: ENVIRONMENT, stdio: "inherit" });
  for (const signal of SIGNALS) process.on(signal, () => IS_WINDOWS || child.kill(signal));
  child.on("error", (error) => {
    remove();
    fail(cannotRun(error));
  });
  child.on("exit", (status, signal) => {
    remove();
    process.exitCode = status ?? 128 + constants.signals[signal];
    if (signal === null) return;
    // The parent of this process sees the same end.
    for (const each of SIGNALS) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}

function cannotRun({ code }) {
  return `cannot run npm's Deno on this machine (${code}): musl is not supported`;
}
