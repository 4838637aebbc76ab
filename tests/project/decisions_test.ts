import { assert, assertEquals } from "@std/assert";
import { projectFile } from "../support/process.ts";

const TEXT = await Deno.readTextFile(projectFile("docs/decisions.md"));
const NUMBERS = [...TEXT.matchAll(/^(?:## |- \*\*)(\d+(?:\.\d+)?)/gm)].map(([, number]) => number!);

Deno.test("each decision that a test or a comment cites by number is in docs/decisions.md", () => {
  const known = new Set(NUMBERS);
  const cited: [number: string, file: string][] = [];
  const folders = ["src", "tests"].map(projectFile);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      const path = `${folder}/${name}`;
      if (isDirectory) folders.push(path);
      else if (name.endsWith(".ts")) {
        const numbers = Deno.readTextFileSync(path).matchAll(/\bdecisions? (\d+(?:\.\d+)?)/gi);
        for (const [, number] of numbers) cited.push([number!, path]);
      }
    }
  }
  assert(cited.length > 30);
  assertEquals(cited.filter(([number]) => !known.has(number)), []);
});
