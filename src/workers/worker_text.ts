/**
 * The bundled source text of `call_worker.ts`, which `tools/build.ts` puts here in builds; `undefined` when run
 * from source.
 */
export const WORKER_TEXT: string | undefined = undefined;
