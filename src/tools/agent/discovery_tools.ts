/** The five tools of `discovery` as toolset `agent` has them: with advice. */
import { FIND_FILES } from "../discovery/find_files.ts";
import { GLOB_SEARCH } from "../discovery/glob_search.ts";
import { LIST_DIR } from "../discovery/list_dir.ts";
import { LIST_DIR_ENTRIES } from "../discovery/list_dir_entries.ts";
import { pagedTool, singlePageTool } from "../discovery/paged_tool.ts";
import { recorded } from "../discovery/recorded.ts";
import { STAT_PATH } from "../discovery/stat_path.ts";
import type { DiscoveryTools } from "../discovery/tools.ts";
import { correctedFilters } from "./corrected_filters.ts";
import { withAdvice } from "./with_advice.ts";

/** The tools by wire name. */
export const DISCOVERY_TOOLS: DiscoveryTools = {
  stat_path: recorded("agent", singlePageTool(withAdvice(STAT_PATH))),
  find_files: recorded(
    "agent",
    pagedTool({ ...withAdvice(FIND_FILES), correct: correctedFilters }),
  ),
  glob_search: recorded("agent", pagedTool(withAdvice(GLOB_SEARCH))),
  list_dir_entries: recorded("agent", pagedTool(withAdvice(LIST_DIR_ENTRIES))),
  list_dir: recorded("agent", singlePageTool(withAdvice(LIST_DIR))),
};
