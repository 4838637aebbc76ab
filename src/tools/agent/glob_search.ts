/**
 * `glob_search` of toolset `agent`: that of `discovery`, with advice.
 *
 * @module
 */
import { GLOB_SEARCH } from "../discovery/glob_search.ts";
import { type PagedTool, pagedTool } from "../discovery/paged_tool.ts";
import { recorded } from "../discovery/recorded.ts";
import { withAdvice } from "./with_advice.ts";

/** The tool. */
export const TOOL: PagedTool = recorded("agent", pagedTool(withAdvice(GLOB_SEARCH)));
