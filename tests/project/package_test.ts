import { assert, assertEquals } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { run } from "../support/process.ts";

async function deno(...args: string[]): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await run([Deno.execPath(), ...args], {
    env: { NO_COLOR: "1" },
    silenceMs: 600_000,
  });
  return { code, output: stdout + stderr };
}

// `deno task check` checks the types: to do so again takes longer than all the rest.
Deno.test("the staged package passes `deno publish --dry-run`, without vendor/ and tests/", async () => {
  const flags = ["--dry-run", "--no-check"];
  const { code, output } = await deno("run", "--allow-all", "tools/stage_package.ts", ...flags);
  assertEquals(code, 0, output);
  const files = [...output.matchAll(/\/package\/(\S+) \(/g)].map(([, file]) => file!);
  assert(files.includes("mod.ts") && files.includes("src/walk/walk.ts"), output);
  const strangers = files.filter((file) =>
    !config.publish.include.some((name) => file === name || file.startsWith(`${name}/`))
  );
  assertEquals(strangers, []);
});

Deno.test("the stand-ins have the names and versions that the imports ask for", async () => {
  const imports: Readonly<Record<string, string>> = config.imports;
  for (const folder of config.links) {
    const { name, version } = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
    assertEquals(imports[name], `jsr:${name}@^${version}`);
  }
});
