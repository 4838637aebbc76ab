import { assertEquals, assertInstanceOf } from "@std/assert";
import { SUBJECTS, variantsFrom } from "../support/every_tool.ts";
import { LINKS, openBelow, PROC, testsNeeding } from "../support/machine.ts";
import { pick, randomFrom } from "../support/random.ts";
import { withTree } from "../support/tree.ts";
import { onDisk } from "./fault_disk.ts";
import { FAULT_SIZES, FAULT_TREE } from "./fault_tree.ts";

const test = testsNeeding(LINKS, PROC);

const CALLS = 250;

/** Most of the time, all of it. */
const PATHS = [".", ".", ".", "wide", "bulk", "d00/s2", "d00/s2/f05.txt", "d01/s9"];

test("250 calls on a slow disk, half of them aborted, leave no file open", () =>
  withTree(FAULT_TREE, async (folder) => {
    const cwd = `${folder}/root`;
    const random = randomFrom(1);
    const callOnce = async (): Promise<void> => {
      const subject = pick(SUBJECTS, random);
      const args = pick(variantsFrom(subject, pick(PATHS, random), { cwd }), random);
      const controller = new AbortController();
      const context = { cwd, signal: controller.signal };
      const timer = random() < 0.6 ? setTimeout(() => controller.abort(), random() * 5) : undefined;
      try {
        if (subject.tool.pages === undefined || random() < 0.5) {
          await subject.tool.execute(args, context);
        } else {
          for await (const _ of subject.tool.pages(args, context)) if (random() < 0.1) break;
        }
      } catch (error) {
        assertInstanceOf(error, DOMException, `${subject.id} threw ${error}`);
        assertEquals([error.name, controller.signal.aborted], ["AbortError", true]);
      } finally {
        clearTimeout(timer);
      }
    };
    const fault = () => random() < 0.04 ? { stallMs: 1 } : undefined;
    await onDisk({ sizes: FAULT_SIZES, fault }, async () => {
      for (let begun = 0; begun < CALLS;) {
        const several = Array.from({ length: 1 + Math.floor(random() * 4) }, callOnce);
        begun += several.length;
        await Promise.all(several);
      }
    });
    assertEquals(openBelow(folder), []);
  }));
