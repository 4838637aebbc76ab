import { assert, assertEquals, assertMatch } from "@std/assert";
import { needing, SIGNALS, TERMINAL } from "../support/machine.ts";
import { denoRun, onTerminal, projectFile, run } from "../support/process.ts";
import { manyDirectories } from "../support/slow_disk.ts";
import { makeTree, type Tree } from "../support/tree.ts";

/** On a slow disk, a listing of all that takes a minute, but yields all the while. */
const SLOW: Tree = manyDirectories(3000);
const SLOW_CLI = projectFile("tests/support/slow_quiet_cli.ts");
const LIST_SLOWLY = denoRun(["--allow-read=."], SLOW_CLI, "--recursive");

/** Reports whether a process has a handler for SIGINT, or is no more. */
async function catchesInterrupts(pid: number): Promise<boolean> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  return caught === undefined || (Number.parseInt(caught.slice(-1), 16) & 2) !== 0;
}

Deno.test("work that lasts", async (t) => {
  const root = await makeTree(SLOW);
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

    await t.step({
      ...needing(SIGNALS, "exit 130 interrupted; captured, no progress line either"),
      fn: async () => {
        const { code, signal, stdout, stderr } = await run(LIST_SLOWLY, {
          cwd: root,
          meanwhile: async ({ child }) => {
            // Before it listens, the signal would kill it outright, which a shell also calls 130.
            while (Deno.build.os === "linux" && !await catchesInterrupts(child.pid)) {
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
            // It lasts for longer than another that starts now and does show its progress.
            if (TERMINAL.isHere) await listOnTerminal();
            child.kill("SIGINT");
          },
        });
        assertEquals({ code, stdout, stderr }, { code: 130, stdout: "", stderr: "" });
        if (Deno.build.os === "linux") assertEquals(signal, null);
      },
    });

    await t.step({
      ...needing(
        TERMINAL,
        "on a terminal: a progress line for work over one second, gone at the end",
      ),
      fn: async () => {
        const { code, stdout } = await listOnTerminal();
        assertEquals(code, 130);
        const line = "\\r\\x1b\\[K[\\d,]+ entries in [\\d,]+ director(?:y|ies) …(?:\\^C)?";
        assertMatch(stdout, new RegExp(`^(?:${line})+\\r\\x1b\\[K$`));
      },
    });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
