/** Which files are opened for the words of a task, and which never are. */
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { type ToolContext, TOOLSETS, toToolResult } from "../../../../mod.ts";
import { overview } from "../../../support/agent.ts";
import { assertEnds } from "../../../support/command_lines.ts";
import { osError } from "../../../support/disk_reads.ts";
import { failingDisk, watching } from "../../../support/failing_disk.ts";
import { find } from "../../../support/find_path.ts";
import { FIFOS, LINKS, testsNeeding } from "../../../support/machine.ts";
import {
  fifo,
  link,
  type Node,
  type Tree,
  withQuickTree,
  withTree,
} from "../../../support/tree.ts";

const test = testsNeeding(LINKS, FIFOS);

const TASK = "the cart has a wrong total";
const SAYS = "cart total\n";

type Arguments = Readonly<Record<string, unknown>>;

/** Runs both tools with a task. Returns the files that they open, but for rules and git's own, and what they find. */
async function opened(
  cwd: string,
  args: Arguments = {},
  context: ToolContext = {},
  task = TASK,
) {
  const paths = new Set<string>();
  using _disk = failingDisk(watching(["openSync"], ({ path }) => {
    const below = path.replaceAll("\\", "/").slice(cwd.length + 1);
    if (!/^\.git\/|(?:^|\/)\.gitignore$/.test(below)) paths.add(below);
  }));
  const found = await find(cwd, [task], { limit: 200, ...args }, context);
  const byName = [...paths].sort();
  paths.clear();
  const seen = await overview(cwd, { query: task, ...args }, context);
  assertEquals([...paths].sort(), byName, "overview opens what find_path does");
  assertEquals(seen.unread_contents, found.unread_contents);
  const entries = found.results[0]!.entries;
  const told = entries.filter(({ lines }) => lines !== undefined).map(({ path }) => path).sort();
  return { paths: byName, told, found };
}

const filled = (paths: readonly string[]): Tree =>
  Object.fromEntries(paths.map((path) => [path, SAYS]));

/** A file of these bytes: some text, and then others. */
function padded(size: number, nulAt?: number): Node {
  const bytes = new Uint8Array(size).fill(0x2e);
  new TextEncoder().encodeInto(SAYS, bytes);
  if (nulAt !== undefined) bytes[nulAt] = 0;
  return { make: (path) => Deno.writeFile(path, bytes) };
}

const SECRETS =
  ".env .env.local prod.env server.pem server.key~ a.KEY id_rsa .npmrc~ .netrc .zsh_history .password dbPassword.txt awsCredentials.json credentials config/credentials.yml.enc secrets.yaml secrets/db.yaml terraform.tfstate.backup token.json wp-config.php .ssh/config .aws/credentials .kube/config .docker/config.json .config/hub x/.gnupg/a.conf"
    .split(" ");
const PLAIN =
  "credentials.ts credentials_test.go key_map.ts keys.ts environment.ts env.ts dotenv.md secrets.rs password_field.tsx pem.c npmrc.js id_rsa_parser.d/a.ts aws/config.ts ssh/client.go monkey public.keyboard token.ts tokenizer.py secrets/manager.ts guide.asc .docker/Dockerfile .azure/pipelines.yml"
    .split(" ");

Deno.test("9.10: 'never files named like secrets'; 'a source named `token.ts` is none'", () =>
  withQuickTree(filled([...SECRETS, ...PLAIN]), async (root) => {
    const { paths, found } = await opened(root);
    assertEquals(paths, PLAIN.toSorted());
    const others = found.results[0]!.entries.filter(({ path }) => !PLAIN.includes(path));
    assertEquals(others, [], "none is found by its contents");
  }));

Deno.test("9.10: 'a folder `secrets` above the root does not count', but one that a call names does", () =>
  withQuickTree(
    filled(["secrets/project/a.json", "secrets/project/secrets/b.json"]),
    async (root) => {
      const project = `${root}/secrets/project`;
      assertEquals((await opened(project)).paths, ["a.json"]);
      const within = { root: "secrets" };
      assertEquals((await opened(project, within)).paths, []);
    },
  ));

test("9.10: 'regular files […] of at most 1 MiB, without a NUL in the first 8 KiB', no link; 'what was not looked through is said'", () =>
  withQuickTree({
    "outside": SAYS,
    "in/empty": "",
    "in/largest": padded(2 ** 20),
    "in/larger": padded(2 ** 20 + 1),
    "in/larger_binary": padded(2 ** 20 + 1, 8191),
    "in/binary": padded(9000, 8191),
    "in/late_nul": padded(9000, 8192),
    "in/last_nul": padded(100, 99),
    "in/to_file": link("largest"),
    "in/to_outside": link("../outside"),
    "in/to_folder": link("."),
    "in/pipe": fifo(),
  }, async (root) => {
    const { paths, told, found } = await opened(`${root}/in`);
    assertEquals(paths, [
      "binary",
      "larger",
      "larger_binary",
      "largest",
      "last_nul",
      "late_nul",
    ]);
    assertEquals([told, found.unread_contents], [["largest", "late_nul"], 1]);
  }));

test("9.10: 'the same device and inode as listed': what is swapped in is not read", async (t) => {
  const others: Tree = {
    "a link to what is not read": link(".env"),
    "a link outside": link("../outside"),
    "a FIFO": fifo(),
    "another file": SAYS,
    "a folder": { make: (path) => Deno.mkdirSync(path) },
  };
  for (const [name, other] of Object.entries(others)) {
    const tree = { "outside": SAYS, "in/file": SAYS, "in/.env": SAYS, "new": other };
    const test = async (root: string): Promise<void> => {
      using _disk = failingDisk({
        lstatSync(path, proceed) {
          const info = proceed();
          if (path === `${root}/in/file` && info.isFile) {
            // The first stays, so that no other has its inode.
            Deno.renameSync(path, `${root}/old`);
            Deno.renameSync(`${root}/new`, path);
          }
          return info;
        },
      });
      const { count } = await find(`${root}/in`, [TASK]);
      assertEquals([count, Deno.lstatSync(`${root}/old`).isFile], [0, true]);
    };
    await t.step(name, () => withQuickTree(tree, test));
  }
});

Deno.test("9.10: read are files 'that the call may show (scope, policy, git's rules)'", async (t) => {
  const tree = {
    ...filled(["a.ts", "b.gen", "build/c.ts", "lib/d.ts", "lib/.hidden", "shut/e.ts"]),
    ".git/HEAD": "ref: refs/heads/main\n",
    ".gitignore": "build/\n*.gen\n",
  };
  const kept = ["a.ts", "lib/.hidden", "lib/d.ts", "shut/e.ts"];
  const rows: [what: string, args: Arguments, context: ToolContext, paths: string[]][] = [
    ["git's rules", {}, {}, kept],
    ["no rules", { use_gitignore: false }, {}, [...kept, "b.gen", "build/c.ts"]],
    ["shown", {}, { policy: { show: ["build/"] } }, [...kept, "build/c.ts"]],
    [
      "hidden",
      { use_gitignore: false },
      { policy: { hide: ["build", "*.gen", "e.ts"] } },
      kept.slice(0, 3),
    ],
    ["the scope", {}, { roots: ["lib"] }, kept.slice(1, 3)],
  ];
  for (const [what, args, context, paths] of rows) {
    await t.step(what, () =>
      withQuickTree(tree, async (root) => {
        const { paths: found } = await opened(root, args, context);
        assertEquals(found, paths.toSorted());
      }));
  }
});

Deno.test("9.10: 'what was not looked through is said': files that exist and cannot be read", () =>
  withQuickTree(filled(["a.ts", "denied.ts", "broken.ts", "gone.ts"]), async (root) => {
    const codes: Record<string, string> = { denied: "EACCES", broken: "EIO", gone: "ENOENT" };
    using _disk = failingDisk(watching(["openSync"], ({ path }) => {
      const code = codes[/(\w+)\.ts$/.exec(path)?.[1] ?? ""];
      if (code !== undefined) throw osError(code);
    }));
    const result = await find(root, [TASK]);
    assertEquals(result.unread_contents, 2);
    assertEquals(result.results[0]!.entries.map(({ path }) => path), ["a.ts"]);
    const said = /^Not looked through for words of the task: 2 files\.$/m;
    assertMatch(toToolResult(TOOLSETS.agent.find_path, result).text, said);
    const seen = await overview(root, { query: TASK });
    assertEquals(seen.unread_contents, 2);
    assertMatch(toToolResult(TOOLSETS.agent.overview, seen).text, said);
  }));

test("9.10: 'What the call does not show is not opened': hints go by names", () =>
  withQuickTree({
    "src/a.ts": "x",
    "private/b.ts": SAYS,
    "private/wrong_cart.ts": "x",
    ".gitignore": "private/\n",
    ".git/HEAD": "ref: refs/heads/main\n",
  }, async (root) => {
    for (
      const [task, hint] of [
        ["the total is late", undefined],
        ["a wrong cart", "1 would match with use_gitignore: false"],
      ] as const
    ) {
      const { paths, found } = await opened(root, {}, {}, task);
      assertEquals(paths, ["src/a.ts"]);
      assertEquals(
        found.hints?.some((each) => each.includes("use_gitignore")) ?? false,
        hint !== undefined,
      );
      assertEquals(found.hints?.find((each) => each.includes("use_gitignore")), hint);
    }
  }));

Deno.test("9.10: where a query means a commit alone, nothing is said of files that were not looked through", () =>
  withQuickTree({ "a.ts": SAYS, ".git/HEAD": "ref: refs/heads/main\n" }, async (root) => {
    assertEquals((await find(root, ["#123"])).unread_contents, undefined);
    assertEquals((await find(root, ["#123"], {}, { contents: "none" })).unread_contents, "all");
  }));

Deno.test("9.10: '`none` opens no file, and the answer says that names and history alone were used'", () =>
  withQuickTree(filled(["cart.ts", "b.ts"]), async (root) => {
    const { paths, told, found } = await opened(root, {}, { contents: "none" });
    assertEquals([paths, told, found.unread_contents], [[], [], "all"]);
    const said = /^No file was looked through: names and history alone were used\.$/m;
    assertMatch(toToolResult(TOOLSETS.agent.find_path, found).text, said);
    const seen = await overview(root, { query: TASK }, { contents: "none" });
    assertMatch(toToolResult(TOOLSETS.agent.overview, seen).text, said);
    // What is no task is looked for in no file.
    for (const contents of ["text", "none"] as const) {
      assertEquals((await find(root, ["cart"], {}, { contents })).unread_contents, undefined);
      assertEquals((await overview(root, {}, { contents })).unread_contents, undefined);
    }
  }));

Deno.test("9.10: `contents` is one of three words: anything else is a TypeError that names them", async () => {
  const message = 'Cannot use the context: contents must be "text", "places" or "none"';
  for (const contents of [true, false, "", "lines", 0, ["text"]] as unknown as "text"[]) {
    await assertRejects(() => find(".", [TASK], {}, { contents }), TypeError, message);
  }
});

Deno.test("9.10: `--contents text|places|none`", () =>
  withTree(
    { ...filled(["cart.ts", "b.ts"]), ".git/HEAD": "ref: refs/heads/main\n" },
    async (root) => {
      const said = /^No file was looked through: names and history alone were used\.$/m;
      const unsaid = /^(?![^]*looked through)/;
      await assertEnds(root, [
        [["find_path", TASK, "--contents", "none"], { stdout: "cart.ts\n", stderr: said }],
        [["find_path", TASK, "--contents=places"], {
          stdout: "cart.ts:1:cart total\nb.ts:1:cart total\n",
          stderr: unsaid,
        }],
        [["find_path", TASK], {
          stdout: /^cart\.ts:1:cart total\nb\.ts:1:cart total\n$/,
          stderr: unsaid,
        }],
        [["overview", "--query", TASK, "--contents", "none"], {
          stdout: /^b\.ts\ncart\.ts\t#1 name: cart$[^]*^No file/m,
        }],
        [["find_path", TASK, "--contents=no"], {
          code: 2,
          stderr: /^dirscope: --contents must be one of text, places, none \(/,
        }],
        [["overview", "--query", TASK], {
          stdout: /^b\.ts\t#2 line 1 [^]*^cart\.ts\t#1 .*line 1/m,
        }],
      ]);
    },
  ));
