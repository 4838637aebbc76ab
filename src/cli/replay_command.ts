/**
 * `dirscope replay`: logged calls, run again.
 *
 * @module
 */
import { replay, type Replayed } from "../log/replay.ts";
import { lineSafe } from "../text.ts";
import { parseFlags } from "./flags.ts";
import { untilSignal } from "./signals.ts";
import { openLog } from "./stores.ts";
import { CommandError, EXIT, type Terminal, UsageError } from "./terminal.ts";

const HELP = `Run each call of a log again, and say whether it gives the same.

Usage: dirscope replay FILE

FILE is one that --log made. Needs --allow-read for it and for what the calls read, and
--allow-write for it, since SQLite keeps files beside it.

Exit status: 0 if all are equal, 1 if any differs.
`;

/** Carries out `dirscope replay`. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const { help, _: [file] } = parseFlags(words, { words: 1 });
  if (help) return await terminal.print(HELP);
  if (file === undefined) throw new UsageError("replay needs a FILE");
  if (!await isThere(String(file))) {
    throw new CommandError(`'${lineSafe(String(file))}' does not exist`);
  }
  using log = await openLog(String(file));
  return await untilSignal(["SIGINT", "SIGTERM"], async (signal) => {
    let [equal, different] = [0, 0];
    for await (const replayed of replay(log, { signal })) {
      if (replayed.isEqual) equal++;
      else different++;
      await terminal.print(`${lineOf(replayed)}\n`);
    }
    await terminal.print(`${equal + different} replayed: ${equal} equal, ${different} different\n`);
    return different === 0 ? EXIT.ok : EXIT.toolError;
  });
}

/** A file that is not there would be made. */
async function isThere(file: string): Promise<boolean> {
  try {
    await Deno.lstat(file);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}

function lineOf(
  { record: { sequence, operation, result }, isEqual, difference }: Replayed,
): string {
  const { root } = JSON.parse(result) as { readonly root: string };
  const verdict = isEqual ? "equal" : `different: ${lineSafe(difference!)}`;
  return `${sequence} ${operation} ${lineSafe(root)}: ${verdict}`;
}
