/** A kind of commit, its scope in brackets, a colon: `chore(deps): `. */
const KIND = "(?:[\\w-]+(?:\\([^()]{0,40}\\))?!?: )?";

const RELEASE = new RegExp(
  [
    `^${KIND}(?:bump(?:ed)?|cut v?[0-9]|releas(?:e|ed|ing)|prepare (?:release|version|v?[0-9]))\\b`,
    "^[\\w-]+\\(deps(?:-dev)?\\)|^deps: (?:bump|update|upgrade)",
    // Nothing but a version, with a name or without one.
    `^${KIND}[\\w./@-]{0,60}[ @v-]?\\d+\\.\\d+[\\w.+-]{0,40}(?: \\(#\\d+\\))?$`,
  ].join("|"),
  "i",
);

/** Reports whether the subject of a commit says no more than that something is released, or a dependency updated. */
export function isReleaseSubject(subject: string): boolean {
  return RELEASE.test(subject);
}
