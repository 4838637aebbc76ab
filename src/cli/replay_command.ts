/** `dirscope replay`: runs logged calls again and compares the results. */
import { DirscopeError } from "../errors.ts";
import { replay, type Replayed } from "../log/replay.ts";
import { lineSafe } from "../text/line_safe.ts";
import { commandHelp, parseCommand } from "./flags.ts";
import { checkFiles, missingPermission } from "./permissions.ts";
import { permissionsOfReplay } from "./required_permissions.ts";
import { untilSignal } from "./signals.ts";
import { openLog } from "./stores.ts";
import { CommandError, EXIT, type Terminal, UsageError } from "./terminal.ts";
import { USAGES } from "./usages.ts";

export async function runReplay(words: readonly string[], terminal: Terminal): Promise<number> {
  const { help, _: [file] } = parseCommand(words, USAGES.replay);
  if (help) return await terminal.print(commandHelp(USAGES.replay));
  if (file === undefined) throw new UsageError("replay needs a FILE");
  const needs = permissionsOfReplay(String(file));
  checkFiles({ log: String(file) }, needs);
  using log = await openLog(String(file), { readOnly: true });
  return await untilSignal(["SIGINT"], async (signal) => {
    let [equal, different] = [0, 0];
    let hint: string | undefined;
    for await (const replayed of replay(log, { signal })) {
      if (replayed.isEqual) equal++;
      else {
        different++;
        hint ??= missingPermission(replayed.record.cwd, needs);
      }
      await terminal.print(`${replayLine(replayed)}\n`);
    }
    const counts = `${equal} equal, ${different} different`;
    await terminal.print(`${equal + different} replayed: ${counts}\n`);
    if (different === 0) return EXIT.ok;
    return hint === undefined
      ? EXIT.toolError
      : await terminal.printError(`dirscope: ${hint}`, EXIT.toolError);
  }).catch((error) => {
    if (!(error instanceof DirscopeError)) throw error;
    throw new CommandError(`cannot read '${lineSafe(String(file))}': ${error.message}`);
  });
}

function replayLine({ record, isEqual, difference }: Replayed): string {
  const { root } = JSON.parse(record.result) as { readonly root: string };
  const verdict = isEqual ? "equal" : `different: ${difference}`;
  return `${record.sequence} ${lineSafe(record.operation)} ${lineSafe(root)}: ${verdict}`;
}
