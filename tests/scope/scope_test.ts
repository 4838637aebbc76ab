import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { resolve } from "@std/path/posix/resolve";
import fc from "fast-check";
import {
  denoRun,
  forEachAtOnce,
  HAS_TERMINAL,
  onTerminal,
  projectFile,
  run,
} from "../support/process.ts";
import type { Call } from "../support/run_calls.ts";
import { link, makeTree, type Node, type Tree, withTree } from "../support/tree.ts";
import type { ToolContext } from "../../mod.ts";
import { Scope } from "../../src/scope/scope.ts";

/** The targets of links that lead out of `BASE/allowed`, where `BASE` is the folder around it. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  "absolute": "BASE/outside",
  "absolute-dots": "BASE/allowed/inner/../../outside",
  "absolute-slashes": "//BASE///outside/",
  "away-dangling": "../../outside/none",
  "away-dangling-deep": "../../outside/none/none/none",
  "chain-1": "chain-2",
  "chain-2": "chain-3",
  "chain-3": "../../outside",
  "chain-out-and-in": "../../outside/back",
  "climb": `${"../".repeat(40)}BASE/outside`,
  "climb-etc": `${"../".repeat(40)}etc`,
  "dev": "/dev",
  "dev-fd": "/dev/fd",
  "evil-sibling": "../../allowed-evil",
  "evil-sibling-back": "../../allowed-evil/../allowed/inner",
  "file": "../../outside/door",
  "file-as-directory": "../../outside/door/..",
  "loop": "../../outside/loop",
  "only-up": "../..",
  "out-and-in": "../../outside/../allowed/inner",
  "proc-cwd": "/proc/self/cwd",
  "proc-cwd-file": "/proc/self/cwd/a.txt",
  "proc-fd": "/proc/self/fd",
  "proc-root": "/proc/self/root",
  "proc-root-inside": "/proc/self/root/BASE/allowed/inner",
  "proc-root-outside": "/proc/self/root/BASE/outside",
  "relative": "../../outside",
  "relative-dot": "../../outside/.",
  "relative-slash": "../../outside/",
  "root": "/",
  "sys": "/sys",
  "through-chain": "chain-1/back",
  "through-file": "../a.txt/../../outside",
  "through-folder": "../inner/deep/../../../outside",
  "through-link": "relative/door",
  "through-missing": "../missing/../../outside",
  "up-and-down": "../../outside/../outside",
};

/** A link whose target starts at the folder around `allowed`. */
function linkOut(target: string): Node {
  return {
    make: (path) => {
      const base = path.slice(0, path.lastIndexOf("/allowed"));
      return Deno.symlink(target.replaceAll("/BASE", base).replaceAll("BASE", base), path);
    },
  };
}

const TREE: Tree = {
  "allowed/.gitignore": link("../outside/rules"),
  "allowed/a.txt": "",
  "allowed/inner/b.txt": "",
  "allowed/inner/deep/c.txt": "",
  ...Object.fromEntries(
    Object.entries(WAYS_OUT).map(([name, target]) => [`allowed/links/${name}`, linkOut(target)]),
  ),
  "allowed/stays/file": link("../a.txt"),
  "allowed/stays/folder": link("../inner"),
  "allowed/stays/up-and-back": link("../../allowed/inner"),
  "allowed/stays/whole": linkOut("BASE/allowed/inner/deep"),
};

/** What can stand outside; no result may tell which. `SECRET` is in every name that must not show. */
const OUTSIDES: Readonly<Record<string, Tree>> = {
  "nothing": {},
  "folders": {
    ".git/SECRET": "",
    ".gitignore": "b.txt\n",
    "allowed-evil/SECRET": "",
    "outside/SECRET-folder/SECRET": "",
    "outside/back": link("SECRET-folder/../../allowed/inner"),
    "outside/door/SECRET": "",
    "outside/loop": link("SECRET-folder/../../allowed/links/loop"),
    "outside/rules": "a.txt\nb.txt\ninner/\n",
  },
  "files": {
    ".git": "",
    ".gitignore": "SECRET\n",
    "allowed-evil": "",
    "outside/back": "",
    "outside/door": "",
    "outside/loop": "",
    "outside/none": "",
    "outside/rules": "inner/\n",
  },
  "links": {
    ".git": link("allowed"),
    ".gitignore": link("allowed/a.txt"),
    "allowed-evil": link("allowed"),
    "outside": link("allowed/inner"),
  },
  "a file": { "outside": "a.txt\n" },
};

/** Every combination of the flags of `list_dir`. */
const FLAGS: readonly Record<string, unknown>[] = [
  "recursive",
  "follow_folder_symlinks",
  "follow_file_symlinks",
  "show_data",
  "use_gitignore",
].reduce<Record<string, unknown>[]>(
  (all, flag) => all.flatMap((args) => [args, { ...args, [flag]: true }]),
  ["text", "json"].flatMap((format) =>
    ["both", "files", "folders"].map((filter) => ({ format, filter }))
  ),
);

/** Names in one folder, each its own way to name a thing; none leads to a secret. */
const NAMED: Readonly<Record<string, "denied" | "missing">> = {
  "..": "denied",
  "../": "denied",
  "../.": "denied",
  "../outside": "denied",
  "../outside/door": "denied",
  "../outside/none": "denied",
  "../allowed-evil": "denied",
  "../allowed/../outside": "denied",
  "inner/../../outside": "denied",
  "missing/../../outside": "denied",
  "links/relative": "denied",
  "links/relative/": "denied",
  "links/relative/.": "denied",
  "links/relative/door": "denied",
  "links/relative/none": "denied",
  "links/relative/none/none": "denied",
  "links/relative/back": "denied",
  "links/absolute/back/deep": "denied",
  "links/chain-1/door": "denied",
  "links/file/x": "denied",
  "links/evil-sibling/SECRET": "denied",
  "links/proc-root/etc": "denied",
  "links/proc-cwd/inner": "denied",
  "links/climb-etc/ssl": "denied",
  "links/root/etc": "denied",
  "links/dev/null": "denied",
  "links/loop": "denied",
  "links/only-up": "denied",
  "links/out-and-in": "denied",
  "/": "denied",
  "//": "denied",
  "///etc": "denied",
  "/proc/self/cwd": "denied",
  "/proc/self/root": "denied",
  "/proc/self/fd/0": "denied",
  "/dev/fd": "denied",
  "/no/such/folder": "denied",
  [`${"../".repeat(40)}etc`]: "denied",
  [`${"../".repeat(2000)}etc`]: "denied",
  [`/${"x".repeat(6000)}`]: "denied",
  "~": "missing",
  "~root": "missing",
  "$HOME": "missing",
  "%2e%2e": "missing",
  "%2e%2e/outside": "missing",
  "..%2foutside": "missing",
  "..\\outside": "missing",
  "inner\\..\\..\\outside": "missing",
  "...": "missing",
  "file:///etc": "missing",
  "file://localhost/etc": "missing",
  "missing": "missing",
  "a.txt": "missing",
  "a.txt/../../outside": "denied",
  "a.txt/x": "missing",
  ["x/".repeat(3000)]: "missing",
  ["x".repeat(6000)]: "missing",
};

function denied(path: string): string {
  return `Error: access denied: '${path.replaceAll("\\", "\\\\")}' is outside the allowed roots.`;
}

function missing(path: string): string {
  return `Error: '${path.replaceAll("\\", "\\\\")}' is not a directory.`;
}

/** Runs calls in a process of their own, with these permissions only. */
async function runCalls(flags: readonly string[], calls: readonly Call[], cwd: string) {
  const command = denoRun(["--no-prompt", ...flags], projectFile("tests/support/run_calls.ts"));
  const { code, stdout, stderr } = await run(command, { cwd, input: JSON.stringify(calls) });
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  const outputs: string[] = JSON.parse(stdout);
  assertEquals(outputs.length, calls.length);
  return outputs;
}

/** One call, run likewise. */
async function runCall(flags: readonly string[], args: unknown, context: ToolContext, cwd: string) {
  const [output] = await runCalls(flags, [{ args, context }], cwd);
  return output!;
}

async function putOutside(base: string, outside: Tree): Promise<void> {
  for (const path of ["outside", "allowed-evil", ".git", ".gitignore"]) {
    await Deno.remove(`${base}/${path}`, { recursive: true }).catch(() => {});
  }
  for (const [name, node] of Object.entries(outside)) {
    const path = `${base}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    if (typeof node === "string") await Deno.writeTextFile(path, node);
    else await node.make(path);
  }
}

/** Who holds the border: Deno's permission, the roots, or both. */
const BORDERS: readonly {
  readonly name: string;
  readonly flags: (base: string) => string[];
  readonly contexts: (base: string) => ToolContext[];
}[] = [
  {
    name: "--allow-read for the folder alone",
    flags: (base) => [`--allow-read=${base}/allowed`],
    contexts: (base) => [{}, { roots: [`${base}/allowed`] }],
  },
  {
    name: "--allow-read for the folder alone, inside wider roots",
    flags: (base) => [`--allow-read=${base}/allowed`],
    contexts: (base) => [{ roots: [base] }, { roots: ["/"] }],
  },
  {
    name: "roots alone",
    flags: () => ["--allow-all"],
    contexts: (base) => [
      { roots: [`${base}/allowed`] },
      { roots: ["."] },
      { roots: ["inner/..", "links"] },
      { roots: [`${base}/allowed/inner`, `${base}/allowed/`, `${base}/allowed/inner/deep`] },
      { roots: [`${base}/none/../allowed`, `${base}/none`], gitignore: "git" },
    ],
  },
  {
    name: "roots inside a wider permission",
    flags: (base) => [`--allow-read=${base}`],
    contexts: (base) => [{ roots: [`${base}/allowed`] }],
  },
];

for (const { name, flags, contexts } of BORDERS) {
  Deno.test(
    `${name}: nothing behind a link that leads out is read, followed, stat'ed or told apart`,
    async () => {
      const base = await makeTree(TREE);
      try {
        const cwd = `${base}/allowed`;
        const calls = contexts(base).flatMap((context, i) => [
          ...(i === 0 ? FLAGS : FLAGS.filter((args) => Object.keys(args).length > 5))
            .map((args): Call => ({ args, context: { cwd, ...context } })),
          ...Object.keys(NAMED).flatMap((path): Call[] => [
            { args: { path }, context: { cwd, ...context } },
            {
              args: { path, recursive: true, follow_folder_symlinks: true, use_gitignore: true },
              context: { cwd, ...context },
            },
          ]),
        ]);
        let first: string[] | undefined;
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
    `${name}: a link whose target is outside the roots or not granted is still listed as a link`,
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
          // The same run does see what is inside, so the border is not drawn too tight.
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

Deno.test("roots: [] allows nothing, whatever Deno's permissions are", async () => {
  await withTree({ "inner/": "", "link": link("inner"), "file": "" }, async (root) => {
    const paths = [".", "inner", "link", "file", "none", "..", "/", root, `${root}/none`];
    for (const flags of [["--allow-all"], [`--allow-read=${root}`], []]) {
      const calls = paths.map((path) => ({ args: { path }, context: { cwd: root, roots: [] } }));
      assertEquals(await runCalls(flags, calls, root), paths.map(denied));
    }
  });
});

Deno.test("a path is checked lexically against roots by path segment, never by string prefix", async () => {
  const tree = { "a/x": "", "a-b/y": "", "ab/z": "", "a b/w": "", "A/v": "" };
  await withTree(tree, async (root) => {
    const paths = [
      "a",
      "a/.",
      "a-b",
      "ab",
      "a b",
      "A",
      "../a",
      `${root}/a`,
      `${root}/ab`,
      "a/../ab",
    ];
    const expected = paths.map((path) =>
      ["a", "a/.", `${root}/a`].includes(path) ? "x" : denied(path)
    );
    for (const roots of [["a"], [`${root}/a/`], ["./a/../a"], ["a", "a/x"]]) {
      for (const flags of [["--allow-all"], [`--allow-read=${root}`], [`--allow-read=${root}/a`]]) {
        const calls = paths.map((path) => ({ args: { path }, context: { cwd: root, roots } }));
        assertEquals(await runCalls(flags, calls, root), expected, `${roots} ${flags}`);
      }
    }
  });
});

/** Two folders that are allowed, and a link from one to the other. */
const TWO: Tree = {
  "one/to-deep": link("../away/two/deep"),
  "one/to-three": link("../three"),
  "one/to-two": link("../away/two"),
  "away/two/deep/x": "",
  "away/SECRET": "",
  "three/SECRET": "",
};

// The folder `deep` is listed once: where a link met it first.
const TWO_LISTED = `to-deep/ (link -> ../away/two/deep)
  x (file)
to-three (link -> ../three)
to-two/ (link -> ../away/two)`;

const grantsOfTwo: Readonly<Record<string, (base: string) => [string[], ToolContext]>> = {
  "two roots": () => [["--allow-all"], { roots: ["one", "away/two"] }],
  "two roots and two permissions": (base) => [
    [`--allow-read=${base}/one,${base}/away/two`],
    { roots: ["one", "away/two"] },
  ],
  "one root and two permissions": (base) => [
    [`--allow-read=${base}/one,${base}/away/two`],
    { roots: ["."] },
  ],
  "two permissions and no roots": (base) => [
    [`--allow-read=${base}/one,${base}/away/two`],
    {},
  ],
};

for (const [name, grant] of Object.entries(grantsOfTwo)) {
  Deno.test(`a link whose target is inside the roots and granted is followed (${name})`, async () => {
    const args = { path: "one", recursive: true, follow_folder_symlinks: true, show_data: true };
    await withTree(TWO, async (base) => {
      const [flags, context] = grant(base);
      assertEquals(await runCall(flags, args, { ...context, cwd: base }, base), TWO_LISTED);
    });
  });
}

const SPELLED: Tree = {
  "allowed/a.txt": "",
  "allowed/deep/b.txt": "",
  "allowed/door": link("../outside"),
  "allowed/real-name": linkOut("BASE/allowed/deep"),
  "allowed/relative": link("deep"),
  "allowed/spelled-name": linkOut("BASE/spelled/deep"),
  "outside/SECRET": "",
  "second": link("spelled"),
  "spelled": link("allowed"),
};

Deno.test("where a root was itself given through a link, the permission that the user granted holds", async () => {
  await withTree(SPELLED, async (base) => {
    const follow = { recursive: true, follow_folder_symlinks: true, show_data: true };
    const expected = `a.txt (file)
deep/ (folder)
  b.txt (file)
door (link -> ../outside)
real-name/ (link -> ${base}/allowed/deep)
relative/ (link -> deep)
spelled-name/ (link -> ${base}/spelled/deep)`;
    for (const spelling of ["spelled", "second"]) {
      const flags = [`--allow-read=${base}/${spelling}`];
      const path = `${base}/${spelling}`;
      // A link to the spelling that is granted is known to stay inside; another spelling is not.
      const shown = spelling === "spelled"
        ? expected
        : expected.replace("spelled-name/", "spelled-name");
      for (
        const context of [
          { cwd: path },
          { cwd: base, roots: [path] },
          { cwd: base, roots: [spelling] },
          { cwd: path, roots: ["."] },
        ]
      ) {
        const calls: Call[] = [
          { args: { path, recursive: true, show_data: true }, context },
          { args: { path: `${path}/deep` }, context },
          { args: { path: `${path}/relative` }, context },
          { args: { path: `${path}/real-name` }, context },
          { args: { path: `${path}/none` }, context },
          { args: { path: `${path}/door` }, context },
          { args: { path: `${path}/door/none` }, context },
          { args: { path: `${path}/../outside` }, context },
          { args: { path, ...follow, format: "json" }, context },
        ];
        const outputs = await runCalls(flags, calls, "/");
        assertEquals(
          outputs.slice(0, -1),
          [
            shown,
            "b.txt",
            "b.txt",
            "b.txt",
            missing(`${path}/none`),
            denied(`${path}/door`),
            denied(`${path}/door/none`),
            denied(`${path}/../outside`),
          ],
          JSON.stringify(context),
        );
        assert(!outputs.at(-1)!.includes("SECRET"));
        assertEquals(JSON.parse(outputs.at(-1)!).name, "allowed");
      }
    }
  });
});

Deno.test("only the spelling that was granted, or a root, opens a folder that a link leads to", async () => {
  await withTree(SPELLED, async (base) => {
    const flags = [`--allow-read=${base}/spelled`];
    const listing = "a.txt\ndeep/\ndoor\nreal-name/\nrelative/\nspelled-name/";
    const rows: [string, ToolContext, string][] = [
      // Without roots nothing says that the two are one folder.
      [`${base}/allowed`, {}, denied(`${base}/allowed`)],
      [`${base}/second`, {}, denied(`${base}/second`)],
      // With the root, its resolved name lies in it as well.
      [`${base}/allowed`, { roots: [`${base}/spelled`] }, listing],
      [`${base}/spelled`, { roots: [`${base}/spelled`] }, listing],
      [`${base}/outside`, { roots: [`${base}/spelled`] }, denied(`${base}/outside`)],
    ];
    const calls = rows.map(([path, context]) => ({ args: { path }, context }));
    assertEquals(await runCalls(flags, calls, "/"), rows.map(([, , expected]) => expected));
  });
});

Deno.test("where the resolved spelling is denied (a --deny-read by the real name), refuse", async () => {
  await withTree(SPELLED, async (base) => {
    const path = `${base}/spelled`;
    const contexts: ToolContext[] = [{}, { roots: [path] }];
    const follow = {
      recursive: true,
      follow_folder_symlinks: true,
      follow_file_symlinks: true,
      show_data: true,
    };
    const closed = `a.txt (file)
deep/ (folder)
door (link -> ../outside)
real-name (link -> ${base}/allowed/deep)
relative (link -> deep)
spelled-name (link -> ${base}/spelled/deep)`;
    for (const context of contexts) {
      for (const allow of [`--allow-read=${path}`, "--allow-read"]) {
        assertEquals(
          await runCall([allow, `--deny-read=${base}/allowed`], { path }, context, "/"),
          denied(path),
        );
      }
      for (const name of ["allowed", "spelled"]) {
        const flags = [`--allow-read=${path}`, `--deny-read=${base}/${name}/deep`];
        const calls: Call[] = [
          { args: { path, ...follow }, context },
          { args: { path: `${path}/deep` }, context },
          { args: { path: `${path}/deep/none` }, context },
          { args: { path: `${path}/relative` }, context },
          { args: { path: `${path}/relative/none` }, context },
        ];
        const [listing, ...rest] = await runCalls(flags, calls, "/");
        assertEquals(listing, closed, `${name} ${JSON.stringify(context)}`);
        assertEquals(
          rest,
          calls.slice(1).map(({ args }) => denied((args as { path: string }).path)),
        );
      }
    }
  });
});

Deno.test("a NotCapable from a --deny-read inside is caught and counts as not granted", async () => {
  const tree: Tree = {
    ".gitignore": "a.txt\n",
    "a.txt": "",
    "b/c.txt": "",
    "shut/SECRET/SECRET": "",
    "shut/back": link("../b"),
    "x/chain": link("../shut/back"),
    "x/file": link("../shut/SECRET/SECRET"),
    "x/folder": link("../shut"),
    "x/none": link("../shut/none"),
    "z.txt": "",
  };
  const shown = `a.txt (file)
b/ (folder)
  c.txt (file)
shut/ (folder)
x/ (folder)
  chain (link -> ../shut/back)
  file (link -> ../shut/SECRET/SECRET)
  folder (link -> ../shut)
  none (link -> ../shut/none)
z.txt (file)`;
  await withTree(tree, async (root) => {
    const args = {
      recursive: true,
      follow_folder_symlinks: true,
      follow_file_symlinks: true,
      show_data: true,
      use_gitignore: true,
    };
    const paths = [
      "shut",
      "shut/SECRET",
      "shut/none",
      "shut/back",
      "x/folder",
      "x/none",
      "x/chain",
    ];
    const flagRows = [
      [`--allow-read=${root}`, `--deny-read=${root}/shut,${root}/.gitignore`],
      ["--allow-read", `--deny-read=${root}/shut,${root}/.gitignore`],
      ["--allow-all", `--deny-read=${root}/shut,${root}/.gitignore`],
    ];
    for (const flags of flagRows) {
      for (const context of [{ cwd: root }, { cwd: root, roots: [root] }]) {
        const calls: Call[] = [
          { args, context },
          ...paths.map((path) => ({ args: { path }, context })),
        ];
        const [listing, ...rest] = await runCalls(flags, calls, root);
        assertEquals(listing, `.gitignore (file)\n${shown}`, flags.join(" "));
        assertEquals(rest, paths.map(denied));
      }
    }
  });
});

Deno.test("inside the scope, what is missing and what loops is told as not a directory", async () => {
  const links = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [`long-${i}`, link(`long-${i + 1}`)]),
  );
  const tree: Tree = {
    ...links,
    "long-50/": "",
    "loop": link("loop"),
    "none": link("gone/x"),
    "f": "",
  };
  await withTree(tree, async (root) => {
    const paths = ["gone", "gone/x", "none", "loop", "loop/x", "f", "f/x", "long-0"];
    for (const flags of [["--allow-all"], [`--allow-read=${root}`]]) {
      const calls = paths.map((path) => ({
        args: { path },
        context: { cwd: root, roots: [root] },
      }));
      assertEquals(await runCalls(flags, calls, root), paths.map(missing));
    }
  });
});

Deno.test("an empty or NUL-holding path is an error, and no path at all is the working directory", async () => {
  await withTree({ "x": "" }, async (root) => {
    const calls = ["", "\0", "x\0", "../\0", undefined, null].map((path) => ({
      args: { path },
      context: { cwd: root },
    }));
    const outputs = await runCalls([`--allow-read=${root}`], calls, "/");
    for (const output of outputs.slice(0, 4)) assertMatch(output, /^Error: path must be [^\0]*\.$/);
    assertEquals(outputs.slice(4), ["x", "x"]);
  });
});

Deno.test("without any permission every path is outside, existing or not", async () => {
  await withTree({ "x/": "" }, async (root) => {
    const paths = [".", "x", "none", "/", "/etc", root, `${root}/none`];
    for (
      const context of [{ cwd: root }, { cwd: root, roots: [root] }, { cwd: root, roots: ["/"] }]
    ) {
      const calls = paths.map((path) => ({ args: { path }, context }));
      assertEquals(await runCalls([], calls, root), paths.map(denied));
    }
  });
});

// A prompt needs a terminal: these run on one, and without --no-prompt.

const PROMPTS = /Allow\?|Deno requests/;

/** Runs a command on a terminal, to its end or to a prompt, which would wait for ever. */
function runUntilPrompted(command: readonly string[], cwd = "/") {
  return run(onTerminal(command), {
    cwd,
    meanwhile: async ({ child, shows }) => {
      if (await shows(PROMPTS)) child.kill("SIGKILL");
    },
  });
}

Deno.test({
  name: "(a terminal shows a prompt, so the tests below can fail)",
  ignore: !HAS_TERMINAL,
  fn: async () => {
    const eager = denoRun([], "data:application/javascript,Deno.readDirSync('/')");
    const { stdout } = await runUntilPrompted(eager);
    assertMatch(stdout, PROMPTS);
  },
});

Deno.test({
  name: "never prompt: no call of the tool asks the terminal for a permission",
  ignore: !HAS_TERMINAL,
  fn: async () => {
    const base = await makeTree({ ...TREE, "shut/x": "" });
    try {
      await putOutside(base, OUTSIDES.folders!);
      const cwd = `${base}/allowed`;
      const spelled = `${base}/spelled`;
      await Deno.symlink("allowed", spelled);
      const everything = {
        recursive: true,
        follow_folder_symlinks: true,
        follow_file_symlinks: true,
        use_gitignore: true,
      };
      const short = Object.keys(NAMED).filter((path) => path.length < 1000);
      const callsIn = (cwd: string): Call[] =>
        ([{}, { roots: ["."] }, { roots: [base] }, { roots: ["/"] }] as ToolContext[]).flatMap(
          (context) =>
            [".", ...short, base, "/proc", "/sys", "/dev/fd", "/root"].map((path) => ({
              args: { ...everything, path, depth: 3 },
              context: { ...context, cwd },
            })),
        );
      const named = (...paths: string[]): Call[] =>
        paths.map((path) => ({ args: { ...everything, depth: 1, path } }));
      const rows: [string[], Call[]][] = [
        [[`--allow-read=${cwd}`], callsIn(cwd)],
        [[`--allow-read=${cwd}/inner/deep`], callsIn(`${cwd}/inner/deep`)],
        [[`--allow-read=${cwd}/links`], callsIn(`${cwd}/links`)],
        [[`--allow-read=${spelled}`], [...callsIn(spelled), ...callsIn(cwd)]],
        [[`--allow-read=${spelled}/inner`], callsIn(`${spelled}/inner`)],
        [[`--allow-read=${cwd}`, `--deny-read=${cwd}/inner`], callsIn(cwd)],
        [[], callsIn(cwd)],
        // `granted` is not a promise.
        [["--allow-read=/proc,/sys,/dev"], named("/proc", "/proc/self", "/proc/1", "/sys", "/dev")],
        [["--allow-read"], named("/proc", "/proc/self/root/etc", "/proc/1/cwd", "/dev/fd", "/etc")],
      ];
      await forEachAtOnce(rows, async ([flags, calls]) => {
        const program = projectFile("tests/support/run_calls.ts");
        const command = denoRun(flags, program, JSON.stringify(calls));
        const { code, stdout } = await runUntilPrompted(command, `${base}/shut`);
        assertEquals(stdout.match(PROMPTS), null, `${flags} ${stdout.slice(0, 3000)}`);
        assertEquals(code, 0, stdout.slice(-3000));
        assertEquals(JSON.parse(stdout).length, calls.length);
      });
    } finally {
      await Deno.remove(base, { recursive: true });
    }
  },
});

Deno.test({
  name: "never prompt: no command line asks the terminal for a permission",
  ignore: !HAS_TERMINAL,
  fn: async () => {
    const base = await makeTree(TREE);
    try {
      await putOutside(base, OUTSIDES.folders!);
      const cwd = `${base}/allowed`;
      const follow = ["--recursive", "--follow-folder-symlinks", "--use-gitignore", "--depth=1"];
      const memory = ["--target=project_memory", "--memory-key=k", "--memory"];
      const rows: [string[], string[], number][] = [
        [["--allow-read=."], follow, 0],
        [["--allow-read=."], ["--show-data", "links"], 0],
        [["--allow-read=."], [".."], 1],
        [["--allow-read=."], ["links/relative"], 1],
        [["--allow-read=."], ["links/relative/door/none"], 1],
        [["--allow-read=."], ["--scope", "..", ...follow], 0],
        [["--allow-read=."], ["--scope", "/", "/"], 1],
        [["--allow-read=."], [...memory, "../notes.db"], 1],
        [["--allow-read=."], [...memory, "notes.db"], 1],
        [["--allow-write=."], [...memory, "notes.db"], 1],
        [["--allow-read=inner"], [], 1],
        [["--allow-read=inner"], [...follow, "inner"], 0],
        [["--allow-read=inner"], ["missing"], 1],
        [[], follow, 1],
        [[], ["/"], 1],
        [[], ["--help"], 0],
        [[], ["--version"], 0],
        [[], ["--nonsense"], 2],
      ];
      await forEachAtOnce(rows, async (row) => {
        const [flags, words, expected] = row;
        const command = denoRun(flags, projectFile("cli.ts"), ...words);
        const { code, stdout } = await runUntilPrompted(command, cwd);
        assertEquals(stdout.match(PROMPTS), null, `${flags} ${words} ${stdout}`);
        assertEquals(code, expected, `${flags} ${words} ${stdout}`);
        if (expected === 1) assertStringIncludes(stdout, "\n");
      });
    } finally {
      await Deno.remove(base, { recursive: true });
    }
  },
});

Deno.test("Scope.resolve() gives what @std/path gives for POSIX", () => {
  const part = fc.constantFrom("", ".", "..", "a", "b.c", "...", "é", " ", "\\", "~");
  const path = fc.array(part, { maxLength: 8 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(path, path, (cwd, path) => {
      const expected = resolve(Deno.cwd(), cwd, path);
      // An empty list of roots: nothing is touched.
      assertEquals(new Scope({ cwd, roots: [] }).resolve(path), expected);
    }),
    { numRuns: 500 },
  );
});

Deno.test("a file that is itself a root, or reached by a link, is no directory", async () => {
  const tree: Tree = {
    "in/f.txt": "1",
    "in/sub/x": "",
    "in/to-file": link("../out/file.txt"),
    "in/to-root": link("../rootlink"),
    "out/file.txt": "2",
    "rootlink": link("in/f.txt"),
  };
  await withTree(tree, (cwd) => {
    const rows: readonly (readonly [roots: string[], path: string, isDirectory: boolean])[] = [
      [["in", "out/file.txt"], "in/to-file", false],
      [["in", "out/file.txt"], "out/file.txt", false],
      [["rootlink", "in"], "in/to-root", false],
      [["in", "rootlink"], "rootlink", false],
      [["in", "rootlink"], "in/sub", true],
      [["in"], "in", true],
    ];
    for (const [roots, path, isDirectory] of rows) {
      const entered = new Scope({ cwd, roots }).enter(path);
      assertEquals(entered.isDirectory, isDirectory, `${roots} ${path}`);
    }
    const scope = new Scope({ cwd, roots: ["in", "out/file.txt"] });
    const { outcome } = scope.follow(scope.enter("in").real, "to-file");
    assertEquals(outcome, "file");
  });
});

Deno.test("a file that alone is granted is no directory", async () => {
  await withTree({ "in/f.txt": "1" }, async (root) => {
    const allow = `--allow-read=${root}/in/f.txt`;
    const command = denoRun(
      [allow],
      projectFile("cli.ts"),
      "ls",
      "in/f.txt",
      "--scope",
      "in/f.txt",
    );
    const { stdout } = await run(command, { cwd: root });
    assertStringIncludes(stdout, `"${root}/in/f.txt"`);
  });
});
