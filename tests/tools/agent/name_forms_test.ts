import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../../mod.ts";
import { DISCOVERY, files } from "../../support/agent.ts";
import { pathsOf } from "../../support/discovery.ts";
import { pathsFor } from "../../support/find_path.ts";
import { needing, UNICODE_FORMS } from "../../support/machine.ts";
import { withQuickTree } from "../../support/tree.ts";

const nfc = (text: string): string => text.normalize("NFC");
const nfd = (text: string): string => text.normalize("NFD");

const [FOLDER, FILE, COMPOSED] = [nfd("Orçamento"), nfd("résumé.md"), nfc("café.md")];
const TREE = files([`${FOLDER}/x.txt`, FILE, COMPOSED, "a.md"]);

Deno.test(
  needing(UNICODE_FORMS, "3: `hide` hides a name in both Unicode forms, composed and decomposed"),
  async () => {
    const rows: readonly (readonly [hide: string[], left: string[]])[] = [
      [["Orçamento/"], [FILE, COMPOSED, "a.md"]],
      [["/Orçamento/x.txt", "r?s*.md"], [COMPOSED, FILE, "a.md"]],
      [["résumé.md", "café.md"], [`${FOLDER}/x.txt`, "a.md"]],
      [["*é*", "!café.md"], [`${FOLDER}/x.txt`, COMPOSED, "a.md"]],
      [["Or[ç]amento"], [`${FOLDER}/x.txt`, FILE, COMPOSED, "a.md"]],
    ];
    await withQuickTree(TREE, async (cwd) => {
      // A pattern may fit a name as it stands on the disk alone, as git's rule does.
      const asStored = [["r*.md"], ["re*.md"], ["*e\u0301*"], ["re??sum*"], ["*.md", "!résumé.md"]];
      for (const hide of asStored) {
        const context = { cwd, policy: { hide } };
        const { entries } = await TOOLSETS.discovery.stat_path.execute({ path: FILE }, context);
        assertEquals(entries[0]!.exists, false, hide.join());
      }
      for (const [hide, left] of rows) {
        for (const form of [nfc, nfd]) {
          // A class is of bytes, as in git.
          if (hide[0]!.includes("[") && form === nfd) continue;
          const policy = { hide: hide.map(form) };
          const { entries } = await TOOLSETS.discovery.find_files.execute({}, { cwd, policy });
          assertEquals(entries.map(({ path }) => path).sort(), left.toSorted(), hide.join());
        }
      }
    });
  },
);

Deno.test(
  needing(
    UNICODE_FORMS,
    "a search text or glob in one form finds names in the other, in `agent`; git's own rules stay as git has them",
  ),
  async () => {
    const rows:
      readonly (readonly [name: string, args: Record<string, unknown>, paths: string[]])[] = [
        ["find_files", { name_contains: "résumé" }, [FILE]],
        ["find_files", { name_contains: "CAFÉ" }, [COMPOSED]],
        ["find_files", { path_contains: "Orçamento/" }, [`${FOLDER}/x.txt`]],
        ["find_files", { extensions: ["md"], exclude: ["*é*"] }, ["a.md"]],
        ["find_files", { extensions: ["txt"], exclude_dirs: ["Orçamento"] }, []],
        ["glob_search", { pattern: "Orçamento/*" }, [`${FOLDER}/x.txt`]],
        ["glob_search", { pattern: "*[é].md" }, [COMPOSED, FILE]],
        ["glob_search", { pattern: "caf?.md" }, [COMPOSED]],
        ["glob_search", { pattern: "R?SUM?.MD", case_sensitive: false }, [FILE]],
      ];
    await withQuickTree(TREE, async (cwd) => {
      for (const [name, args, paths] of rows) {
        for (const form of [nfc, nfd]) {
          if (JSON.stringify(args).includes("[é]") && form === nfd) continue;
          const sent = JSON.parse(form(JSON.stringify(args)));
          assertEquals(
            pathsOf(await DISCOVERY[name]!.execute(sent, { cwd })),
            paths,
            JSON.stringify(args),
          );
        }
      }
      assertEquals((await pathsFor(cwd, nfc("Orçamento/x.txt")))[0], `${FOLDER}/x.txt`);
      await Deno.writeTextFile(`${cwd}/.gitignore`, nfc("résumé.md\n"));
      assertEquals(
        pathsOf(await DISCOVERY.find_files!.execute({ name_contains: "résumé" }, { cwd })),
        [FILE],
      );
      const { find_files } = TOOLSETS.discovery;
      assertEquals((await find_files.execute({ name_contains: nfc("résumé") }, { cwd })).count, 0);
    });
  },
);

Deno.test("3: a space that is not U+0020 shows escaped, and a text with a plain space finds it, in `agent`", async () => {
  const names = [..."\xa0\u2003\u202f\u3000 "].map((space) => `a${space}b.txt`).sort();
  await withQuickTree(files(names), async (cwd) => {
    const { find_files, glob_search } = TOOLSETS.agent;
    assertEquals(pathsOf(await find_files.execute({ name_contains: "a b" }, { cwd })), names);
    assertEquals(pathsOf(await glob_search.execute({ pattern: "a b.*" }, { cwd })), names);
    assertEquals((await pathsFor(cwd, "a b.txt")).sort(), names);
    const { count } = await TOOLSETS.discovery.find_files.execute({ name_contains: "a b" }, {
      cwd,
    });
    assertEquals(count, 1);
  });
});
