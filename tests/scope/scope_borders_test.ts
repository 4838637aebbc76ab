import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  BORDERS,
  denied,
  FLAGS,
  missing,
  NAMED,
  OUTSIDES,
  putOutside,
  runCalls,
  TREE,
  WAYS_OUT,
} from "../support/borders.ts";
import { LINKS, needing } from "../support/machine.ts";
import type { Call } from "../support/list_dir_process.ts";
import { makeTree } from "../support/tree.ts";

for (const { name, flags, contexts } of BORDERS) {
  Deno.test(
    needing(
      LINKS,
      `${name}: nothing behind a link that leads out is read, followed, stat'ed or told apart`,
    ),
    async () => {
      const base = await makeTree(TREE);
      try {
        const cwd = `${base}/allowed`;
        const calls = contexts(base).flatMap((context, i) => [
          ...(i === 0 ? FLAGS : FLAGS.filter((args) => Object.keys(args).length > 5))
            .map((args): Call => ({ args, context: { cwd, ...context } })),
          // How a path is judged does not depend on the flags, so one context tries them.
          ...Object.keys(NAMED).flatMap((path): Call[] =>
            [
              { path },
              { path, recursive: true, follow_folder_symlinks: true, use_gitignore: true },
            ].slice(0, i === 0 ? 2 : 1).map((args) => ({ args, context: { cwd, ...context } }))
          ),
        ]);
        let first: readonly string[] | undefined;
        for (const [outside, tree] of Object.entries(OUTSIDES)) {
          await putOutside(base, tree);
          const outputs = await runCalls(flags(base), calls, cwd);
          first ??= outputs;
          for (const [i, output] of outputs.entries()) {
            const call = JSON.stringify(calls[i]).slice(0, 300);
            assert(
              !/SECRET/.test(output.replaceAll("evil-sibling/SECRET'", "")),
              `${call} ${output}`,
            );
            assertEquals(output, first[i], `with ${outside} outside: ${call}`);
            const { path } = calls[i]!.args as { path?: string };
            if (path === undefined) assert(!output.startsWith("Error: "), `${call} ${output}`);
            else assertEquals(output, (NAMED[path] === "denied" ? denied : missing)(path), call);
          }
        }
      } finally {
        await Deno.remove(base, { recursive: true });
      }
    },
  );
}

for (const { name, flags, contexts } of BORDERS) {
  Deno.test(
    needing(
      LINKS,
      `${name}: a link whose target is outside the roots or not granted is still listed as a link`,
    ),
    async () => {
      const base = await makeTree(TREE);
      try {
        const cwd = `${base}/allowed`;
        await putOutside(base, OUTSIDES.folders!);
        const follow = { follow_folder_symlinks: true, follow_file_symlinks: true };
        const names = Object.keys(WAYS_OUT);
        const stored = await Promise.all(
          names.map((link) => Deno.readLink(`${cwd}/links/${link}`)),
        );
        const staying = `file (link -> ../a.txt)
folder/ (link -> ../inner)
up-and-back/ (link -> ../../allowed/inner)
whole/ (link -> ${cwd}/inner/deep)`;
        for (const context of contexts(base)) {
          const calls = [
            { path: "links", recursive: true, ...follow, format: "json" },
            { path: "links", recursive: true, ...follow, show_data: true },
            { path: "links", filter: "files" },
            { path: "links", filter: "folders" },
            { path: "stays", recursive: true, show_data: true },
            { recursive: true, use_gitignore: true, filter: "files" },
            { path: "inner", recursive: true, use_gitignore: true, filter: "files" },
          ].map((args) => ({ args, context: { cwd, ...context } }));
          const outputs = await runCalls(flags(base), calls, cwd);
          for (const output of outputs) assert(!output.startsWith("Error: "), output);
          const [json, text, files, folders, stays, unignored, below] = outputs;
          assertEquals(
            JSON.parse(json!).children,
            names.map((link, i) => ({ name: link, type: "link", link_target: stored[i] })),
          );
          assertEquals(text, names.map((link, i) => `${link} (link -> ${stored[i]})`).join("\n"));
          assertEquals([files, folders], [names.join("\n"), ""]);
          // The same run does see what is inside, so the border is not too narrow.
          assertEquals(stays, staying);
          // Neither a `.gitignore` that is a link nor one above the scope hides anything.
          assertMatch(
            unignored!,
            /^\.gitignore\na\.txt\ninner\/b\.txt\ninner\/deep\/c\.txt\nlinks\//,
          );
          assertEquals(below, "b.txt\ndeep/c.txt");
        }
      } finally {
        await Deno.remove(base, { recursive: true });
      }
    },
  );
}
