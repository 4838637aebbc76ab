/**
 * Properties of every tool of every toolset: scope, and the answers to a path that it cannot list.
 * Each toolset has its own error shape and its own words, which are in `support/tool_failures.ts`.
 */
import { resolve } from "@std/path/posix/resolve";
import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { type ToolContext, TreeCache } from "../mod.ts";
import { diskCallsOf, osError, readsOf, withReads } from "./support/disk_reads.ts";
import {
  abortAt,
  argumentsFor,
  type Failure,
  failureOf,
  reduced,
  type Subject,
  subjectOf,
  SUBJECTS,
} from "./support/every_tool.ts";
import { stall } from "./support/failing_disk.ts";
import { ANY_NAME, FIFOS, LINKS, testsNeeding } from "./support/machine.ts";
import { ANSWERS, type Fault } from "./support/tool_failures.ts";
import { sketch } from "./support/sketch.ts";
import { fifo, link, type Tree, withQuickTree, withTree } from "./support/tree.ts";

const test = testsNeeding(LINKS, FIFOS, ANY_NAME);

/** The tools that describe one path: they never follow its last part, and a missing path is an answer. */
const FACTS = ["stat_path", "explain_path"];

/** Makes a call that must fail, and checks the whole answer. */
async function assertFails(
  subject: Subject,
  path: string,
  { context, words, cwd }: {
    readonly context: ToolContext;
    readonly words: (path: string) => Failure;
    /** The `cwd` that an envelope shows. */
    readonly cwd?: string | undefined;
  },
): Promise<void> {
  const args = argumentsFor(subject, path, context);
  const output = await subject.tool.execute(args, context);
  const shown = cwd === undefined ? { args } : { args, cwd };
  assertEquals(reduced(subject, output), failureOf(subject, words(path), shown), path);
  assertEquals(subject.tool.toResult(output).isError, true, path);
}

/** `in` is the scope. */
const AROUND: Tree = sketch(
  "in/d/f, in/absolute -> /, in/chain -> out, in/out -> ../outside, " +
    "in/out-file -> ../outside/file, in/out-missing -> ../nothing, " +
    "in/through -> ../outside/back/f, in-sibling/f, outside/back -> ../in/d, " +
    "outside/file, outside/sub/f",
);

/** Paths that lead out by their text, or through a link in the middle. `ROOT` is the folder around the scope. */
const BEYOND: readonly string[] = [
  "..",
  "../",
  "../nothing",
  "../outside",
  "../outside/file",
  "../outside/missing",
  "../in-sibling",
  "../in-missing",
  "d/../../outside",
  "ROOT",
  "/",
  "/nothing",
  "ROOT/nothing",
  "ROOT/outside",
  "ROOT/outside/file",
  "ROOT/in-sibling",
  "ROOT/in-missing",
  "ROOT/in/..",
  "ROOT/in/../outside",
  "ROOT/in/../nothing",
  "out/sub",
  "out/file",
  "out/file/x",
  "out/missing",
  "out/back",
  "out/back/f",
  "out-missing/x",
  "chain/missing",
  "absolute/missing",
];

/** Paths that end in a link to the outside. */
const LINKS_OUT: readonly string[] = [
  "out",
  "out/",
  "out-file",
  "out-missing",
  "chain",
  "absolute",
  "through",
  "ROOT/in/out",
  "ROOT/in/chain",
];

/** A path that is short enough to be sent, and too long once it is joined to `cwd`. */
const FAR = Array(1365).fill("xx").join("/");

/** The fault of a path, and its form in the answer if not as it is sent. */
const FAULTS: readonly (readonly [path: string, fault: Fault, shown?: string])[] = [
  ["gone", "missing"],
  ["./gone/", "missing"],
  ["d/../gone", "missing"],
  ["gone/deeper", "missing"],
  ["ROOT/gone", "missing"],
  ["to-nothing", "missing"],
  ["a\nb\\c\u202e", "missing", "a\\nb\\\\c\\u{202E}"],
  ["\uD800", "missing", "\\u{D800}"],
  ["it's", "missing"],
  ["$&", "missing"],
  ["file/x", "below_file"],
  ["file", "file"],
  ["./file", "file"],
  ["to-file", "file"],
  ["ROOT/file", "file"],
  ["fifo", "special"],
  ["self", "loop"],
  ["ping", "loop"],
  ["n".repeat(300), "too_long"],
  [FAR, "too_long"],
];

const FAULTY: Tree = {
  "d/f": "",
  "fifo": fifo(),
  "file": "",
  "ping": link("pong"),
  "pong": link("ping"),
  "self": link("self"),
  "to-file": link("file"),
  "to-nothing": link("nothing"),
};

/** Errors that reading a directory may throw: "Branch on `error.code` first, then on the class". */
const DISK_ERRORS: readonly (readonly [error: Error, fault: Fault])[] = [
  [osError("EACCES", Deno.errors.PermissionDenied), "denied"],
  [osError("EPERM", Deno.errors.PermissionDenied), "denied"],
  [new Deno.errors.PermissionDenied("EACCES: /secret/place"), "denied"],
  [new Deno.errors.NotCapable("/secret/place"), "outside"],
  [osError("ENOENT", Deno.errors.NotFound), "missing"],
  [osError("ENOTDIR", Deno.errors.NotADirectory), "file"],
  [osError("ENAMETOOLONG"), "too_long"],
  [osError("ELOOP", Deno.errors.FilesystemLoop), "loop"],
  [osError("EIO"), "failed"],
  [osError("EMFILE"), "failed"],
  [new TypeError("/secret/place"), "failed"],
];

for (const subject of SUBJECTS) {
  const { id, toolset, name, tool } = subject;
  const isAboutFacts = FACTS.includes(name);

  /** Makes a call for a path outside, and checks the answer. */
  const assertOutside = async (path: string, context: ToolContext, cwd?: string): Promise<void> => {
    const { cwd: base = "/", roots = ["."] } = context;
    const named = roots.map((root) => resolve(base, root)).join(", ") || "none";
    const words = (shown: string): Failure => ANSWERS[toolset].outside(shown, named);
    if (name !== "explain_path") return await assertFails(subject, path, { context, words, cwd });
    // This tool reports that a path is outside as a fact.
    const output = await tool.execute(argumentsFor(subject, path, context), context) as object;
    const { success, in_scope, exists, kind } = output as Record<string, unknown>;
    assertEquals([success, in_scope, exists, kind], [true, false, null, null], path);
  };

  test(`${id}: outside the scope is one answer, whether or not the thing exists`, () =>
    withTree(AROUND, async (root) => {
      const inside = `${root}/in`;
      const contexts: [context: ToolContext, shownCwd: string][] = [
        [{ cwd: inside, roots: [inside] }, "."],
        [{ cwd: inside, roots: ["."] }, "."],
        [{ cwd: root, roots: ["in"] }, ".."],
      ];
      // Without roots, the permissions of the process decide for `tree` and `codex`.
      if (toolset !== "tree" && toolset !== "codex") contexts.push([{ cwd: inside }, "."]);
      for (const [context, shownCwd] of contexts) {
        for (const escape of isAboutFacts ? BEYOND : [...BEYOND, ...LINKS_OUT]) {
          const isAbsolute = /^(?:\/|ROOT)/.test(escape);
          const path = escape.replace("ROOT", root);
          const named = context.cwd === inside || isAbsolute ? path : `in/${path}`;
          await assertOutside(named, context, shownCwd);
        }
      }
    }));

  test(`${id}: roots [] allows nothing, and other roots allow nothing here`, () =>
    withTree(AROUND, async (root) => {
      for (const path of [".", "in", "gone", root, `${root}/in`]) {
        await assertOutside(path, { cwd: root, roots: [] });
      }
      for (const path of [".", "d", "gone"]) {
        const context = { cwd: `${root}/in`, roots: [`${root}/outside`] };
        await assertOutside(path, context, "../in");
      }
    }));

  test(`${id}: what cannot be listed, in the toolset's words`, () =>
    withQuickTree(FAULTY, async (root) => {
      const context = { cwd: root, roots: ["."] };
      for (const [path, fault, shown = path] of FAULTS) {
        // The path that this tool is sent is absolute.
        if (toolset === "codex" && path === FAR) continue;
        const sent = path.replace("ROOT", root);
        const words = (): Failure => ANSWERS[toolset][fault](shown.replace("ROOT", root), root);
        const isListed = toolset === "files" && ["file", "special"].includes(fault);
        if (!isAboutFacts && !isListed) {
          await assertFails(subject, sent, { context, words });
          continue;
        }
        const output = await tool.execute(argumentsFor(subject, sent, context), context);
        const { text, isError } = tool.toResult(output);
        if (isListed || fault === "file" || fault === "special") assert(!isError, text);
        else if (/^(?:missing|below_file)$/.test(fault) && !path.startsWith("to-")) {
          assert(!isError && /missing|does not exist/.test(text), text);
        }
      }
    }));

  if (!isAboutFacts) {
    Deno.test(`${id}: a disk that fails is reported by its code; Deno's messages never show`, () =>
      withQuickTree({ "d/f": "" }, async (root) => {
        const context = { cwd: root, roots: ["."], cache: new TreeCache() };
        for (const [error, fault] of DISK_ERRORS) {
          const words = (path: string): Failure => ANSWERS[toolset][fault](path, root);
          await readsOf(() => assertFails(subject, "./d", { context, words }), () => error);
        }
      }));
  }

  Deno.test(`${id}: an empty path and one that holds NUL are refused, the disk not touched`, async () => {
    const context = { cwd: "/c" };
    for (const [path, shown] of [["", ""], ["a\0b", "a\\u{0}b"]] as const) {
      const args = argumentsFor(subject, path, context);
      const calls = await diskCallsOf(async () => {
        const output = await tool.execute(args, context);
        assertEquals(
          reduced(subject, output),
          failureOf(subject, badPath(subject, shown), { args }),
        );
      });
      assertEquals(calls, []);
    }
  });

  Deno.test(`${id}: an aborted signal throws AbortError, before anything is read`, () =>
    withTree({ "d/f": "" }, async (root) => {
      for (const reason of [undefined, "reason", new Error("own reason")]) {
        const context = { cwd: root, signal: AbortSignal.abort(reason) };
        const { reads } = await readsOf(async () => {
          const error = await assertRejects(
            () => tool.execute(argumentsFor(subject, ".", context), context),
            DOMException,
          );
          assertEquals(error.name, "AbortError");
        });
        assertEquals(reads, []);
      }
    }));
}

function badPath({ toolset, tool }: Subject, shown: string): Failure {
  const argument = tool.TRAITS.pathArgument;
  const message = `${argument} must be a non-empty string without NUL characters, not "${shown}"`;
  switch (toolset) {
    case "tree":
      return [undefined, `Error: ${message}.`];
    case "envelope":
      return ["INVALID_PARAM", "path must be a non-empty string without NUL characters."];
    case "codex": {
      const lead = "failed to parse function arguments: dir_path must be";
      return shown === ""
        ? [undefined, "dir_path must be an absolute path"]
        : [undefined, `${lead} a string without NUL characters, not "/c/${shown}"`];
    }
    case "files":
      return [undefined, `Error: ${message}`];
    case "agent":
      return ["invalid_root", message + (shown === "" ? ': send "." instead' : "")];
    default:
      return ["invalid_root", message];
  }
}

/** The tools that walk, with the arguments that make them walk far. */
const WALKS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "tree.list_dir": { recursive: true },
  "codex.list_dir": { limit: 100 },
  "files.ls": {},
  "discovery.find_files": {},
  "discovery.glob_search": {},
  "agent.find_files": {},
  "agent.glob_search": {},
  "agent.overview": {},
  "agent.find_path": {},
};

const MANY = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`d${i}/f`, ""]));

for (const [id, more] of Object.entries(WALKS)) {
  Deno.test(`${id}: a signal that aborts during the walk throws AbortError, and ends it`, async () => {
    const subject = subjectOf(id);
    await withTree(MANY, async (cwd) => {
      const args = { ...argumentsFor(subject, ".", { cwd }), ...more };
      const whole = await readsOf(() => subject.tool.execute(args, { cwd }));
      assertEquals(whole.reads.length, 21);
      for (const at of [1, 3]) {
        const { error, reads } = await abortAt(
          at,
          (signal) => subject.tool.execute(args, { cwd, signal }),
        );
        assertInstanceOf(error, DOMException);
        assertEquals(error.name, "AbortError");
        assert(reads < 8, `${reads} directories were read`);
      }
    });
  });
}

Deno.test("envelope.LS: a signal that aborts during its one read throws AbortError", async () => {
  const subject = subjectOf("envelope.LS");
  await withTree(MANY, async (cwd) => {
    const controller = new AbortController();
    const before = (): void => {
      controller.abort();
      stall(25);
    };
    const call = () => subject.tool.execute({}, { cwd, signal: controller.signal });
    const error = await withReads({ before }, () => assertRejects(call, DOMException));
    assertEquals(error.name, "AbortError");
  });
});
