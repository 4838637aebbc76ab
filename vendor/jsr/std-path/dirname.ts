// @ts-types="./dirname.d.ts"
export * from "npm:deno-std@1.4.0/path/dirname.js";
