import { assert, assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { completionsOf } from "../../src/cli/word_completions.ts";
import { COMMANDS } from "../support/cli.ts";
import { runAll } from "../support/command_lines.ts";
import { COMPLETIONS } from "../support/completion_table.ts";
import { withTree } from "../support/tree.ts";

const TOOLS = [...new Set(Object.values(TOOLSETS).flatMap((tools) => Object.keys(tools)))];

Deno.test("candidatesFor(): the words that the last one may become", async () => {
  for (const [words, candidates] of COMPLETIONS) {
    const found = (await completionsOf(words)).map(({ word }) => word);
    assertEquals(found.toSorted(), candidates.toSorted(), words.join(" "));
  }
  for (const words of [[], [""]]) {
    const found = (await completionsOf(words)).map(({ word }) => word);
    assertEquals(found.toSorted(), [...COMMANDS, ...TOOLS, "tree", "fd", "find", "rg"].toSorted());
  }
  assertEquals(
    (await completionsOf(["definition", ""])).map(({ word }) => word).sort(),
    TOOLS.toSorted(),
  );
});

Deno.test("every candidate has a line of help, and no word comes twice", async () => {
  for (const name of ["", ...COMMANDS, ...TOOLS]) {
    for (const last of ["", "-"]) {
      const found = await completionsOf(name === "" ? [last] : [name, last]);
      for (const { word, help } of found) {
        assert(/^[^\n\t]{7,}\.$/.test(help), `${word}: ${help}`);
        assert(/^[\w-]+$/.test(word), word);
      }
      assertEquals(new Set(found.map(({ word }) => word)).size, found.length, `${name} ${last}`);
    }
  }
});

/** The flags that are offered after a name, each with a value where it takes one. */
async function offeredFlags(
  name: string,
): Promise<(readonly [flag: string, ...value: string[]])[]> {
  const flags = await completionsOf([name, "-"]);
  return await Promise.all(flags.map(async ({ word }) => {
    const [value] = await completionsOf([name, word, ""]);
    return value === undefined || COMMANDS.includes(value.word) ? [word] : [word, value.word];
  }));
}

/** Command lines that use a flag with the least besides; `--help` keeps them from running. */
function linesWith(name: string, [flag, ...value]: readonly [string, ...string[]]): string[][] {
  const isForHttp = flag === "--token-env" || flag === "--allow-host";
  const least = [name, ...isForHttp ? ["--http", "1"] : []];
  const values = value.length > 0 ? [value] : [[], ["1"]];
  return values.map((each) => [...least, flag, ...each, "--help"]);
}

Deno.test("each flag that is offered is accepted by the command that it is offered for", async (t) => {
  await withTree({}, async (root) => {
    const names = [...COMMANDS, ...TOOLS];
    const offered = (await Promise.all(names.map(async (name) =>
      (await offeredFlags(name)).map((flag) => ({
        flag: `${name} ${flag[0]}`,
        lines: linesWith(name, flag),
      }))
    ))).flat();
    assert(offered.length > 100);
    const done = await runAll(
      root,
      offered.flatMap(({ lines }) =>
        lines
      ),
      [],
    );
    const found = offered.map(({ flag, lines }) => ({ flag, done: done.splice(0, lines.length) }));
    await t.step("it is known", () => {
      const unknown = found.filter(({ done }) =>
        done.some(({ stderr }) => stderr.includes("unknown option"))
      );
      assertEquals(unknown, []);
    });
    await t.step("it is not refused, with or without a value", () => {
      const refused = found.filter(({ done }) => done.every(({ code }) => code !== 0));
      assertEquals(refused.map(({ flag }) => flag), []);
    });
  });
});

Deno.test("each flag that --help names is offered, and no other that the general help lacks", async () => {
  await withTree({}, async (root) => {
    const names = ["tools", "definition", "mcp", ...TOOLS];
    const lines = [["--help"], ...names.map((name) => [name, "--help"])];
    const [general, ...helps] = (await runAll(root, lines, [])).map(({ stdout }) =>
      flagsIn(stdout)
    );
    for (const [i, name] of names.entries()) {
      const offered = (await completionsOf([name, "-"])).map(({ word }) => word);
      const others = TOOLS.includes(name) ? general! : [];
      assertEquals(helps[i]!.filter((flag) => !offered.includes(flag)), [], name);
      const named = [...helps[i]!, ...others];
      const unnamed = offered.filter((flag) => !named.includes(flag));
      assertEquals(unnamed.filter((flag) => !flag.startsWith("--no-")), [], name);
      assert(helps[i]!.length > 0);
    }
  });
});

/** The flags that the text of a help lists, short and long. */
function flagsIn(help: string): string[] {
  const rows = help.matchAll(/^ {2}(?:(-\w), )?(--?[\w-]+)/gm);
  return [...rows].flatMap(([, short, flag]) => short === undefined ? [flag!] : [short, flag!]);
}
