/**
 * The text of `call_worker.ts` with all that it imports, in what is built: `tools/build.ts` puts it here. Run
 * from source, there is none.
 */
export const WORKER_TEXT: string | undefined = undefined;
