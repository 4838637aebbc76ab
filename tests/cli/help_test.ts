import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { TOOLSETS } from "../../mod.ts";
import { COMMANDS } from "../support/cli.ts";
import { assertEnds, runAll } from "../support/command_lines.ts";
import { SUBJECTS } from "../support/every_tool.ts";
import { withTree } from "../support/tree.ts";

const { DEFINITION } = TOOLSETS.tree.list_dir;

Deno.test("--version is that of deno.json, and `list_dir --help` lists every argument of DEFINITION", async () => {
  await withTree({}, async (root) => {
    const stdout = `dirscope ${config.version}\n`;
    const versions = [["--version"], ["-V"], ["list_dir", "--version"]];
    await assertEnds(root, versions.map((words) => [words, { stdout }]), []);
    const lines = [["list_dir", "--help"], ["list_dir", "-h"], [
      "--toolset=tree",
      "list-dir",
      "-h",
    ]];
    const [help, ...others] = await runAll(root, lines, []);
    for (const each of others) assertEquals(each, help);
    const unwrapped = help!.stdout.replace(/\s+/g, " ");
    const { description, parameters } = DEFINITION.function;
    assertStringIncludes(unwrapped, description);
    for (const [name, schema] of Object.entries(parameters.properties)) {
      assertMatch(help!.stdout, new RegExp(`^  --${name.replaceAll("_", "-")}( |$)`, "m"));
      assertStringIncludes(unwrapped, schema.description);
      for (const choice of schema.enum ?? []) assertStringIncludes(unwrapped, String(choice ?? ""));
    }
    assertMatch(help!.stdout, /^For the options of the command see dirscope --help\.$/m);
  });
});

Deno.test("`--help` of every command and of every tool needs no permission, and is the same as -h", async () => {
  await withTree({}, async (root) => {
    const lines = [
      ...COMMANDS.map((name) => [name]),
      ...SUBJECTS.map(({ toolset, name }) => ["--toolset", toolset, name]),
      ["completions", "bash"],
      ["definition", "nope"],
      ["replay", "none"],
    ];
    const long = await runAll(root, lines.map((words) => [...words, "--help"]), []);
    const short = await runAll(root, lines.map((words) => [...words, "-h"]), []);
    for (const [i, words] of lines.entries()) {
      const { code, stdout, stderr } = long[i]!;
      assertEquals([code, stderr], [0, ""], words.join(" "));
      assertStringIncludes(stdout, `dirscope ${i < COMMANDS.length ? words[0] : ""}`);
      assertEquals(stdout.split("\n").filter((line) => line.length > 80), []);
      assert(!stdout.includes("undefined"), stdout);
      assert(stdout.endsWith("\n") && !stdout.endsWith("\n\n"));
      assertEquals(short[i], long[i]);
    }
    const same = ["help", "help help", "help --help", "--help help", "-h -h"];
    const asked = ["--help", ...same].map((line) => line.split(" "));
    const [main, ...helps] = await runAll(root, asked, []);
    for (const help of helps) assertEquals(help, main);
    // "`help TOOL` and `--help TOOL`"
    for (const first of ["help", "--help", "-h"]) {
      const named = await runAll(root, [[first, "mcp"], [first, "overview"]], []);
      const at = (name: string) => lines.findIndex((words) => words.at(-1) === name);
      assertEquals(named, [long[at("mcp")]!, long[at("overview")]!]);
    }
    for (const name of COMMANDS) assertMatch(main!.stdout, new RegExp(`^  ${name} `, "m"));
  });
});

Deno.test("`--help` without a tool is the general help: examples first, then tools by toolset, commands, own flags", async () => {
  await withTree({}, async (root) => {
    const [long, short, chosen] = await runAll(root, [["--help"], ["-h"], ["./src", "--help"]], []);
    assertEquals([short, chosen], [long, long]);
    const { code, stdout, stderr } = long!;
    assertEquals([code, stderr], [0, ""]);
    const parts = [...stdout.matchAll(/^(\w+)[^\n]*:$/gm)].map(([, word]) => word);
    assertEquals(parts, ["Examples", "Tools", "Commands", "Options"]);
    assertEquals(stdout.split("\n").filter((line) => line.length > 80), []);
    assert(!stdout.includes("--follow-folder-symlinks"));
    for (const flag of ["scope DIR", "memory FILE", "toolset", "json", "help", "version"]) {
      assertMatch(stdout, new RegExp(`^  --${flag.replace(" ", ".* ")}`, "m"));
    }
  });
});
