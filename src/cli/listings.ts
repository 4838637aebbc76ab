/** Lists what a line of `ls` names. */
import { loadTool } from "../catalog.ts";
import { isHidden } from "../scope/path_text.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ToolContext } from "../tool.ts";
import type { DiscoveryResult } from "../tools/discovery/result.ts";
import { contextOf } from "./call_context.ts";
import { type CallOutput, joined } from "./call_outputs.ts";
import { type CommandLine, linesOf, pathOf } from "./command_line.ts";
import { type ListingView, sortedForView } from "./listing_view.ts";

/** A line with one path, and how it lists. */
interface Listing {
  readonly line: CommandLine;
  readonly view: ListingView;
  readonly context: ToolContext;
  readonly isTerminal: boolean;
  readonly output?: DiscoveryResult | undefined;
}

/** Yields what a line names: what is no folder, or is shown itself, as one; then each folder, and with `-R` those below. */
export async function* listings(all: Listing): AsyncGenerator<CallOutput> {
  const { view, line: { flags } } = all;
  const lines = linesOf(all.line);
  const files: DiscoveryResult[] = [];
  const left: Listing[] = [];
  for (const line of lines) {
    const listing = { ...all, line, context: { ...all.context, ...await contextOf(line) } };
    const output = await named(listing);
    if (output.operation === "stat_path" && !flags.json) files.push(output);
    else left.unshift({ ...listing, output });
  }
  const entries = sortedForView(files.flatMap((each) => each.entries), view);
  if (files.length > 0) {
    yield { output: { ...files[0], entries, count: entries.length }, isPart: false };
  }
  const hasHeadings = !flags.json && (lines.length > 1 || view.has("R"));
  let hasPrinted = files.length > 0;
  for (let folder; (folder = left.pop()) !== undefined;) {
    const { line, output = await listed(folder) } = folder;
    const heading = `${hasPrinted ? "\n" : ""}${lineSafe(pathOf(line))}:\n`;
    yield { args: line.args, output, isPart: false, heading: hasHeadings ? heading : "" };
    hasPrinted ||= output.error === undefined;
    if (!view.has("R") || output.operation === "stat_path") continue;
    const paths = output.entries.flatMap(({ kind, path }) => kind === "dir" ? [path] : []);
    for (const below of linesOf({ ...line, args: { ...line.args, path: paths } }).reverse()) {
      left.push({ ...folder, line: below, output: undefined });
    }
  }
}

/** Returns the facts of a path that is no folder, or that `ls` shows itself, as `-l` shows a link; or else what is in it. */
async function named(listing: Listing): Promise<DiscoveryResult> {
  const { line, view, context } = listing;
  const path = pathOf(line);
  const about = await contextOf({ ...line, tool: await loadTool("agent", "stat_path") });
  const itself = await answer("stat_path", path, { ...context, ...about });
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
    : await answer("list_dir", pathOf(line), context);
  const all = hasFacts || args.include_hidden
    ? listing.entries
    : listing.entries.filter(({ name }) => !isHidden(name));
  const entries = sortedForView(all, view).slice(0, limit as number);
  for (const [i, { kind, path }] of isTerminal && view.has("l") ? entries.entries() : []) {
    if (kind !== "symlink") continue;
    const [{ link_target } = {}] = (await answer("stat_path", path, context)).entries;
    entries[i] = { ...entries[i]!, ...link_target !== undefined && { link_target } };
  }
  const truncated = listing.truncated || entries.length < all.length;
  const operation = tool.DEFINITION.function.name;
  return { ...listing, operation, entries, count: entries.length, truncated };
}

async function answer(name: string, path: string, context: ToolContext): Promise<DiscoveryResult> {
  return await (await loadTool("agent", name)).execute({ path }, context) as DiscoveryResult;
}
