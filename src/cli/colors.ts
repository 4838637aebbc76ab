import { blue, bold, cyan, dim } from "@std/fmt/colors";

/** Colours a listing: folders blue, links cyan, annotations dim. Its text stays the same. */
export function colorize(listing: string): string {
  return listing.replace(
    // Rows of `overview`: a folder or a link, and its annotation.
    /^( *)([^/\n]*)([/@])( \(.+\)| -> .+)$/gm,
    (_line, indent: string, name: string, mark: string, about: string) =>
      indent + (mark === "/" ? bold(blue(name + mark)) : cyan(name + mark)) + dim(about),
  ).replace(
    /^( *)(.*?)(\/?)( \((?:file|folder|link(?: -> .*)?)\))?$/gm,
    (_line, indent: string, name: string, slash: string, annotation: string = "") => {
      const isLink = annotation.startsWith(" (link");
      const shown = isLink ? cyan(name + slash) : slash === "" ? name : bold(blue(name + slash));
      return indent + shown + (annotation === "" ? "" : dim(annotation));
    },
  );
}
