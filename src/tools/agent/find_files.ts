/**
 * `find_files` of toolset `agent`: that of `discovery`, with advice.
 *
 * @module
 */
import { FIND_FILES } from "../discovery/find_files.ts";
import { type PagedTool, pagedTool } from "../discovery/paged_tool.ts";
import { recorded } from "../discovery/recorded.ts";
import { withAdvice } from "./with_advice.ts";

/** The tool. */
export const TOOL: PagedTool = recorded("agent", pagedTool(withAdvice(FIND_FILES)));
