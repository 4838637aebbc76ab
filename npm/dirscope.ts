#!/usr/bin/env node
/**
 * The command, on Node and Bun: it may read what its line names, and nothing else. A server of Node also runs
 * under Node's permission model.
 *
 * @module
 */
import { main, type RequiredPermissions } from "../cli.ts";
import { grantOnly, type Grants, isWithin, stayIn } from "./deno.ts";

const { process } = globalThis;

/** The folder of the package. */
const FOLDER = import.meta.dirname!;

/** Time between two looks at the parent, in milliseconds. */
const PARENT_CHECK_MS = 500;

const words = process.argv.slice(2);
// What Node has to say of its own features is nothing for a model.
process.removeAllListeners("warning");
process.exit(await main(words, grant));

/** Grants what a line requires. A worker of the server loads its program from a file. */
function grant(needs: RequiredPermissions): void {
  const { serves, read } = needs;
  const grants = { ...needs, read: serves ? [...read, FOLDER] : read };
  if (serves && process.permission !== undefined) stayIn(FOLDER);
  else if (serves) startUnderPermissionModel(grants);
  if (serves && process.env.npm_command === "exec") endWithParent();
  grantOnly(grants);
}

/**
 * Replaces this process by one that has the permissions and no others. Returns where that cannot be: before Node
 * 22.15, on Windows, Bun and Deno, in an archive of Yarn's, and in a desktop client's own Node, which is Electron.
 */
function startUnderPermissionModel({ read, write, net }: Grants): void {
  const knows = (flag: string): boolean => process.allowedNodeEnvironmentFlags.has(flag);
  const { deno, electron, pnp } = process.versions as Readonly<Record<string, string | undefined>>;
  const canStart = process.execve && process.platform !== "win32" && !(deno ?? electron ?? pnp);
  if (!canStart || !knows("--permission")) return;
  // Given a folder and a path below it, Node 22 refuses the folder itself.
  const outermost = read.filter((path) =>
    !read.some((outer) => outer !== path && isWithin(path, outer))
  );
  // Given another path that begins like it ("api-client"), Node refuses a folder ("api"): then Dirscope alone confines.
  const areDistinct = !outermost.some((path) =>
    outermost.some((other) => other !== path && other.startsWith(path))
  );
  const flags = [
    ...["--permission", "--allow-worker"],
    // Of these very flags, which Node calls dangerous or new.
    ...["SecurityWarning", "ExperimentalWarning"].map((name) => `--disable-warning=${name}`),
    ...(areDistinct ? outermost : ["*"]).map((path) => `--allow-fs-read=${path}`),
    // In another order, Node 24.9 may abort.
    ...write.toSorted().map((path) => `--allow-fs-write=${path}`),
    ...net.length > 0 && knows("--allow-net") ? ["--allow-net"] : [],
  ];
  const program = [process.execPath, ...process.execArgv, ...flags, import.meta.filename!];
  // What an editor has Node load first may not be read. Node 24.9 passes on no environment by itself.
  const environment = { ...process.env, NODE_OPTIONS: "" };
  process.execve!(process.execPath, [...program, ...words], environment);
}

/** Ends the server once its parent is gone: a signal that ends npx goes no further than the shell that npx started. */
function endWithParent(): void {
  const parent = process.ppid;
  const check = (): void => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  };
  process.getBuiltinModule("node:timers").setInterval(check, PARENT_CHECK_MS).unref();
}
