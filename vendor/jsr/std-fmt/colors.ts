// @ts-types="./colors.d.ts"
export * from "npm:deno-std@1.4.0/fmt/colors.js";
