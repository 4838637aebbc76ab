/** The key of a listed tool's `_meta` that tells its toolset: names alone are not unique. */
export const TOOLSET_KEY = "dirscope/toolset";
