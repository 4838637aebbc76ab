/** A reason why a test cannot hold on a system. */
export interface Ignored {
  readonly name: string;
  readonly ignore: boolean;
}

/**
 * The name of a test, and whether it is ignored here: on a system where it cannot hold, its name says why.
 *
 * @param os The system.
 * @param reason What the system lacks.
 * @param name The sentence that is tested.
 */
export function ignoredOn(os: typeof Deno.build.os, reason: string, name: string): Ignored {
  const ignore = Deno.build.os === os;
  return { name: ignore ? `${name} [not on ${os}: ${reason}]` : name, ignore };
}
