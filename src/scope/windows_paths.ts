/**
 * Parses paths of Windows into paths with slashes: `C:/folder/file`, `//server/share/file`. A path to a device
 * or a namespace (`\\.\…`, `\\?\GLOBALROOT\…`, a volume by its number) starts with `//?/`, and is never read.
 */
import type { PathStyle } from "./posix_paths.ts";

const DEVICE_ROOT = "//?/";

/** `\\?\`, `//./` and, as links store it, `\??\`. */
const NAMESPACE_PREFIX = /^(?:[\\/]{2}[?.]|[\\/]\?\?)(?:[\\/]+|$)/;

const DRIVE_PREFIX = /^([a-z]):(?:[\\/]+|$)/i;

/** A share: two parts after two slashes. */
const SHARE_PREFIX = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)(?:[\\/]+|$)/;

const SLASH = /[\\/]/;

/** Names of devices, with any extension or none; spaces before the extension do not count. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:[.:]|$)/i;

/** A character that no name may hold (`:` begins a stream), or an end that the system strips. */
// deno-lint-ignore no-control-regex
const INVALID_NAME = /[\x00-\x1f<>:"/\\|?*]|[. ]$/;

export const WINDOWS_PATHS: PathStyle = {
  split(path, base) {
    const { root, rest } = splitRoot(path, base);
    return { start: root, parts: rest.split(SLASH) };
  },
  isAbsolute: (path) => SLASH.test(path.slice(0, 1)) || /^[a-z]:[\\/]/i.test(path),
  rootOf(path) {
    if (path.startsWith(DEVICE_ROOT)) return DEVICE_ROOT;
    const share = /^\/\/[^/]+\/[^/]+\//.exec(path)?.[0];
    return share ?? path.slice(0, path.indexOf("/") + 1);
  },
  fromSystem(path) {
    const { root, rest } = splitRoot(path, "/");
    return root + rest.replaceAll("\\", "/").replace(/\/$/, "");
  },
  isDevice: (path) => path.startsWith(DEVICE_ROOT) || !/^(?:[A-Z]:|\/\/[^/]+\/[^/]+)\//.test(path),
  isRemote: (path) => path.startsWith("//"),
  isLiteralName: (name) => !INVALID_NAME.test(name) && !DEVICE_NAME.test(name),
  fold: (text) =>
    /^[\x20-\x7e]*$/.test(text)
      ? text.toUpperCase()
      : Array.from(text, upperCaseOfSameLength).join(""),
  maxNameLength: 255,
  ignoresCase: true,
};

function splitRoot(path: string, base: string) {
  const space = NAMESPACE_PREFIX.exec(path)?.[0];
  if (space !== undefined) return splitNamespaceRoot(path.slice(space.length), space);
  const share = SHARE_PREFIX.exec(path);
  if (share !== null) {
    return { root: `//${share[1]}/${share[2]}/`, rest: path.slice(share[0].length) };
  }
  // Two slashes and no share: a server alone, which holds no files.
  if (/^[\\/]{2}[^\\/]/.test(path)) return { root: DEVICE_ROOT, rest: path.slice(2) };
  // `C:/…`, or `/c/…` as Git Bash and MSYS2 write it.
  const drive = /^\/([a-z])(?:\/+|$)/i.exec(path) ?? /^([a-z]):[\\/]+/i.exec(path);
  if (drive !== null) {
    return { root: `${drive[1]!.toUpperCase()}:/`, rest: path.slice(drive[0].length) };
  }
  if (/^[a-z]:/i.test(path)) {
    // `C:file` is relative to the drive's working directory, which is known only for the drive of the base.
    const root = `${path[0]!.toUpperCase()}:/`;
    return { root: base.startsWith(root) ? base : root, rest: path.slice(2) };
  }
  const isRooted = SLASH.test(path.slice(0, 1));
  return { root: isRooted ? WINDOWS_PATHS.rootOf(base) : base, rest: path };
}

function splitNamespaceRoot(rest: string, space: string) {
  if (space.includes(".")) return { root: DEVICE_ROOT, rest };
  const drive = DRIVE_PREFIX.exec(rest);
  if (drive !== null) {
    return { root: `${drive[1]!.toUpperCase()}:/`, rest: rest.slice(drive[0].length) };
  }
  const share = /^unc[\\/]+([^\\/]+)[\\/]+([^\\/]+)(?:[\\/]+|$)/i.exec(rest);
  return share === null
    ? { root: DEVICE_ROOT, rest }
    : { root: `//${share[1]}/${share[2]}/`, rest: rest.slice(share[0].length) };
}

function upperCaseOfSameLength(character: string): string {
  const result = character.toUpperCase();
  return result.length === character.length ? result : character;
}
