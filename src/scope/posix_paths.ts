import type { PathStyle } from "./path_style.ts";

/** Paths of Linux, macOS and their like. */
export const POSIX_PATHS: PathStyle = {
  split: (path, base) => ({ start: path.startsWith("/") ? "/" : base, parts: path.split("/") }),
  isAbsolute: (path) => path.startsWith("/"),
  rootOf: () => "/",
  fromSystem: (path) => path,
  isDevice: () => false,
  isRemote: () => false,
  isPlain: () => true,
  fold: (text) => text,
  isLoose: false,
};
