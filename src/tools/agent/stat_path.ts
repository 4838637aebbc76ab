/**
 * `stat_path` of toolset `agent`: that of `discovery`, with advice.
 *
 * @module
 */
import type { Tool } from "../../tool.ts";
import { STAT_PATH } from "../discovery/stat_path.ts";
import { singlePageTool } from "../discovery/paged_tool.ts";
import { recorded } from "../discovery/recorded.ts";
import type { DiscoveryResult } from "../discovery/result.ts";
import { withAdvice } from "./with_advice.ts";

/** The tool. */
export const TOOL: Tool<DiscoveryResult> = recorded("agent", singlePageTool(withAdvice(STAT_PATH)));
