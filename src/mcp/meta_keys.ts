/** The keys in `_meta` by which our own server and client understand each other. */

/** In a listed tool: its toolset, since tool names alone are not unique. */
export const TOOLSET_KEY = "dirscope/toolset";

/** In a call: `true` asks for data besides the text, also from a server that sends text alone. */
export const STRUCTURED_KEY = "dirscope/structured";
