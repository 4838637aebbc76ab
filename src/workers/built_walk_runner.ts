/**
 * The text of `walk_runner.ts` with all that it imports, in what is built: `tools/build.ts` puts it here. Run
 * from source, there is none.
 */
export const BUILT_WALK_RUNNER: string | undefined = undefined;
