import { overview } from "./tests/support/agent.ts";
for (let r = 0; r < 6; r++) {
  const c = process.cpuUsage();
  const t = performance.now();
  await overview("/usr", { use_gitignore: Deno.args[0] === "git" });
  const d = process.cpuUsage(c);
  console.log(
    Deno.args[0],
    Math.round(performance.now() - t),
    Math.round((d.user + d.system) / 1000),
  );
}
