import { EXIT, OutputError } from "./terminal.ts";

/** Returns the signals to listen for. Windows has no SIGTERM, and a second key that interrupts: SIGBREAK. */
function denoSignals(signal: "SIGINT" | "SIGTERM"): readonly Deno.Signal[] {
  if (Deno.build.os !== "windows") return [signal];
  return signal === "SIGINT" ? ["SIGINT", "SIGBREAK"] : [];
}

/**
 * Runs some work until it ends or a signal ends it. The exit status reports SIGINT, not SIGTERM.
 *
 * @param signals The signals that abort the work.
 * @param work Resolves to the exit status.
 */
export async function untilSignal(
  signals: readonly ("SIGINT" | "SIGTERM")[],
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const abort = new AbortController();
  let isInterrupted = false;
  const listeners = signals.flatMap(denoSignals).map((signal) => {
    const listener = (): void => {
      isInterrupted ||= signal !== "SIGTERM";
      abort.abort();
    };
    Deno.addSignalListener(signal, listener);
    return () => Deno.removeSignalListener(signal, listener);
  });
  try {
    const status = await work(abort.signal);
    return isInterrupted ? EXIT.interrupted : status;
  } catch (error) {
    if (!abort.signal.aborted || error instanceof OutputError) throw error;
    return isInterrupted ? EXIT.interrupted : EXIT.ok;
  } finally {
    for (const remove of listeners) remove();
  }
}
