import { assertEquals, assertLessOrEqual } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { overview } from "../../../support/agent.ts";
import { SHELL, testsNeeding } from "../../../support/machine.ts";
import { shell } from "../../../support/shell.ts";
import { withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(SHELL);

test("overview of a flat directory of 30,000 files: within budget, not below o200k", () =>
  withQuickTree({}, async (root) => {
    await shell(root, "seq -f '%.0f.f' 0 29999 | xargs touch");
    for (const max_tokens of [300, 20_000]) {
      const result = await overview(root, { max_tokens, use_gitignore: false });
      const { text, totals, truncated, estimated_tokens } = result;
      assertLessOrEqual(estimated_tokens, max_tokens);
      assertLessOrEqual(countTokens(text), estimated_tokens);
      assertLessOrEqual(0.9 * max_tokens, estimated_tokens);
      const rows = text.split("\n");
      const shown = rows.length - 1;
      const grouped = (30_000 - shown).toLocaleString("en-US");
      // The shortest names cost least, and those have the smallest numbers.
      assertEquals(rows, [
        ...Array.from({ length: shown }, (_, i) => `${i}.f`).sort(),
        `… ${grouped} more (${grouped} files: .f ${grouped})`,
      ]);
      assertEquals([totals.files, truncated], [30_000, true]);
    }
  }));
