/**
 * Makes calls in a process of its own, and prints what they left behind.
 *
 * Arguments: how many calls, and the seed.
 *
 * @module
 */
import { exercise } from "./handles.ts";

const [count, seed] = Deno.args.map(Number) as [number, number];
console.log(JSON.stringify(await exercise(count, seed)));
