/**
 * `list_dir` of toolset `agent`: that of `discovery`, with advice.
 *
 * @module
 */
import type { Tool } from "../../tool.ts";
import { LIST_DIR } from "../discovery/list_dir.ts";
import { singlePageTool } from "../discovery/paged_tool.ts";
import { recorded } from "../discovery/recorded.ts";
import type { DiscoveryResult } from "../discovery/result.ts";
import { withAdvice } from "./with_advice.ts";

/** The tool. */
export const TOOL: Tool<DiscoveryResult> = recorded("agent", singlePageTool(withAdvice(LIST_DIR)));
