/** The key in a listed tool's `_meta` that names its toolset, since tool names alone are not unique. */
export const TOOLSET_KEY = "dirscope/toolset";
