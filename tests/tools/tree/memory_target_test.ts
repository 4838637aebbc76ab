import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  type ProjectMemory,
  SqliteProjectMemory,
  type Tool,
  type ToolContext,
  TOOLSETS,
} from "../../../mod.ts";
import { SIGNALS, testsNeeding } from "../../support/machine.ts";
import { denoRun, projectFile, run } from "../../support/process.ts";
import { withTree } from "../../support/tree.ts";

const test = testsNeeding(SIGNALS);

const { execute }: Tool<string> = TOOLSETS.tree.list_dir;

const TREE = { "listed/a/b": "", "listed/c": "", "listed/d": "", "store/": "" };

// Decision 4.11: "On success: `Saved to <target>: <key>`; the memory holds exactly what `return_value` would
// have returned."
const FORMS: readonly Record<string, unknown>[] = [
  {},
  { recursive: true, show_data: true },
  { recursive: true, filter: "files" },
  { format: "json" },
  { filter: "folders", format: "json" },
  { path: "a" },
  { path: "a", filter: "folders" },
];

Deno.test("list_dir saves to either memory exactly what it would have returned", () =>
  withTree(TREE, async (root) => {
    using projectMemory = await SqliteProjectMemory.open(`${root}/store/db`);
    const memory: Record<string, string> = { other: "kept" };
    const context = { cwd: `${root}/listed`, memory, projectMemory };
    for (const form of FORMS) {
      const returned = await execute(form, context);
      for (const [target, key] of [["session_memory", "s"], ["project_memory", "p"]] as const) {
        assertEquals(
          await execute({ ...form, target, memory_key: key }, context),
          `Saved to ${target}: ${key}`,
        );
      }
      assertEquals(memory, { other: "kept", s: returned });
      assertEquals(projectMemory.getValue("p"), returned);
    }
  }));

Deno.test('list_dir ignores memory_key when target is "return_value"', () =>
  withTree(TREE, async (root) => {
    const memory: Record<string, string> = {};
    const context = { cwd: `${root}/listed`, memory };
    for (const target of ["return_value", null, undefined]) {
      assertEquals(await execute({ target, memory_key: "k" }, context), "a/\nc\nd");
    }
    assertEquals(memory, {});
  }));

// "missing or empty with a memory target, `session_memory` without `memory`, `project_memory` without
// `projectMemory` in the context: an error that says so, before the disk is touched."
Deno.test("list_dir refuses a memory target that it has no key or no memory for", async () => {
  const memory: Record<string, string> = {};
  const projectMemory: ProjectMemory = {
    setValue: () => assert(false),
    getValue: () => undefined,
  };
  const host = { memory, projectMemory };
  const rows: readonly (readonly [args: object, context: ToolContext, says: RegExp])[] = [
    ...["session_memory", "project_memory"].flatMap((target) =>
      [{}, { memory_key: "" }, { memory_key: null }].map((key) =>
        [{ target, ...key }, host, new RegExp(`^Error: memory_key .*${target}`)] as const
      )
    ),
    [
      { target: "session_memory", memory_key: "k" },
      { projectMemory },
      /^Error: target "session_memory" /,
    ],
    [{ target: "project_memory", memory_key: "k" }, { memory }, /^Error: target "project_memory" /],
  ];
  await withTree(TREE, async (root) => {
    for (const [args, context, says] of rows) {
      assertMatch(await execute(args, { cwd: `${root}/listed`, ...context }), says);
      // The disk is not touched: a missing path makes no difference.
      assertMatch(await execute({ path: "gone", ...args }, { cwd: root, ...context }), says);
    }
  });
  assertEquals(memory, {});
});

Deno.test("list_dir stopped by maxScanned leaves the memory as it was in JSON, as any error does, and saves text as it would return it", () =>
  withTree(TREE, async (root) => {
    const memory: Record<string, string> = { k: "before" };
    const context = { cwd: root, maxScanned: 2, memory };
    const args = { recursive: true, target: "session_memory", memory_key: "k" };
    assertMatch(await execute({ ...args, format: "json" }, context), /^Error: stopped after /);
    assertMatch(await execute({ ...args, path: "gone" }, context), /^Error: 'gone'/);
    assertEquals(memory, { k: "before" });
    assertEquals(await execute(args, context), "Saved to session_memory: k");
    assertEquals(memory, { k: "listed/\n[stopped after 2 entries]" });
  }));

Deno.test("list_dir saves under any key, own properties only", () =>
  withTree(TREE, async (root) => {
    using projectMemory = await SqliteProjectMemory.open(":memory:");
    const memory: Record<string, string> = {};
    const context = { cwd: `${root}/listed`, memory, projectMemory };
    const odd = [[" ", "\\u{20}"], ["a\nb", "a\\nb"], ["a\\b", "a\\\\b"]] as const;
    const plain = [
      "__proto__",
      "constructor",
      "toString",
      "😀",
      "'; DROP TABLE project_memory; --",
    ];
    const keys = [...odd, ...plain.map((key) => [key, key] as const)];
    for (const [memory_key, shown] of keys) {
      for (const target of ["session_memory", "project_memory"]) {
        const output = await execute({ target, memory_key }, context);
        assertEquals(output, `Saved to ${target}: ${shown}`);
      }
      assertEquals(projectMemory.getValue(memory_key), "a/\nc\nd");
    }
    assertEquals(Object.getPrototypeOf(memory), Object.prototype);
    assertEquals(Object.entries(memory), keys.map(([key]) => [key, "a/\nc\nd"]));
  }));

Deno.test("list_dir waits for a project memory that answers later", () =>
  withTree(TREE, async (root) => {
    const stored = new Map<string, string>();
    const projectMemory: ProjectMemory = {
      setValue: async (key, value) => {
        await new Promise((resolve) => setTimeout(resolve, 0));
        stored.set(key, value);
      },
      getValue: (key) => stored.get(key),
    };
    const args = { target: "project_memory", memory_key: "k" };
    await execute(args, { cwd: `${root}/listed`, projectMemory });
    assertEquals(stored, new Map([["k", "a/\nc\nd"]]));
  }));

Deno.test("list_dir reports a project memory that refuses, in its own error shape", () =>
  withTree(TREE, async (root) => {
    const refuse = () => {
      throw new Error("disk full: /somewhere/secret");
    };
    for (const setValue of [refuse, () => Promise.reject(new Error("/somewhere/secret"))]) {
      const projectMemory: ProjectMemory = { setValue, getValue: () => undefined };
      const args = { target: "project_memory", memory_key: "k" };
      const output = await execute(args, { cwd: `${root}/listed`, projectMemory });
      assertMatch(output, /^Error: .*project_memory/);
      assert(!output.includes("secret"));
    }
  }));

// Decision 12.1.
test("SqliteProjectMemory writes survive kill -9 right after execute resolves", () =>
  withTree(TREE, async (root) => {
    const file = `${root}/store/db`;
    const script = projectFile("tests/support/list_dir_memory_process.ts");
    const config = projectFile("deno.json");
    for (const key of ["first", "second"]) {
      const flags = ["--quiet", "--no-lock", "--config", config, "--allow-all"];
      const words = [script, file, "sample", `${root}/listed`, key];
      const { signal, stderr } = await run(denoRun(flags, ...words));
      assertEquals([signal, stderr], ["SIGKILL", ""]);
    }
    using memory = await SqliteProjectMemory.open(file, { project: "sample" });
    assertEquals(memory.getValue("first"), "a/\n  b\nc\nd");
    assertEquals(memory.getValue("second"), "a/\n  b\nc\nd");
  }));
