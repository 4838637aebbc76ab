/** Builds the hostile layouts of `fixtures/hostile/`. */
import type { HostileLayout, HostileNode, HostileTree } from "../../fixtures/hostile/layout.ts";
import { OUTSIDES, SHUT_MARK } from "../../fixtures/hostile/outsides.ts";
import { runSync } from "./process.ts";
import { shell } from "./shell.ts";
import { link, type Node, plantTree } from "./tree.ts";

/** The folder that contains a layout's root. */
export function baseOf(all: string, layout: HostileLayout): string {
  return `${all}/${layout.name}`;
}

/** The only folder of a layout that tools may see. */
export function rootOf(all: string, layout: HostileLayout): string {
  return `${baseOf(all, layout)}/root`;
}

/** A text of a layout, with its placeholders filled in. */
export function spelledOut(text: string, base: string): string {
  return text.replaceAll("{root}", `${base}/root`).replaceAll("{base}", base);
}

/** Builds each layout in a folder of its own below an empty one. Returns what could not be made here. */
export async function buildLayouts(
  all: string,
  layouts: readonly HostileLayout[],
): Promise<string[]> {
  const lacking: string[] = [];
  const fifo = `${all}/fifo`;
  await shell(all, "mkfifo fifo");
  for (const layout of layouts) {
    const base = baseOf(all, layout);
    const root = rootOf(all, layout);
    Deno.mkdirSync(root, { recursive: true });
    await buildTree(root, layout.tree ?? {}, { base, fifo, lacking });
    if (layout.script !== undefined) await shell(root, layout.script);
    Deno.mkdirSync(`${root}/shut`);
  }
  return lacking;
}

/** The place of a tree. */
interface Site {
  readonly base: string;
  /** An existing FIFO. Others are hard links to it, which saves starting `mkfifo`. */
  readonly fifo: string;
  readonly lacking: string[];
}

async function buildTree(root: string, tree: HostileTree, site: Site): Promise<void> {
  const nodes: Record<string, Node> = {};
  const modes: [string, number][] = [];
  for (const [name, node] of Object.entries(tree)) {
    if (typeof node !== "string" && "mode" in node) modes.push([`${root}/${name}`, node.mode]);
    else nodes[name] = nodeOf(node, site);
  }
  await plantTree(root, nodes);
  for (const [path, mode] of modes) Deno.chmodSync(path, mode);
}

function nodeOf(node: Exclude<HostileNode, { readonly mode: number }>, site: Site): Node {
  if (typeof node === "string") return node;
  if ("link" in node) return link(spelledOut(node.link, site.base));
  if ("repeat" in node) return node.repeat[0].repeat(node.repeat[1]);
  if ("hex" in node) {
    const bytes = Uint8Array.fromHex(node.hex.replaceAll(" ", ""));
    return { make: (path) => Deno.writeFileSync(path, bytes) };
  }
  return { make: (path) => SPECIAL[node.special](path, site) };
}

const SPECIAL: Readonly<Record<"fifo" | "socket" | "device", (path: string, site: Site) => void>> =
  {
    fifo: (path, { fifo }) => Deno.linkSync(fifo, path),
    socket: (path) => Deno.listen({ transport: "unix", path }).close(),
    device: makeDevice,
  };

/** Makes a device like `/dev/zero`, if the user may. */
function makeDevice(path: string, { lacking }: Site): void {
  if (runSync(["mknod", path, "c", "1", "5"])?.code === 0) return;
  lacking.push(`device nodes: ${path.slice(path.lastIndexOf("/") + 1)} left out`);
}

/** Replaces what lies around the roots of all layouts. */
export async function putOutside(
  all: string,
  layouts: readonly HostileLayout[],
  outside: keyof typeof OUTSIDES,
): Promise<void> {
  for (const layout of layouts) {
    const base = baseOf(all, layout);
    for (const { name } of [...Deno.readDirSync(base)]) {
      if (name !== "root") Deno.removeSync(`${base}/${name}`, { recursive: true });
    }
    await buildTree(base, OUTSIDES[outside]!, { base, fifo: `${all}/fifo`, lacking: [] });
  }
}

/** Fills or empties the folders that `--deny-read` protects. */
export function fillShut(
  all: string,
  layouts: readonly HostileLayout[],
  isFull: boolean,
): void {
  for (const layout of layouts) {
    const shut = `${rootOf(all, layout)}/shut`;
    for (const { name } of [...Deno.readDirSync(shut)]) {
      Deno.removeSync(`${shut}/${name}`, { recursive: true });
    }
    if (isFull) {
      Deno.mkdirSync(`${shut}/folder`);
      Deno.writeTextFileSync(`${shut}/.gitignore`, `${SHUT_MARK}*\n`);
      Deno.writeTextFileSync(`${shut}/${SHUT_MARK}`, SHUT_MARK);
      Deno.writeTextFileSync(`${shut}/folder/${SHUT_MARK}`, SHUT_MARK);
    }
    // Times must be equal in both fillings.
    const below = isFull ? ["folder", ".gitignore", SHUT_MARK, `folder/${SHUT_MARK}`] : [];
    for (const path of ["", ...below]) Deno.utimeSync(`${shut}/${path}`, 1e9, 1e9);
  }
}

/** Removes the folder of all layouts, even deep and unreadable ones. */
export async function removeLayouts(all: string): Promise<void> {
  await shell(all, "chmod -R u+rwx . 2>/dev/null || :").catch(() => {});
  await shell("/", `rm -rf '${all}'`);
}
