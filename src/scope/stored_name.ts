/** Names on disks where other spellings than the stored one reach an entry. */
import { fileSystem, realPathOf } from "./file_system.ts";
import { baseNameOf, childOf, isLoose } from "./path_text.ts";
import { stateOf } from "./read_permission.ts";
import type { ScopedPath } from "./scoped_path.ts";

/** Short names of DOS, and ends that some disks take off. */
const SUSPICIOUS = /~\d|[. ]$/;

/**
 * The name that a disk stores for an entry which another spelling may have reached: `Secret` for `SECRET`. A
 * denial, a pattern and a root are compared with that one. A directory is only read where the disk was seen, or
 * could not be asked, to take a second spelling.
 *
 * @param directory The resolved directory.
 * @param name The name that reached an entry in it.
 * @param isLink Whether that is a link, whose own name `realPath` does not give.
 * @returns `undefined` if no name there is that name in another spelling, as where a short name of DOS was sent.
 */
export function storedName(
  directory: ScopedPath,
  name: string,
  isLink: boolean,
): string | undefined {
  const path = childOf(directory.open, name);
  if (!isLink) {
    const real = baseNameOf(realPathOf(path));
    if (real !== name) return commonForm(real) === commonForm(name) ? real : undefined;
    if (isLoose) return name;
  }
  if (!mayHaveOthers(directory, name) || stateOf(directory.open) !== "granted") return name;
  let stored: string | undefined;
  for (const each of fileSystem.readDirSync(directory.open)) {
    if (each.name === name) return name;
    if (commonForm(each.name) === commonForm(name)) stored = each.name;
  }
  return stored;
}

/** Whether another spelling of a name reaches an entry, too, or cannot be tried. */
function mayHaveOthers(directory: ScopedPath, name: string): boolean {
  return SUSPICIOUS.test(name) || othersOf(name).some((other) => {
    const path = childOf(directory.open, other);
    if (stateOf(path) !== "granted") return true;
    try {
      fileSystem.lstatSync(path);
      return true;
    } catch {
      return false;
    }
  });
}

function othersOf(name: string): string[] {
  const swapped = Array.from(name, (each) => {
    const lower = each.toLowerCase();
    return lower === each ? each.toUpperCase() : lower;
  }).join("");
  return [swapped, name.normalize("NFC"), name.normalize("NFD")].filter((each) => each !== name);
}

function commonForm(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}
