import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { TOOLSETS } from "../../mod.ts";
import { ALL_TOOLS, CLI, COMMANDS } from "../support/cli.ts";
import { runAll } from "../support/command_lines.ts";
import { denoRun, run } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

const { DEFINITION } = TOOLSETS.tree.list_dir;

Deno.test("--version is that of deno.json, and --help lists every argument of DEFINITION", async () => {
  for (const words of [["--version"], ["-V"], ["list_dir", "--version"]]) {
    const ended = await run(denoRun(["--no-prompt"], CLI, ...words));
    const stdout = `dirscope ${config.version}\n`;
    assertEquals(ended, { code: 0, signal: null, stdout, stderr: "" });
  }
  for (const words of [["--help"], ["-h"], ["list_dir", "--help"], ["--toolset=tree", "-h"]]) {
    const { code, stdout, stderr } = await run(denoRun(["--no-prompt"], CLI, ...words));
    assertEquals([code, stderr], [0, ""]);
    const unwrapped = stdout.replace(/\s+/g, " ");
    const { description, parameters } = DEFINITION.function;
    assertStringIncludes(unwrapped, description);
    for (const [name, schema] of Object.entries(parameters.properties)) {
      assertMatch(stdout, new RegExp(`^  --${name.replaceAll("_", "-")}( |$)`, "m"));
      assertStringIncludes(unwrapped, schema.description);
      for (const choice of schema.enum ?? []) assertStringIncludes(stdout, String(choice ?? ""));
    }
    for (const flag of ["scope DIR", "memory FILE", "toolset", "json", "help", "version"]) {
      assertMatch(stdout, new RegExp(`^  --${flag}`, "m"));
    }
    assertEquals(stdout.split("\n").filter((line) => line.length > 80), []);
  }
});

Deno.test("`--help` of every command and of every tool needs no permission, and is the same as -h", async () => {
  await withTree({}, async (root) => {
    const lines = [
      ...COMMANDS.map((name) => [name]),
      ...ALL_TOOLS.map(([toolset, name]) => ["--toolset", toolset, name]),
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
      assert(stdout.endsWith("\n") && !stdout.endsWith("\n\n"));
      assertEquals(short[i], long[i]);
    }
    const [main] = await runAll(root, [["--help"]], []);
    for (const name of COMMANDS) assertMatch(main!.stdout, new RegExp(`^  ${name} `, "m"));
  });
});
