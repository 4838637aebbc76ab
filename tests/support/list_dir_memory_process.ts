/** Saves a listing to project memory and kills itself: DATABASE PROJECT DIRECTORY KEY */
import { SqliteProjectMemory, TOOLSETS } from "../../mod.ts";

const [database, project, cwd, key] = Deno.args as [string, string, string, string];
const projectMemory = await SqliteProjectMemory.open(database, { project });
await TOOLSETS.tree.list_dir.execute(
  { target: "project_memory", memory_key: key, recursive: true },
  { cwd, projectMemory },
);
Deno.kill(Deno.pid, "SIGKILL");
