import { assert, assertEquals, assertLess } from "@std/assert";
import { type DiscoveryEntry, TOOLSETS } from "../../../mod.ts";
import { TOOLS } from "../../support/discovery.ts";
import { diskCallsOf } from "../../support/disk_reads.ts";
import { callApart } from "../../support/list_dir_process.ts";
import { FIFOS, LINKS, needing, RAW_NAMES } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { bytes, fifo, link, type Tree, withTree } from "../../support/tree.ts";

const stat_path = TOOLS.stat_path!;

const TREE: Tree = {
  "in/file": bytes(7),
  "in/dir/inner": "",
  "in/to-file": link("file"),
  "in/to-dir": link("dir"),
  "in/dangling": link("none/at all"),
  "in/loop": link("loop"),
  "in/out": link("../out"),
  "in/absolute": link("/etc/passwd"),
  "in/pipe": fifo(),
  "out/secret": "",
};

async function entryOf(path: string, cwd: string): Promise<DiscoveryEntry> {
  const { success, count, entries, truncated, error } = await stat_path.execute({ path }, { cwd });
  assertEquals([success, count, entries.length, truncated], [true, 1, 1, false], error?.message);
  return entries[0]!;
}

Deno.test(
  needing(
    [LINKS, FIFOS],
    "stat_path gives one entry {path, name, kind, exists, size, modified_unix_ms, link_target?}",
  ),
  async (t) => {
    const rows: [path: string, expected: Partial<DiscoveryEntry>][] = [
      ["file", { path: "file", name: "file", kind: "file", exists: true, size: 7 }],
      ["dir", { path: "dir", name: "dir", kind: "dir", exists: true, size: null }],
      ["dir/", { path: "dir", name: "dir", kind: "dir", exists: true, size: null }],
      ["./dir/../file", { path: "file", name: "file", kind: "file", exists: true, size: 7 }],
      ["dir/inner", { path: "dir/inner", name: "inner", kind: "file", exists: true, size: 0 }],
      ["pipe", { path: "pipe", name: "pipe", kind: "other", exists: true, size: null }],
      [".", { path: ".", kind: "dir", exists: true, size: null }],
      ["to-dir/inner", {
        path: "to-dir/inner",
        name: "inner",
        kind: "file",
        exists: true,
        size: 0,
      }],
    ];
    await withTree(TREE, async (root) => {
      for (const [path, expected] of rows) {
        await t.step(path, async () => {
          const entry = await entryOf(path, `${root}/in`);
          for (const [key, value] of Object.entries(expected)) {
            assertEquals(entry[key as keyof DiscoveryEntry], value, key);
          }
          assertEquals(Object.keys(entry), [
            "path",
            "name",
            "kind",
            "exists",
            "size",
            "modified_unix_ms",
          ]);
          assertEquals(
            entry.modified_unix_ms,
            Deno.lstatSync(`${root}/in/${path}`).mtime!.getTime(),
          );
        });
      }
    });
  },
);

Deno.test(
  needing(
    [LINKS, FIFOS],
    "stat_path lstats the last part and never follows it: a link is itself, target as stored",
  ),
  async (t) => {
    const rows: [path: string, target: string][] = [
      ["to-file", "file"],
      ["to-dir", "dir"],
      ["to-dir/", "dir"],
      ["dangling", "none/at all"],
      ["loop", "loop"],
      ["out", "../out"],
      ["absolute", "/etc/passwd"],
    ];
    await withTree(TREE, async (root) => {
      for (const [path, target] of rows) {
        await t.step(path, async () => {
          const entry = await entryOf(path, `${root}/in`);
          const { kind, exists, size, link_target } = entry;
          assertEquals([kind, exists, size, link_target], ["symlink", true, null, target]);
          assertEquals(Object.keys(entry).at(-1), "link_target");
        });
      }
      await t.step("nothing behind it is touched", async () => {
        const calls = await diskCallsOf(() => entryOf("out", `${root}/in`));
        assertEquals(calls.filter((name) => /^(stat|open|readDir|readFile)/.test(name)), []);
      });
    });
  },
);

Deno.test(
  needing(
    [LINKS, FIFOS],
    "stat_path: missing (also a parent that is missing or no directory) is a success",
  ),
  async (t) => {
    await withTree(TREE, async (root) => {
      for (
        const path of ["none", "none/deeper/still", "file/below", "dangling/below", "to-file/x"]
      ) {
        await t.step(path, async () => {
          const name = path.slice(path.lastIndexOf("/") + 1);
          assertEquals(
            JSON.stringify(await stat_path.execute({ path }, { cwd: `${root}/in` })),
            `{"success":true,"operation":"stat_path","root":"${path}","query":{"path":"${path}"},` +
              `"count":1,"truncated":false,"entries":[{"path":"${path}","name":"${name}",` +
              `"kind":"missing","exists":false,"size":null,"modified_unix_ms":null}]}`,
          );
        });
      }
    });
  },
);

Deno.test(
  needing(
    [LINKS, FIFOS],
    "stat_path resolves and checks the parent: outside is outside_root, there or not",
  ),
  async (t) => {
    await withTree(TREE, async (root) => {
      const messages = new Set<string>();
      for (const path of ["../out", "../out/secret", "../none", "out/secret", "out/none", "/etc"]) {
        await t.step(path, async () => {
          const { error, count, entries } = await stat_path.execute({ path }, {
            cwd: `${root}/in`,
          });
          assertEquals([error?.code, count, entries], ["outside_root", 0, []]);
          messages.add(error!.message.replace(path, "PATH"));
        });
      }
      assertEquals(messages.size, 1);
    });
  },
);

Deno.test(
  needing([LINKS, FIFOS], "stat_path: a looping or too long path is invalid_root"),
  async () => {
    await withTree(TREE, async (root) => {
      for (const path of ["loop/x", "n".repeat(256), `dir/${"n".repeat(5000)}`]) {
        const { error } = await stat_path.execute({ path }, { cwd: `${root}/in` });
        assertEquals(error?.code, "invalid_root", path.slice(0, 20));
      }
    });
  },
);

Deno.test(
  needing([LINKS, FIFOS], "stat_path answers for what list tools then do: the kinds agree"),
  async () => {
    await withTree(TREE, async (root) => {
      const cwd = `${root}/in`;
      const { entries } = await TOOLS.list_dir_entries!.execute({}, { cwd });
      assert(entries.length > 8);
      for (const { path, name, kind, size, modified_unix_ms } of entries) {
        const stat = await entryOf(path, cwd);
        assertEquals([stat.name, stat.kind, stat.size, stat.modified_unix_ms], [
          name,
          kind,
          size,
          modified_unix_ms,
        ]);
      }
    });
  },
);

Deno.test(
  needing(
    RAW_NAMES,
    'a link whose target is not valid UTF-8 is still a link: "reach Deno as U+FFFD"',
  ),
  async () => {
    await withTree({ "a": "" }, async (cwd) => {
      await shell(cwd, `ln -s "$(printf 'inner\\377')" odd`);
      const { entries: [entry] } = await TOOLS.stat_path!.execute({ path: "odd" }, { cwd });
      assertEquals([entry!.kind, entry!.link_target], ["symlink", undefined]);
      const explained = await TOOLSETS.agent.explain_path.execute({ path: "odd" }, { cwd });
      assertEquals([explained.exists, explained.kind], [true, "symlink"]);
    });
  },
);

Deno.test("a missing path of many parts costs no more than a few calls, one that is too long is invalid_root", async () => {
  await withTree({ "a/b": "" }, async (cwd) => {
    const path = `a/${"x/".repeat(1500)}y`;
    const calls = await diskCallsOf(async () => {
      const { success } = await TOOLSETS.agent.stat_path.execute({ path }, { cwd });
      assertEquals(success, true);
    });
    assertLess(calls.length, 200);
    for (const tool of [TOOLSETS.agent.stat_path, TOOLSETS.agent.explain_path]) {
      const { error } = await tool.execute({ path: "x/".repeat(20_000) }, { cwd });
      assertEquals(error?.code, "invalid_root");
    }
  });
});

Deno.test("roots wider than the permission allow what lies in both", async () => {
  await withTree({ "d/a": "" }, async (root) => {
    const context = { cwd: `${root}/d`, roots: ["/"] };
    const { outputs: [envelope, stat, explained] } = await callApart<Record<string, unknown>>(
      ["--no-prompt", `--allow-read=${root}/d`],
      [
        { tool: ["envelope", "LS"], args: {}, context },
        { tool: ["discovery", "stat_path"], args: { path: "." }, context },
        { tool: ["agent", "explain_path"], args: { path: "." }, context },
      ],
    );
    assertEquals([envelope!.status, stat!.success, explained!.in_scope], ["success", true, true]);
  });
});
