import { assert, assertEquals } from "@std/assert";
import { projectFile } from "../support/process.ts";

/** Files of this repository, by path. */
const FILES: readonly string[] = [
  "cli.ts",
  "mod.ts",
  ...filesBelow("src", "tests", "tools", "npm"),
];

function filesBelow(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    [...Deno.readDirSync(projectFile(folder))].flatMap(({ name, isDirectory }) =>
      isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
    )
  );
}

/** Names that stand for others. */
const EXAMPLES = /^(?:src\/a\/b|tests\/a\/b_test|b_links_test)\.ts$|[A-Z]{4}/;

Deno.test("each source file that a document for contributors names exists, by its path or the end of it", async () => {
  for (
    const document of ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "docs/decisions.md"]
  ) {
    const text = await Deno.readTextFile(projectFile(document));
    const named = [...text.matchAll(/`(?:\.\.\/)?([\w./]+\.ts)`/g)].map(([, path]) => path!)
      .filter((path) => !EXAMPLES.test(path));
    assert(named.length > 0, document);
    const exists = (path: string) => FILES.some((file) => `/${file}`.endsWith(`/${path}`));
    assertEquals(named.filter((path) => !exists(path)), [], document);
  }
});
