import { assertEquals } from "@std/assert";
import { overview } from "../../../support/agent.ts";
import { find } from "../../../support/find_path.ts";
import { makeHistory } from "../../../support/git.ts";
import { GIT, needing } from "../../../support/machine.ts";
import { withQuickTree } from "../../../support/tree.ts";

/** What a task finds: a file by its name, by the subject of a commit, or by what it says. */
type By = { readonly name: string } | { readonly subject: string } | { readonly text: string };

Deno.test("9.10: 'A run of Chinese, Japanese or Korean letters is read as its pairs of letters, in paths, subjects and contents alike'", async (t) => {
  const rows: [task: string, by: By, why: string, words?: string[]][] = [
    ["検索画面のバグ", { name: "検索画面.ts" }, "name: 検索 索画 画面"],
    ["起動が遅い問題", { subject: "起動が遅い問題を修正" }, 'touched by "起動が遅い問題を修正"'],
    ["検索画面のバグ", { text: "// 検索画面を開く" }, "contents", ["検索", "索画", "画面"]],
    ["カートの合計が違う", { text: "x カート_合計 y" }, "contents", ["カー", "ート", "合計"]],
    ["购物车的总价不对", { name: "购物车.md" }, "name: 购物 物车"],
    ["购物车的总价不对", { subject: "修复总价" }, 'touched by "修复总价"'],
    ["购物车的总价不对", { text: "清空购物车。" }, "contents", ["购物", "物车"]],
    ["장바구니 합계가 틀림", { name: "장바구니.kt" }, "name: 장바 바구 구니"],
    ["장바구니 합계가 틀림", { text: "// 합계" }, "contents", ["합계"]],
    ["合計がwrongになるバグ", { text: "合計 = Wrong" }, "contents", ["合計", "wrong"]],
  ];
  const others = { "a.ts": "画像の保存", "b.ts": "会议室", "c.ts": "nothing", "d/e.ts": "" };
  for (const [task, by, why, words] of rows) {
    const path = "name" in by ? by.name : "src/boot.ts";
    const contents = "text" in by ? by.text : "";
    await t.step({
      ...needing("subject" in by ? GIT : [], `${task}: ${Object.values(by)}`),
      fn: () =>
        withQuickTree({ ...others, [path]: contents }, async (cwd) => {
          if ("subject" in by) await makeHistory(cwd, [{ paths: [path], subject: by.subject }]);
          const { results } = await find(cwd, [task]);
          const lines = words && [{ line: 1, text: contents, words }];
          const [first] = results[0]!.entries;
          assertEquals([first?.path, first?.why, first?.lines], [path, why, lines]);
          const { marked } = await overview(cwd, { query: task });
          assertEquals(marked?.[0], { path, why, ...lines && { lines } });
        }),
    });
  }
});
