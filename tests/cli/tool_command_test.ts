import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { type Progress, TOOLSETS } from "../../mod.ts";
import {
  denoRun,
  forEachAtOnce,
  HAS_TERMINAL,
  onTerminal,
  projectFile,
  run,
  shellWords,
  type Start,
} from "../support/process.ts";
import { link, makeTree, type Tree, withTree } from "../support/tree.ts";

const { DEFINITION, execute } = TOOLSETS.tree.list_dir;
const CLI = projectFile("cli.ts");

const TREE: Tree = {
  ".gitignore": "a.txt\n",
  "-dash/y.txt": "",
  "007/x.txt": "",
  "1e3/x.txt": "",
  "a.txt": "",
  "b/c.txt": "",
  "b/d/e.txt": "",
  "b/d/f/g.txt": "",
  "empty/": "",
  "line\nbreak/x.txt": "",
  "list_dir/in-list-dir.txt": "",
  "to-a": link("a.txt"),
  "to-b": link("b"),
  "true/x.txt": "",
  "with space/x.txt": "",
};

/** The command, with the permission for the working directory. */
function dirscope(...words: string[]): string[] {
  return denoRun(["--allow-read=."], CLI, ...words);
}

async function withFixture(test: (root: string) => Promise<void>): Promise<void> {
  await withTree(TREE, test);
}

/** A listing that takes a minute, but yields all the while: every name is matched with every rule. */
const SLOW: Tree = {
  ".gitignore": Array.from({ length: 10_000 }, (_, i) => `no*thing${i}\n`).join(""),
  ...Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`f${i}`, ""])),
};
const LIST_SLOWLY = dirscope("--use-gitignore");

// deno-lint-ignore no-control-regex
const ANSI = /\x1b\[[\d;]*m/g;

/** Command lines that are right, with the arguments that they stand for. */
const RIGHT: readonly [words: string[], args: Record<string, unknown>][] = [
  // "A first word that is a tool's or command's name is one (`./ls` for a folder of that name);
  // without one it is `list_dir` of `tree`."
  [[], {}],
  [["list_dir"], {}],
  [["./list_dir"], { path: "list_dir" }],
  [["list_dir", "list_dir"], { path: "list_dir" }],
  [["list_dir/"], { path: "list_dir" }],
  [["--recursive", "list_dir"], { recursive: true, path: "list_dir" }],
  [["--path=list_dir"], { path: "list_dir" }],
  // "PATH fills the tool's path or root argument."
  [["b"], { path: "b" }],
  [["list_dir", "b"], { path: "b" }],
  [["b/"], { path: "b" }],
  [["./b/../b"], { path: "b" }],
  [["007"], { path: "007" }],
  [["1e3"], { path: "1e3" }],
  [["true"], { path: "true" }],
  [["--path", "007"], { path: "007" }],
  [["with space"], { path: "with space" }],
  [["line\nbreak"], { path: "line\nbreak" }],
  [["empty"], { path: "empty" }],
  [["--", "b"], { path: "b" }],
  [["--", "-dash"], { path: "-dash" }],
  [["./-dash"], { path: "-dash" }],
  [["--path=-dash"], { path: "-dash" }],
  [["--recursive", "--", "-dash"], { path: "-dash", recursive: true }],
  [["list_dir", "--", "-dash"], { path: "-dash" }],
  [["--", "list_dir"], { path: "list_dir" }],
  // "booleans take `--no-…`", and never the next word.
  [["--recursive"], { recursive: true }],
  [["--recursive", "b"], { recursive: true, path: "b" }],
  [["b", "--recursive"], { recursive: true, path: "b" }],
  [["--recursive=true"], { recursive: true }],
  [["--recursive=false"], {}],
  [["--no-recursive"], {}],
  [["--no-recursive", "b"], { path: "b" }],
  // "integers are checked"
  [["--recursive", "--depth", "0"], { recursive: true, depth: 0 }],
  [["--recursive", "--depth", "2"], { recursive: true, depth: 2 }],
  [["--recursive", "--depth=1", "b"], { recursive: true, depth: 1, path: "b" }],
  [["--filter", "files", "--recursive"], { recursive: true, filter: "files" }],
  [["--filter=folders", "--recursive"], { recursive: true, filter: "folders" }],
  [["--filter=both"], {}],
  [["--format", "json", "--recursive"], { recursive: true, format: "json" }],
  [["--format=text"], {}],
  [["--json"], { format: "json" }],
  [["b", "--json", "--recursive", "--filter=files"], {
    path: "b",
    format: "json",
    recursive: true,
    filter: "files",
  }],
  // "`--scope DIR` (repeatable) sets `roots`."
  [["--scope", "."], {}],
  [["--scope", "b", "b"], { path: "b" }],
  [["--scope=b", "b/d"], { path: "b/d" }],
  [["--scope", "b", "--scope", "list_dir", "./list_dir"], { path: "list_dir" }],
  [["--scope", "list_dir", "--show-data", "list_dir"], { path: "list_dir", show_data: true }],
  // "`--toolset ID` chooses among equal names"
  [["--toolset", "tree"], {}],
  [["--toolset=tree", "b"], { path: "b" }],
  [["--toolset", "tree", "list_dir", "b"], { path: "b" }],
  [["list_dir", "--toolset", "tree", "b"], { path: "b" }],
  [["b", "--toolset=tree"], { path: "b" }],
];

/** "`--use_gitignore` and `--use-gitignore` are the same": for each argument of the DEFINITION. */
const BOTH_SPELLINGS: typeof RIGHT = Object.entries(DEFINITION.function.parameters.properties)
  .flatMap(([name, { type }]) => {
    const kebab = name.replaceAll("_", "-");
    const spellings = [...new Set([name, kebab])];
    if ([type].flat().includes("boolean")) {
      const rest = ["--show-data", "--recursive"].filter((flag) => flag !== `--${kebab}`);
      const others = Object.fromEntries(
        rest.map((flag) => [flag.slice(2).replace("-", "_"), true]),
      );
      return spellings.flatMap((spelling): [string[], Record<string, unknown>][] => [
        [[...rest, `--${spelling}`], { ...others, [name]: true }],
        [[...rest, `--no-${spelling}`], { ...others, [name]: false }],
      ]);
    }
    const value = { path: "b", filter: "files", depth: 1, format: "json" }[name];
    if (value === undefined) return [];
    return spellings.flatMap((spelling): [string[], Record<string, unknown>][] => [
      [[`--${spelling}=${value}`, "--recursive"], { [name]: value, recursive: true }],
      [[`--${spelling}`, `${value}`, "--recursive"], { [name]: value, recursive: true }],
    ]);
  });

Deno.test("exit 0: stdout holds the tool's text exactly, and a final newline", async () => {
  await withFixture(async (root) => {
    const wrong: string[] = [];
    await forEachAtOnce([...RIGHT, ...BOTH_SPELLINGS], async ([words, args]) => {
      const text = await execute(args, { cwd: root });
      assert(!text.startsWith("Error: "), `${words}: ${text}`);
      const { code, stdout, stderr } = await run(dirscope(...words), { cwd: root });
      const isRight = code === 0 && stdout === `${text}\n` && stderr === "";
      if (!isRight) wrong.push(JSON.stringify({ words, text, code, stdout, stderr }));
    });
    assertEquals(wrong, []);
  });
});

/** Command lines whose tool returns an error, as text for `execute` with the same arguments. */
const FAILING: readonly [words: string[], args: Record<string, unknown>, roots?: string[]][] = [
  [["none"], { path: "none" }],
  [["a.txt"], { path: "a.txt" }],
  [["-"], { path: "-" }],
  [["~"], { path: "~" }],
  [["--", "--recursive"], { path: "--recursive" }],
  [["--", "-5"], { path: "-5" }],
  [["tool\nname\x1b[31m"], { path: "tool\nname\x1b[31m" }],
  [["--json", "none"], { path: "none", format: "json" }],
  [["x".repeat(6000)], { path: "x".repeat(6000) }],
  [["--scope", "b"], {}, ["b"]],
  [["--scope", "b", "b/.."], { path: "b/.." }, ["b"]],
  [["--scope", "b", "bb"], { path: "bb" }, ["b"]],
  [["--scope", "none", "b"], { path: "b" }, ["none"]],
  [["--target=session_memory", "--memory-key=k"], { target: "session_memory", memory_key: "k" }],
  [["--target=project_memory", "--memory-key=k"], { target: "project_memory", memory_key: "k" }],
  [["--target", "session_memory"], { target: "session_memory" }],
];

Deno.test("exit 1: the tool returned an error, which is one line on stderr only", async () => {
  await withFixture(async (root) => {
    await forEachAtOnce(FAILING, async ([words, args, roots]) => {
      const text = await execute(args, { cwd: root, ...roots && { roots } });
      assertMatch(text, /^Error: .+$/);
      const ended = await run(dirscope(...words), { cwd: root });
      assertEquals(
        ended,
        { code: 1, signal: null, stdout: "", stderr: `${text}\n` },
        words.join(" "),
      );
    });
  });
});

/** Command lines that are wrong, and what the complaint must name. */
const WRONG: readonly [words: string[], named: string][] = [
  // Unknown flags.
  [["--nope"], "--nope"],
  [["--nope=1"], "--nope"],
  [["b", "--nope", "b"], "--nope"],
  [["--recursiv"], "--recursiv"],
  [["--Recursive"], "--Recursive"],
  [["-x"], "-x"],
  [["-r"], "-r"],
  [["-rf", "b"], "-rf"],
  [["-5"], "-5"],
  [["-dash"], "-dash"],
  [["--no-nope"], "nope"],
  [["--no-depth"], "depth"],
  [["--no-path"], "path"],
  [["--no-"], "--no-"],
  [["--=x"], "--"],
  [["--path.x=1"], "--path.x"],
  [["--recursive.x"], "--recursive.x"],
  [["--__proto__=1"], "__proto__"],
  [["--__proto__.x=1"], "__proto__"],
  [["--constructor"], "constructor"],
  [["--toString=1"], "toString"],
  [["--root", "b"], "--root"],
  [["--new\nline\x1b[31m"], "--new\\nline\\u{1B}[31m"],
  // Missing values.
  [["--depth"], "depth"],
  [["--depth="], "depth"],
  [["--depth", "--recursive"], "depth"],
  [["--filter"], "filter"],
  [["--filter", "--recursive"], "filter"],
  [["--format="], "format"],
  [["--path"], "path"],
  [["--path="], "path"],
  [[""], "path"],
  [["--target"], "target"],
  [["--memory-key"], "memory"],
  [["--memory"], "memory"],
  [["--memory="], "memory"],
  [["--scope"], "scope"],
  [["--scope="], "scope"],
  [["--scope", "b", "--scope", ""], "scope"],
  [["--scope", "--recursive"], "scope"],
  [["--toolset"], "toolset"],
  [["--toolset="], "toolset"],
  [["--toolset", "nope"], "toolset"],
  [["--toolset=toString"], "toolset"],
  // Values that the DEFINITION refuses.
  [["--depth=-1"], "depth must be an integer of at least 0 or null, not -1"],
  [["--depth", "-1"], "-1"],
  [["--depth", "two"], "depth"],
  [["--depth", "2.5"], "depth"],
  [["--depth", "1e3"], "depth"],
  [["--depth", "0x10"], "depth"],
  [["--depth", "NaN"], "depth"],
  [["--depth", "Infinity"], "depth"],
  [["--depth", "null"], "depth"],
  [["--depth", " 1"], "depth"],
  [["--depth", "true"], "depth"],
  [["--filter", "nope"], "filter"],
  [["--filter=FILES"], "filter"],
  [["--filter", "null"], "filter"],
  [["--format=yaml"], "format"],
  [["--target=disk"], "target"],
  [["--recursive=yes"], "recursive"],
  [["--recursive="], "recursive"],
  [["--recursive=1"], "recursive"],
  [["--use-gitignore=no"], "gitignore"],
  [["--no-recursive=yes"], "recursive"],
  // The command's own flags that are on or off.
  [["--json=nope"], "json"],
  // A word too many.
  [["b", "b/d"], "b/d"],
  [["list_dir", "b", "b/d"], "b/d"],
  [["./list_dir", "b"], '"b"'],
  [["b", "list_dir"], "list_dir"],
  [["--path", "b", "b/d"], "b/d"],
  [["--recursive", "b", "b/d"], "b/d"],
  [["--", "b", "--recursive"], "--recursive"],
  [["b", "new\nline"], "new\\nline"],
];

Deno.test("exit 2: wrong usage, what DEFINITION refuses included, is told in one line on stderr", async () => {
  await withFixture(async (root) => {
    const wrong: string[] = [];
    await forEachAtOnce(WRONG, async ([words, named]) => {
      const { code, stdout, stderr } = await run(dirscope(...words), { cwd: root });
      const isTold = code === 2 && stdout === "" && /^dirscope: [^\n]+\n$/.test(stderr) &&
        stderr.includes(named) && !stderr.includes("\x1b");
      if (!isTold) wrong.push(JSON.stringify({ words, named, code, stdout, stderr }));
    });
    assertEquals(wrong, []);
  });
});

Deno.test("exit 2 touches nothing: without any permission wrong usage is still what is told", async () => {
  for (const words of [["--nope"], ["--depth=-1"], ["a", "b"]]) {
    const { code, stderr } = await run(denoRun(["--no-prompt"], CLI, ...words));
    assertEquals(code, 2);
    assert(!stderr.includes("permission"), stderr);
  }
});

Deno.test("--version is that of deno.json, and --help lists every argument of DEFINITION", async () => {
  for (const words of [["--version"], ["-V"], ["list_dir", "--version"]]) {
    const ended = await run(denoRun(["--no-prompt"], CLI, ...words));
    const stdout = `dirscope ${config.version}\n`;
    assertEquals(ended, { code: 0, signal: null, stdout, stderr: "" });
  }
  for (const words of [["--help"], ["-h"], ["list_dir", "--help"], ["--toolset=tree", "-h"]]) {
    const { code, stdout, stderr } = await run(denoRun(["--no-prompt"], CLI, ...words));
    assertEquals([code, stderr], [0, ""]);
    const unwrapped = stdout.replace(/\s+/g, " ");
    const { description, parameters } = DEFINITION.function;
    assertStringIncludes(unwrapped, description);
    for (const [name, schema] of Object.entries(parameters.properties)) {
      assertMatch(stdout, new RegExp(`^  --${name.replaceAll("_", "-")}( |$)`, "m"));
      assertStringIncludes(unwrapped, schema.description);
      for (const choice of schema.enum ?? []) assertStringIncludes(stdout, String(choice ?? ""));
    }
    for (const flag of ["scope DIR", "memory FILE", "toolset", "json", "help", "version"]) {
      assertMatch(stdout, new RegExp(`^  --${flag}`, "m"));
    }
    assertEquals(stdout.split("\n").filter((line) => line.length > 80), []);
  }
});

Deno.test("without the permission it needs it says which --allow-read=… to add, in one line, and exits 1", async () => {
  await withFixture(async (root) => {
    const rows: [flags: string[], words: string[], shown: string, folder: string][] = [
      [[], [], ".", root],
      [[], ["b"], "b", `${root}/b`],
      [[], ["./b/../b/"], "./b/../b/", `${root}/b`],
      [[], ["with space"], "with space", `'${root}/with space'`],
      [[], [`${root}/none`], `${root}/none`, `${root}/none`],
      [["--allow-read=b"], [], ".", root],
      [["--allow-read=b"], ["list_dir", "."], ".", root],
      [["--allow-read=b"], ["--recursive", "list_dir"], "list_dir", `${root}/list_dir`],
      [["--allow-read=list_dir/x"], ["./list_dir"], "./list_dir", `${root}/list_dir`],
      [["--allow-read=."], [".."], "..", root.slice(0, root.lastIndexOf("/"))],
      [["--allow-read=.", "--deny-read=b"], ["b"], "b", `${root}/b`],
    ];
    for (const [flags, words, shown, folder] of rows) {
      const ended = await run(denoRun(["--no-prompt", ...flags], CLI, ...words), { cwd: root });
      const stderr = `dirscope: no permission for '${shown}': add --allow-read=${folder}\n`;
      assertEquals(ended, { code: 1, signal: null, stdout: "", stderr }, `${flags} ${words}`);
    }
  });
});

Deno.test("the flag that a missing permission is told with, given to a shell, is the one that was missing", async () => {
  for (const name of ["plain", "with space", "it's", "$HOME", "a;b&c", '"', "ü*"]) {
    await withTree({ [`${name}/x.txt`]: "" }, async (root) => {
      const { stderr } = await run(denoRun(["--no-prompt"], CLI, `${root}/${name}`));
      const flag = stderr.trimEnd().split(": add ")[1]!;
      const [deno, ...rest] = denoRun([], CLI, `${root}/${name}`);
      const command = `${shellWords([deno!, "run", "--no-prompt"])} ${flag} ${
        shellWords(rest.slice(1))
      }`;
      const ended = await run(["sh", "-c", command]);
      assertEquals(ended, { code: 0, signal: null, stdout: "x.txt\n", stderr: "" }, name);
    });
  }
});

Deno.test("--memory FILE keeps project memory, and without permission for it exits 1 with one line", async () => {
  await withFixture(async (root) => {
    const words = ["b", "--target=project_memory", "--memory-key=k", "--memory", "notes.db"];
    const granted = denoRun(["--no-prompt", "--allow-read=.", "--allow-write=."], CLI, ...words);
    const saved = { code: 0, signal: null, stdout: "Saved to project_memory: k\n", stderr: "" };
    const flag = (name: string) => `--allow-${name}=${root}/notes.db`;
    for (
      const [flags, missing] of [
        [["--allow-read=."], [flag("write")]],
        [["--allow-write=."], [flag("read")]],
        [[], [flag("read"), flag("write")]],
      ]
    ) {
      const ended = await run(denoRun(["--no-prompt", ...flags!], CLI, ...words), { cwd: root });
      const stderr = `dirscope: no permission for 'notes.db': add ${missing!.join(" ")}\n`;
      assertEquals(ended, { code: 1, signal: null, stdout: "", stderr });
    }
    assertEquals(await Deno.stat(`${root}/notes.db`).catch(() => "none"), "none");
    assertEquals(await run(granted, { cwd: root }), saved);
    assert((await Deno.stat(`${root}/notes.db`)).isFile);
    const unfit = [...granted.slice(0, -1), "a.txt/notes.db"];
    const ended = await run(unfit, { cwd: root });
    const stderr = "dirscope: cannot open 'a.txt/notes.db' as a memory file\n";
    assertEquals(ended, { code: 1, signal: null, stdout: "", stderr });
  });
});

Deno.test("a closed pipe (| head) ends quietly", async () => {
  const name = "x".repeat(200);
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`${name}${i}`, ""]));
  await withTree(many, async (root) => {
    for (const words of [[], ["--json"], ["--recursive", "--show-data"]]) {
      // Far more than a pipe holds, so that the writer does meet the closed end.
      const command = `{ ${shellWords(dirscope(...words))}; echo "status $?" >&2; } | head -n 1`;
      const { stdout, stderr } = await run(["sh", "-c", command], { cwd: root });
      assertEquals(stdout.split("\n").length, 2);
      assertEquals(stderr, "status 0\n");
    }
    // The same for what is told on stderr.
    const command = `{ ${
      shellWords(dirscope("none"))
    } 3>&1 1>&2 2>&3; echo "status $?" >&2; } | true`;
    const { stdout, stderr } = await run(["sh", "-c", command], { cwd: root });
    assertEquals([stdout, stderr], ["", "status 1\n"]);
  });
});

Deno.test("standard input is never read", async () => {
  await withFixture(async (root) => {
    // It stays open and empty here: who waits for it hangs.
    const waiting = await run(dirscope("b"), { cwd: root });
    assertEquals(waiting, { code: 0, signal: null, stdout: "c.txt\nd/\n", stderr: "" });
    const command = `${shellWords(dirscope("b"))} && cat`;
    const { stdout } = await run(["sh", "-c", command], { cwd: root, input: "left alone\n" });
    assertEquals(stdout, "c.txt\nd/\nleft alone\n");
    const closed = await run(["sh", "-c", `${shellWords(dirscope("b"))} <&-`], { cwd: root });
    assertEquals(closed, { code: 0, signal: null, stdout: "c.txt\nd/\n", stderr: "" });
  });
});

/** Whether a process has a handler for SIGINT, or is no more. */
async function catchesInterrupts(pid: number): Promise<boolean> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  return caught === undefined || (Number.parseInt(caught.slice(-1), 16) & 2) !== 0;
}

const SHOWN = ["--recursive", "--show-data"];

Deno.test("on a terminal only: no colour and no progress line in captured output", async () => {
  await withFixture(async (root) => {
    const text = await execute({ recursive: true, show_data: true }, { cwd: root });
    const environments = [{}, { FORCE_COLOR: "1", CLICOLOR_FORCE: "1" }, { TERM: "dumb" }];
    for (const env of environments) {
      const ended = await run(dirscope(...SHOWN), { cwd: root, env });
      assertEquals(ended, { code: 0, signal: null, stdout: `${text}\n`, stderr: "" });
    }
  });
});

/** What a terminal shows of a text: its own line ends. */
const asShown = (text: string) => text.replaceAll("\r\n", "\n");

Deno.test({
  name: "on a terminal: colour, which leaves the text itself as it is (off under NO_COLOR)",
  ignore: !HAS_TERMINAL,
  fn: () =>
    withFixture(async (root) => {
      const show = async (words: string[], env: Start["env"] = {}) => {
        const { stdout } = await run(onTerminal(dirscope(...words)), { cwd: root, env });
        return asShown(stdout);
      };
      for (const words of [[], SHOWN, ["--recursive", "--filter=files"], ["empty"]]) {
        const { stdout: plain } = await run(dirscope(...words), { cwd: root });
        const colored = await show(words);
        assertEquals(colored.replace(ANSI, ""), plain, `${words}`);
        assertEquals(await show(words, { NO_COLOR: "1" }), plain);
        if (words === SHOWN) assertMatch(colored, ANSI);
      }
      const { stdout: json } = await run(dirscope("--json"), { cwd: root });
      assertEquals(await show(["--json"]), json);
      assertEquals(await show(["--format=json"]), json);
      // stdout is captured, though stderr is a terminal.
      const file = `${root}/empty/captured`;
      const words = shellWords(dirscope(...SHOWN, "b"));
      await run(onTerminal(["sh", "-c", `${words} >${shellWords([file])}`]), { cwd: root });
      assertEquals(
        await Deno.readTextFile(file),
        `${await execute({ recursive: true, show_data: true, path: "b" }, { cwd: root })}\n`,
      );
    }),
});

Deno.test("work that lasts", async (t) => {
  const root = await makeTree(SLOW);
  const entries = Object.keys(SLOW).length;
  try {
    /** Lists on a terminal until a progress line shows, then presses Ctrl-C. */
    const listOnTerminal = () =>
      run(onTerminal(LIST_SLOWLY), {
        cwd: root,
        meanwhile: async ({ child, shows }) => {
          assert(await shows(/entries/), "no progress line");
          const writer = child.stdin.getWriter();
          await writer.write(new Uint8Array([3]));
          writer.releaseLock();
        },
      });

    await t.step("exit 130 interrupted; captured, no progress line either", async () => {
      const { code, signal, stdout, stderr } = await run(LIST_SLOWLY, {
        cwd: root,
        meanwhile: async ({ child }) => {
          // Before it listens, the signal would kill it outright, which a shell also calls 130.
          while (Deno.build.os === "linux" && !await catchesInterrupts(child.pid)) {
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
          // It lasts for longer than another that starts now and does show its progress.
          if (HAS_TERMINAL) await listOnTerminal();
          child.kill("SIGINT");
        },
      });
      assertEquals({ code, stdout, stderr }, { code: 130, stdout: "", stderr: "" });
      if (Deno.build.os === "linux") assertEquals(signal, null);
    });

    await t.step({
      name: "on a terminal: a progress line for work over one second, gone at the end",
      ignore: !HAS_TERMINAL,
      fn: async () => {
        const { code, stdout } = await listOnTerminal();
        assertEquals(code, 130);
        const line = `\\r\\x1b\\[K${entries} entries in 1 director(?:y|ies) …(?:\\^C)?`;
        assertMatch(stdout, new RegExp(`^(?:${line})+\\r\\x1b\\[K$`));
      },
    });

    await t.step("onProgress says how far a call has come, until it ends", async () => {
      const abort = new AbortController();
      const seen: Progress[] = [];
      const onProgress = ({ directories, entries }: Progress) => {
        seen.push({ directories, entries });
        if (seen.length === 3) abort.abort();
      };
      const context = { cwd: root, onProgress, signal: abort.signal };
      const error = await assertRejects(
        () => execute({ use_gitignore: true }, context),
        DOMException,
      );
      assertEquals(error.name, "AbortError");
      assertEquals(seen, Array(3).fill({ directories: 1, entries }));
    });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
