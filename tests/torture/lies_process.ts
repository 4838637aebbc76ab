/**
 * Makes every tool's calls on a file system that lies, and prints a line of JSON for each. The argument is a
 * {@linkcode LiesOrder} as JSON.
 *
 * @module
 */
import type { VisibilityPolicy } from "../../src/tool.ts";
import { farthestFrom, outputsOf, SUBJECTS } from "../support/every_tool.ts";

/** The argument of the process. */
export interface LiesOrder {
  /** The folder that tools may see. */
  readonly cwd: string;
  /** The context's roots; without them, the permissions alone decide. */
  readonly roots: readonly string[] | undefined;
  /** What the host hides. */
  readonly policy?: VisibilityPolicy;
  /** The paths to ask for. */
  readonly paths: readonly string[];
  /** What no output may hold; what a call sent comes back in its answer, and does not count. */
  readonly marks: readonly string[];
}

/** The line about a call. */
export interface LiesReport {
  readonly call: string;
  readonly ms: number;
  /** The marks that its outputs hold. */
  readonly shown: readonly string[];
  /** What it throws, if it does. */
  readonly thrown?: string;
}

if (import.meta.main) {
  const { cwd, roots, policy, paths, marks }: LiesOrder = JSON.parse(Deno.args[0]!);
  const context = { cwd, ...roots !== undefined && { roots }, ...policy && { policy } };
  for (const subject of SUBJECTS) {
    for (const path of paths) {
      const args = farthestFrom(subject, path, context);
      const call = `${subject.id} ${JSON.stringify(args)}`;
      const start = performance.now();
      const report = (rest: Pick<LiesReport, "shown" | "thrown">): void => {
        const ms = Math.round(performance.now() - start);
        console.log(JSON.stringify({ call, ms, ...rest } satisfies LiesReport));
      };
      try {
        const outputs = await outputsOf(subject, args, context);
        const text = JSON.stringify(outputs).replaceAll(path, "");
        report({ shown: marks.filter((mark) => text.includes(mark)) });
      } catch (error) {
        report({ shown: [], thrown: String(error) });
      }
    }
  }
}
