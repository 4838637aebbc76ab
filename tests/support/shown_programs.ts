/** What docs/library.md shows, for projects outside the checkout. */
import { projectFile } from "./process.ts";
import type { Tree } from "./tree.ts";

const TEXT = await Deno.readTextFile(projectFile("docs/library.md"));

/** The path of the clone in the document. */
const CLONE = /\/home\/me\/dirscope\b\/?/g;

interface ProjectSettings extends Readonly<Record<string, unknown>> {
  readonly imports: Readonly<Record<string, string>>;
  readonly links: readonly string[];
}

/** Each `deno.json` that is shown, with the path of this checkout. */
export const SHOWN_PROJECTS = shownBlocks("json").map((block): ProjectSettings =>
  JSON.parse(block.replaceAll(CLONE, projectFile("")))
);

export const SHOWN_PROGRAMS: Readonly<Record<string, string>> = Object.fromEntries(
  shownBlocks("ts").map((block, i) => [`program${i}.ts`, block]),
);

/** The files that the programs are about. */
export const SHOWN_FILES: Tree = {
  ".gitignore": "/dist/\n",
  ...Object.fromEntries(
    ["docs/guide.md", "src/main.py", "src/utils/helpers.py"].map((name) => {
      const path = `fixtures/sample/${name}`;
      return [path, Deno.readTextFileSync(projectFile(path))];
    }),
  ),
};

function shownBlocks(language: string): string[] {
  const blocks = TEXT.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"));
  return [...blocks].map(([, block]) => block!);
}
