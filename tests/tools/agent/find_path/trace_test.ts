import { assertEquals } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import { lines, overview } from "../../../support/agent.ts";
import { find } from "../../../support/find_path.ts";
import { type Tree, withQuickTree } from "../../../support/tree.ts";

const GIT: Tree = { ".git/HEAD": "ref: refs/heads/main\n" };

const PYTHON_TREE: Tree = {
  ...GIT,
  "shop/cli.py": lines("def main():", "    settle(read())", ""),
  "shop/ledger.py": lines(
    "class Ledger:",
    "    def settle(self, sums):",
    "        return sums[0]",
    "",
  ),
};

const PYTHON = lines(
  "Traceback (most recent call last):",
  '  File "/home/ci/p/shop/cli.py", line 2, in main',
  "    settle(read())",
  '  File "/home/ci/p/shop/ledger.py", line 3, in settle',
  "    return sums[0]",
  "           ~~~~^^^",
  '  File "/usr/lib/python3.12/shop/cli.py", line 1, in x',
  "IndexError: list index out of range",
);

const NODE_TREE: Tree = {
  ...GIT,
  "lib/app.js": lines(
    "const app = {};",
    "app.handle = function handle(req) {",
    "  go(req);",
    "};",
    "",
  ),
  "lib/router/route.js": lines(
    "function max(route) {",
    "  return route.max;",
    "}",
    "",
    "Route.prototype.dispatch = function dispatch(req) {",
    "  return req.next.stack[0](req);",
    "};",
    "",
  ),
};

const NODE = lines(
  "TypeError: Cannot read properties of undefined (reading 'stack')",
  "    at Route.dispatch (/home/ci/p/lib/router/route.js:6:19)",
  "    at Layer.handle [as go] (/home/ci/p/node_modules/express/lib/app.js:1:5)",
  "    at app.handle (file:///home/ci/p/lib/app.js:3:3)",
);

const INVOICE = lines(
  "class Invoice {",
  "  int total() {",
  "    return rate.value;",
  "  }",
  "}",
  "",
);

const JAVA_TREE: Tree = {
  ...GIT,
  "src/main/java/com/acme/admin/Invoice.java": INVOICE,
  "src/main/java/com/acme/web/Invoice.java": INVOICE,
  "src/main/java/com/acme/Invoice.java": INVOICE,
};

const JAVA = lines(
  "java.lang.NullPointerException: no value",
  "\tat com.acme.web.Invoice.total(Invoice.java:3)",
  "\tat java.base/java.lang.Thread.run(Thread.java:829)",
);

const TRACES: [trace: string, tree: Tree, ...found: string[]][] = [
  [
    PYTHON,
    PYTHON_TREE,
    "find_path .: 2 entries",
    "shop/ledger.py\texact",
    "  3 in settle (2-3): return sums[0]",
    "shop/cli.py\texact",
    "  2 in main (1-2): settle(read())",
  ],
  [
    NODE,
    NODE_TREE,
    "find_path .: 2 entries",
    "lib/router/route.js\texact",
    "  6 in dispatch (5-7): return req.next.stack[0](req);",
    "  5-7: Route.prototype.dispatch = function dispatch(req) {",
    "lib/app.js\texact",
    "  3 in handle (2-4): go(req);",
    "  2-4: app.handle = function handle(req) {",
  ],
  [
    JAVA,
    JAVA_TREE,
    "find_path .: 3 entries",
    "src/main/java/com/acme/web/Invoice.java\texact",
    "  3 in total (2-4): return rate.value;",
    "src/main/java/com/acme/Invoice.java",
    "  3 in total (2-4): return rate.value;",
    "src/main/java/com/acme/admin/Invoice.java",
    "  3 in total (2-4): return rate.value;",
  ],
];

// "What is told of a file that a frame names is that line. Of several classes of one name, the package that the frame
// names decides."
for (const [i, language] of ["Python", "Node", "Java"].entries()) {
  Deno.test(`find_path: a whole trace of ${language}, with the lines of its frames`, async () => {
    const [trace, tree, ...found] = TRACES[i]!;
    await withQuickTree(tree, async (root) => {
      const { text } = toToolResult(
        TOOLSETS.agent.find_path,
        await find(root, [trace], { kind: "file" }),
      );
      assertEquals(text, lines(...found));
    });
  });
}

Deno.test("find_path: of a trace, lines as far as the host lets them be told, and the file has them", async () => {
  const told = (text: string) => text.split("\n").filter((row) => row.startsWith(" "));
  await withQuickTree(NODE_TREE, async (root) => {
    for (
      const [contents, ...rows] of [["places", "  6", "  5: route dispatch"], ["none"]] as const
    ) {
      const result = await find(root, [NODE], { limit: 1 }, { contents });
      assertEquals(told(toToolResult(TOOLSETS.agent.find_path, result).text), rows);
    }
    const stale = await find(root, [NODE.replace(":6:", ":99:")], { limit: 1 });
    assertEquals(stale.results[0]!.entries[0]!.lines!.map(({ line }) => line), [5]);
  });
});

Deno.test("overview: the marks of a trace say the lines of its frames", () =>
  withQuickTree(NODE_TREE, async (root) => {
    const { text } = await overview(root, { query: NODE });
    assertEquals(text.split("\n").filter((row) => row.includes("#")), [
      " app.js\t#2 exact; line 3",
      "  route.js\t#1 exact; line 6",
    ]);
  }));
