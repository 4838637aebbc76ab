import { rootOf, workingDirectory } from "../../src/scope/path_text.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { DiscoveryLog, type ToolContext, TOOLSETS, toToolResult } from "../../mod.ts";
import { LOGGED_TOOLS, type LogRow, rowsOf, withLog } from "../support/logging.ts";
import { needing, OPEN_REMOVAL, SIGNALS } from "../support/machine.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { until } from "../support/wait.ts";

Deno.test("cwd and roots are logged absolute", async () => {
  using log = await DiscoveryLog.open(":memory:");
  const here = workingDirectory();
  const top = rootOf(here);
  const rows: [context: ToolContext, cwd: string, roots: string[]][] = [
    [{}, here, [here]],
    [{ cwd: "." }, here, [here]],
    [{ cwd: "fixtures//sample/" }, `${here}/fixtures/sample`, [`${here}/fixtures/sample`]],
    [{ cwd: "fixtures", roots: ["sample", top, "../src"] }, `${here}/fixtures`, [
      `${here}/fixtures/sample`,
      top,
      `${here}/src`,
    ]],
    [{ roots: [] }, here, []],
  ];
  for (const [context] of rows) {
    await TOOLSETS.agent.stat_path.execute({ path: "." }, { ...context, log });
  }
  assertEquals(
    [...log.records()].map(({ cwd, roots }) => [cwd, roots]),
    rows.map(([, cwd, roots]) => [cwd, roots]),
  );
});

Deno.test("records() gives back any maxScanned", async () => {
  using log = await DiscoveryLog.open(":memory:");
  const budgets = [0, 1, 1.5, 2_000_000, Number.MAX_SAFE_INTEGER, 2 ** 53, 1e18, 1e300, Infinity];
  for (const maxScanned of budgets) {
    await TOOLSETS.agent.list_dir.execute({ path: "fixtures" }, { maxScanned, log });
  }
  assertEquals([...log.records()].map((record) => record.maxScanned), budgets);
});

/** Makes a log of so many calls. */
async function fill(file: string, cwd: string, count: number): Promise<void> {
  using log = await DiscoveryLog.open(file);
  for (let i = 0; i < count; i++) {
    await TOOLSETS.agent.find_files.execute({ name_contains: `${i}` }, { cwd, log });
  }
}

for (
  const sql of [
    "UPDATE discovery_log SET result = '{}'",
    "UPDATE discovery_log SET sequence = sequence + 10",
    "UPDATE OR REPLACE discovery_log SET sequence = 2 WHERE sequence = 1",
    "UPDATE OR IGNORE discovery_log SET count = 1",
    "DELETE FROM discovery_log",
    "DELETE FROM discovery_log WHERE sequence = 3",
    `INSERT INTO discovery_log SELECT * FROM discovery_log WHERE sequence = 1
       ON CONFLICT DO UPDATE SET result = '{}'`,
    "INSERT INTO discovery_log SELECT * FROM discovery_log WHERE sequence = 1",
    "INSERT OR REPLACE INTO discovery_log SELECT * FROM discovery_log WHERE sequence = 1",
    `REPLACE INTO discovery_log SELECT sequence, time_unix_ms, toolset, operation, cwd, roots,
       max_scanned, query, count, truncated, next_cursor, '{}', sha256, policy FROM discovery_log`,
  ]
) {
  Deno.test(`"an append-only SQLite log" refuses ${sql.replaceAll(/\s+/g, " ")}`, async () => {
    await withLog({}, async (cwd, file) => {
      await fill(file, cwd, 3);
      const before = rowsOf(file);
      {
        using database = new DatabaseSync(file);
        assertThrows(() => database.exec(sql));
      }
      assertEquals(rowsOf(file), before);
    });
  });
}

Deno.test("`records()` reads one by one: what is appended meanwhile is read too", async () => {
  await withLog({}, async (cwd, file) => {
    await fill(file, cwd, 2);
    using log = await DiscoveryLog.open(file);
    using other = await DiscoveryLog.open(file);
    const { list_dir } = TOOLSETS.discovery;
    const seen: number[] = [];
    for (const { sequence } of log.records()) {
      seen.push(sequence);
      if (seen.length <= 3) await list_dir.execute({}, { cwd, log });
      if (seen.length <= 3) await list_dir.execute({}, { cwd, log: other });
    }
    assertEquals(seen, [1, 2, 3, 4, 5, 6, 7, 8]);
    // Two readers at once, and one that stops.
    const [a, b] = [log.records(), log.records()];
    for (const sequence of [1, 2, 3]) {
      assertEquals(a.next().value!.sequence, sequence);
      assertEquals(b.next().value!.sequence, sequence);
    }
    a.return(undefined);
    assertEquals(b.next().value!.sequence, 4);
  });
});

Deno.test("two processes that write to one log at once, and make it, lose nothing", async () => {
  await withLog({ "a.txt": "" }, async (cwd, file) => {
    const [count, tags] = [100, ["one", "two", "three"]];
    const writers = tags.map((tag) => run(writer(file, cwd, count, tag)));
    await fill(file, cwd, count);
    for (const { code, stderr } of await Promise.all(writers)) {
      assertEquals([code, stderr], [0, ""]);
    }
    const rows = rowsOf(file);
    assertEquals(rows.map(({ sequence }) => sequence), Array.from(rows, (_, i) => i + 1));
    assertEquals(rows.length, count * (tags.length + 1));
    const asked = rows.map(({ query }) => JSON.parse(`${query}`).name_contains as string);
    for (const tag of tags) {
      const own = asked.filter((text) => text.startsWith(`${tag} `));
      assertEquals(own, Array.from({ length: count }, (_, i) => `${tag} ${i + 1}`));
    }
  });
});

/** The command that makes calls one after the other and prints the number of each. */
function writer(file: string, cwd: string, count: number, tag: string): string[] {
  const program = projectFile("tests/support/log_writer.ts");
  return denoRun(["--allow-all"], program, file, cwd, `${count}`, tag);
}

Deno.test(needing(SIGNALS, '`kill -9`: "a crash loses at most the call in flight"'), async () => {
  await withLog({ "a.txt": "" }, async (cwd, file) => {
    let expected = 0;
    for (const [round, most] of [900, 300, 100, 30].entries()) {
      const stopAt = 1 + Math.floor(Math.random() * most);
      const { signal, stdout } = await run(writer(file, cwd, Infinity, `round ${round}`), {
        meanwhile: async ({ child, shows }) => {
          await shows(new RegExp(`^${stopAt}$`, "m"));
          child.kill("SIGKILL");
        },
      });
      assertEquals(signal, "SIGKILL");
      const resolved = stdout.split("\n").length - 1;
      const rows = rowsOf(file);
      const kept = rows.length - expected;
      assert(kept === resolved || kept === resolved + 1, `${kept} of ${resolved}`);
      expected = rows.length;
      for (const [i, { sequence, query, result, sha256 }] of rows.slice(-kept).entries()) {
        assertEquals(sequence, expected - kept + i + 1);
        assertEquals(JSON.parse(`${query}`).name_contains, `round ${round} ${i + 1}`);
        assertEquals(createHash("sha256").update(`${result}`).digest("hex"), sha256);
      }
    }
    using log = await DiscoveryLog.open(file);
    assertEquals([...log.records()].length, expected);
  });
});

const GONE =
  "the log could not record the call: the file was deleted or replaced while it was open; start again to use a new one";

Deno.test(
  needing(
    OPEN_REMOVAL,
    "a call that cannot be recorded is not answered as if it were: each tool gives its own error",
  ),
  async () => {
    await withLog({ "a.txt": "" }, async (cwd, file) => {
      using log = await DiscoveryLog.open(file);
      Deno.removeSync(file);
      for (const { toolset, name, tool } of LOGGED_TOOLS) {
        const { required } = tool.DEFINITION.function.parameters;
        const given = {
          ...required.includes("path") && { path: "a.txt" },
          ...required.includes("pattern") && { pattern: "**" },
          ...required.includes("queries") && { queries: ["a"] },
        };
        const output = await tool.execute(given, { cwd, log }) as LogRow;
        const plain = await tool.execute(given, { cwd }) as LogRow;
        assertEquals(
          [output.success, output.operation, output.root, output.query, output.error],
          [false, name, plain.root, plain.query, { code: "io_error", message: GONE }],
          `${toolset} ${name}`,
        );
        const { text, isError } = toToolResult(tool, output);
        assertEquals([text, isError], [`error io_error: ${GONE}`, true]);
      }
    });
  },
);

Deno.test(needing(OPEN_REMOVAL, "pages() end with the first that cannot be recorded"), async () => {
  await withLog({ "1": "", "2": "", "3": "" }, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    const { find_files } = TOOLSETS.agent;
    const seen: boolean[] = [];
    for await (const page of find_files.pages({ limit: 1 }, { cwd, log })) {
      seen.push(page.success);
      if (seen.length === 2) Deno.removeSync(file);
    }
    assertEquals(seen, [true, true, false]);
  });
});

Deno.test('"An aborted call leaves no record, unless it waited for a lock": it ends at once', async () => {
  await withLog({}, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    using other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    const signal = AbortSignal.timeout(50);
    const call = () => TOOLSETS.agent.find_files.execute({}, { cwd, log, signal });
    assertEquals((await assertRejects(call, DOMException)).name, "AbortError");
    other.exec("COMMIT");
    await until(() => rowsOf(file).length === 1);
  });
});

Deno.test("a log of its own that fails in its own way is the host's fault, and is thrown", async () => {
  const log = { append: () => Promise.reject(new TypeError("a bug")) };
  const call = () => TOOLSETS.agent.find_files.execute({}, { cwd: "fixtures/sample", log });
  await assertRejects(call, TypeError, "a bug");
});
