/**
 * `list_dir_entries` of toolset `agent`: that of `discovery`, with advice.
 *
 * @module
 */
import { LIST_DIR_ENTRIES } from "../discovery/list_dir_entries.ts";
import { type PagedTool, pagedTool } from "../discovery/paged_tool.ts";
import { recorded } from "../discovery/recorded.ts";
import { withAdvice } from "./with_advice.ts";

/** The tool. */
export const TOOL: PagedTool = recorded("agent", pagedTool(withAdvice(LIST_DIR_ENTRIES)));
