/**
 * The least that any walk does.
 *
 * @module
 */

/** Reads every directory, and visits every entry. */
export function bareLoop(root: string): number {
  let entries = 0;
  const pending = [root];
  for (let path; (path = pending.pop()) !== undefined;) {
    try {
      for (const entry of Deno.readDirSync(path)) {
        entries++;
        if (entry.isDirectory) pending.push(`${path}/${entry.name}`);
      }
    } catch {
      // Unreadable directories are passed over, as the tools do.
    }
  }
  return entries;
}

if (import.meta.main) bareLoop(Deno.args[0]!);
