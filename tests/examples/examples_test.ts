import { assert } from "@std/assert";
import { projectFile } from "../support/process.ts";

Deno.test("each example is 30 lines at most, and imports the package by its public name", async () => {
  const names = [...Deno.readDirSync(projectFile("examples"))].map(({ name }) => name);
  assert(names.length >= 9, `${names.length} found`);
  for (const name of names) {
    const text = await Deno.readTextFile(projectFile(`examples/${name}`));
    assert(text.split("\n").length - 1 <= 30, name);
    assert(text.includes('"@dirscope/dirscope'), name);
    assert(!/from "\.|\bnpm:|\bjsr:/.test(text), name);
  }
});
