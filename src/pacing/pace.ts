/** How a program that carries out several calls in one thread shares the thread among them. */

/** What a call is told to do at its yields. It is found by the signal of the call. */
export interface Pace {
  /** Called whenever the call gets on. */
  alive(): void;
  /** Waits for the call's turn; the event loop has had its own. */
  turn(): Promise<void>;
}

const PACES = new WeakMap<AbortSignal, Pace>();

/** Makes the work that obeys a signal keep a pace. */
export function setPace(signal: AbortSignal, pace: Pace): void {
  PACES.set(signal, pace);
}

/** The pace of the work that obeys a signal, if it has one. */
export function paceOf(signal: AbortSignal | undefined): Pace | undefined {
  return signal && PACES.get(signal);
}
