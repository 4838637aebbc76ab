/** Lists what a line of `ls` names. */
import { loadTool } from "../catalog.ts";
import { isHidden } from "../scope/path_text.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ToolContext } from "../tool.ts";
import type { DiscoveryEntry, DiscoveryResult } from "../tools/discovery/result.ts";
import { contextOf } from "./call_context.ts";
import { type CallOutput, joined } from "./call_output.ts";
import { type CommandLine, linesOf, pathOf } from "./command_line.ts";
import { type ListingView, sortedForView } from "./listing_view.ts";

/** A line with one path, and how it lists. */
interface Listing {
  readonly line: CommandLine;
  readonly view: ListingView;
  readonly context: ToolContext;
  readonly isTerminal: boolean;
}

/** Yields what a line names: what is no folder, or is shown itself, as one; then each folder, and with `-R` those below. */
export async function* listings(all: Listing): AsyncGenerator<CallOutput> {
  const { view, line: { flags } } = all;
  const lines = linesOf(all.line);
  const files: DiscoveryResult[] = [];
  const left: (Listing & { readonly output?: DiscoveryResult | undefined })[] = [];
  for (const line of lines) {
    const context = { ...all.context, ...await contextOf(line) };
    const output = await named({ ...all, line, context });
    const isFile = output.operation === "stat_path" && !flags.json;
    if (isFile) files.push(output);
    else left.unshift({ ...all, line, context, output });
  }
  const entries = sortedForView(files.flatMap((each) => each.entries), view);
  if (entries.length > 0) {
    yield { output: { ...files[0], entries, count: entries.length }, isPart: false };
  }
  const hasHeadings = !flags.json && (lines.length > 1 || view.has("R"));
  let hasPrinted = entries.length > 0;
  for (let folder; (folder = left.pop()) !== undefined;) {
    const { line } = folder;
    const output = folder.output ?? await listed(folder);
    const heading = `${hasPrinted ? "\n" : ""}${lineSafe(pathOf(line))}:\n`;
    yield { args: line.args, output, isPart: false, heading: hasHeadings ? heading : "" };
    hasPrinted ||= output.error === undefined;
    if (!view.has("R") || output.operation === "stat_path") continue;
    const folders = output.entries.filter(({ kind }) => kind === "dir");
    for (const { path } of folders.reverse()) {
      left.push({ ...folder, line: { ...line, args: { ...line.args, path } }, output: undefined });
    }
  }
}

/** Returns the facts of a path that is no folder, or that `ls` shows itself, as `-l` shows a link; or else what is in it. */
async function named(listing: Listing): Promise<DiscoveryResult> {
  const { line, view, context } = listing;
  const path = pathOf(line);
  const tool = await loadTool("agent", "stat_path");
  const about = await contextOf({ ...line, tool });
  const itself = await tool.execute({ path }, { ...context, ...about }) as DiscoveryResult;
  const { kind } = itself.entries[0] ?? { kind: "missing" };
  const isLinkItself = kind === "symlink" && view.has("l") && !path.endsWith("/");
  if (kind !== "missing" && (view.has("d") || isLinkItself)) return itself;
  const output = await listed(listing);
  const isNoFolder = ["not_a_directory", "not_found"].includes(output.error?.code ?? "");
  return isNoFolder && kind !== "missing" ? itself : output;
}

/** Returns all of a folder in one result, in the order of `ls`; without sizes and times where nothing shows them. */
async function listed({ line, view, context, isTerminal }: Listing): Promise<DiscoveryResult> {
  const { tool, flags, args: { limit = Infinity, ...args } } = line;
  const hasFacts = flags.json || ["l", "t", "S"].some((letter) => view.has(letter));
  const listing = hasFacts
    ? joined(await Array.fromAsync(tool.pages!(args, context, { lean: true })) as DiscoveryResult[])
    : await namesOf(line, context);
  const sorted = sortedForView(listing.entries, view).slice(0, limit as number);
  const entries = isTerminal && view.has("l") ? await withTargets(sorted, context) : sorted;
  const isCut = entries.length < listing.entries.length;
  return { ...listing, entries, count: entries.length, truncated: listing.truncated || isCut };
}

async function namesOf(
  { tool, args }: CommandLine,
  context: ToolContext,
): Promise<DiscoveryResult> {
  const listDir = await loadTool("agent", "list_dir");
  const { path, include_hidden: isAll } = args;
  const listing = await listDir.execute({ path }, context) as DiscoveryResult;
  const entries = listing.entries.filter(({ name }) => isAll || !isHidden(name));
  return { ...listing, operation: tool.DEFINITION.function.name, entries };
}

/** Returns entries with where their links lead. */
async function withTargets(
  entries: readonly DiscoveryEntry[],
  context: ToolContext,
): Promise<DiscoveryEntry[]> {
  const tool = await loadTool("agent", "stat_path");
  return await Promise.all(entries.map(async (entry) => {
    if (entry.kind !== "symlink") return entry;
    const { path } = entry;
    const { entries: [found] } = await tool.execute({ path }, context) as DiscoveryResult;
    return found?.link_target === undefined ? entry : { ...entry, link_target: found.link_target };
  }));
}
