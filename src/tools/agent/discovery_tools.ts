/** The five tools of `discovery` as toolset `agent` has them: with advice. */
import { FIND_FILES } from "../discovery/find_files.ts";
import { GLOB_SEARCH } from "../discovery/glob_search.ts";
import { LIST_DIR } from "../discovery/list_dir.ts";
import { LIST_DIR_ENTRIES } from "../discovery/list_dir_entries.ts";
import { pagedTool, singlePageTool } from "../discovery/paged_tool.ts";
import { STAT_PATH } from "../discovery/stat_path.ts";
import type { DiscoveryTools } from "../discovery/tools.ts";
import { correctedFilters } from "./corrected_filters.ts";
import { withAdvice } from "./with_advice.ts";

/** The tools by wire name. */
export const DISCOVERY_TOOLS: DiscoveryTools = {
  stat_path: singlePageTool(withAdvice(STAT_PATH.SPEC)),
  find_files: pagedTool({ ...withAdvice(FIND_FILES.SPEC), check: correctedFilters }),
  glob_search: pagedTool(withAdvice(GLOB_SEARCH.SPEC)),
  list_dir_entries: pagedTool(withAdvice(LIST_DIR_ENTRIES.SPEC)),
  list_dir: singlePageTool(withAdvice(LIST_DIR.SPEC)),
};
