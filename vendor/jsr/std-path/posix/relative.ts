// @ts-types="./relative.d.ts"
export * from "npm:deno-std@1.4.0/path/posix/relative.js";
