/**
 * Answers calls, a line of JSON each, with all that comes of them. It runs on Deno, Node and Bun alike; its
 * argument is the module of the library.
 *
 * @module
 */
import process from "node:process";

/** Maximum pages of a call: their cursors are compared, and go in again. */
const MAX_PAGES = 4;

const { TOOLSETS, TreeCache } = await import(process.argv[2]);

/** Caches by name, which some calls share. */
const caches = new Map();

// Node's own lines end at U+2028, too.
let input = "";
for await (const text of process.stdin.setEncoding("utf8")) input += text;
for (const line of input.trimEnd().split("\n")) {
  const answer = await answerOf(JSON.parse(line));
  console.log(JSON.stringify(answer, (key, value) => key === "time_ms" ? 0 : value));
}

async function answerOf({ toolset, name, args, context, cacheName }) {
  const tool = TOOLSETS[toolset][name];
  const skipped = [];
  const whole = {
    ...context,
    memory: {},
    onSkipped: (counts) => skipped.push(counts),
    ...cacheName !== undefined && { cache: cacheNamed(cacheName) },
  };
  try {
    const pages = [];
    for await (const output of tool.pages?.(args, whole) ?? [tool.execute(args, whole)]) {
      pages.push([output, tool.toResult(output)]);
      if (pages.length === MAX_PAGES) break;
    }
    return { pages, skipped, memory: whole.memory };
  } catch (error) {
    return { thrown: `${error}` };
  }
}

function cacheNamed(name) {
  if (!caches.has(name)) caches.set(name, new TreeCache());
  return caches.get(name);
}
