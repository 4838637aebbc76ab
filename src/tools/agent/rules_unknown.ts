/** What `rules_above_scope: "unknown"` means, in words. */
export const RULES_UNKNOWN =
  "No .git was found within the scope: .gitignore files above it are not known.";
