import "../support/as_windows.ts";
import { assert, assertEquals } from "@std/assert";
import { farthestFrom, outputsOf, type Subject, SUBJECTS } from "../support/every_tool.ts";
import {
  junctionTo,
  type LinkLiteral,
  linkTo,
  WindowsDisk,
  type WindowsTree,
} from "../support/windows_disk.ts";

/** Targets of links, by their place relative to a scope of `C:\\proj`. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  "a folder inside": [
    "..\\target-dir",
    "../TARGET-dir/",
    ".\\..\\target-dir\\.",
    "\\proj\\target-dir",
    "C:\\proj\\target-dir",
    "c:/PROJ/Target-Dir",
    "\\\\?\\C:\\proj\\target-dir",
    "\\??\\C:\\proj\\target-dir",
    "..\\..\\proj\\target-dir",
    // Through another link, and up from where a junction leads.
    "..\\way",
    "..\\way\\deep\\..",
    "..\\junction-out-and-back\\target-dir",
  ],
  "a file inside": [
    "..\\target-file.txt",
    "C:\\PROJ\\target-FILE.txt",
    "..\\way\\..\\target-file.txt",
  ],
  "outside": [
    "..\\..\\outside",
    "C:\\outside",
    "\\outside\\file.txt",
    "C:\\proj2",
    "D:\\",
    "\\\\?\\D:\\dir",
    "\\\\server\\share",
    "\\\\?\\UNC\\server\\share",
    "..\\way\\..\\..\\outside",
    "..\\target-dir\\junction-out",
  ],
  "a device": ["\\\\.\\pipe\\x", "\\\\?\\Volume{1}\\", "NUL", "..\\target-file.txt:stream"],
  "nothing": ["none", "..\\target-dir\\none\\x", "l-ink", "..\\here\\l-ink\\x"],
};

const OUTSIDE: WindowsTree = {
  "C:/outside/file.txt": "",
  "C:/outside/secret-mark.txt": "",
  "C:/proj2/secret-mark.txt": "",
  "D:/dir/secret-mark": "",
  "//server/share/secret-mark": "",
};

function treeWith(link: LinkLiteral): WindowsTree {
  return {
    "C:/proj/here/l-ink": link,
    "C:/proj/here/z.txt": "",
    "C:/proj/target-dir/deep/x.ts": "",
    "C:/proj/target-dir/inner-mark.txt": "",
    "C:/proj/target-dir/junction-out": junctionTo("C:\\outside"),
    "C:/proj/target-file.txt": "",
    "C:/proj/way": junctionTo("C:\\proj\\target-dir"),
    "C:/proj/junction-out-and-back": linkTo("..\\proj"),
  };
}

const CONTEXT = { cwd: "C:\\proj", roots: ["C:\\proj"] };

/** These describe a link itself. */
const FOLLOWING = SUBJECTS.filter(({ name }) => !["stat_path", "explain_path"].includes(name));

/** The outputs of tools at a path, with the link and its target under one name. */
async function outputsAt(path: string, subjects: readonly Subject[] = SUBJECTS): Promise<string[]> {
  const output: string[] = [];
  for (const subject of subjects) {
    const outputs = await outputsOf(subject, farthestFrom(subject, path, CONTEXT), CONTEXT);
    const text = JSON.stringify(outputs).replace(/"time_ms":\d+/g, "");
    output.push(`${subject.id} ${text.replace(/here\/l-ink|target-(?:dir|file\.txt)/g, "X")}`);
  }
  return output;
}

/** The same outputs on a disk with files outside, of which none shows and none is accessed. */
async function outputsBesideOutside(
  tree: WindowsTree,
  paths: readonly string[],
): Promise<string[]> {
  using disk = new WindowsDisk({ ...tree, ...OUTSIDE }, "C:\\proj");
  const output = await outputsAtAll(paths);
  assertEquals(disk.reached.filter((place) => !isInside(place)), []);
  for (const each of output) assert(!each.includes("secret-mark"), each);
  return output;
}

async function outputsAtAll(paths: readonly string[]): Promise<string[]> {
  const output: string[] = [];
  for (const path of paths) output.push(...await outputsAt(path));
  return output;
}

function isInside(place: string): boolean {
  return /^C:\\proj(?:\\|$)/.test(place);
}

/** The target of the link by Windows' own rules, which the disk in memory implements. */
function endOf(tree: WindowsTree): string | undefined {
  using disk = new WindowsDisk({ ...tree, ...OUTSIDE }, "C:\\proj");
  return disk.leadsTo("C:\\proj\\here\\l-ink");
}

/** The links of a table's row: one that stores an absolute path may be a junction, too. */
function linksTo(target: string): LinkLiteral[] {
  const isAbsolute = /^(?:[a-z]:|\\\\|\\\?\?)/i.test(target);
  return [linkTo(target), ...isAbsolute ? [junctionTo(target)] : []];
}

for (const [what, targets] of Object.entries(TARGETS)) {
  for (const target of targets) {
    for (const link of linksTo(target)) {
      const kind = link.isJunction ? "junction" : "link";
      const tree = treeWith(link);
      Deno.test(`at a ${kind} to ${what}, every tool: ${target}`, async () => {
        if (what.endsWith("inside")) {
          // Every tool has the same output at the target.
          const place = endOf(tree)!;
          assert(isInside(place), place);
          using _disk = new WindowsDisk(tree, "C:\\proj");
          const direct = place.slice("C:\\proj\\".length).replaceAll("\\", "/");
          assertEquals(
            await outputsAt("here/l-ink", FOLLOWING),
            await outputsAt(direct, FOLLOWING),
          );
          return;
        }
        if (what !== "a device") assert(!isInside(endOf(tree) ?? ""));
        // What exists outside makes no difference.
        const paths = ["here/l-ink", "here/l-ink/x"];
        const beside = await outputsBesideOutside(tree, paths);
        using _disk = new WindowsDisk(tree, "C:\\proj");
        assertEquals(await outputsAtAll(paths), beside);
      });
    }
  }
}

Deno.test("walks over links and junctions of every kind show what lies inside, and nothing else", async () => {
  const tree: Record<string, WindowsTree[string]> = { ...treeWith(linkTo("z.txt")) };
  for (const [i, link] of Object.values(TARGETS).flat().flatMap(linksTo).entries()) {
    tree[`C:/proj/all/${i}`] = link;
    // Each folder is entered once, so each has a link of its own, which `ls` need not follow.
    const own = link.link.replace(/target-dir|way$/i, `x-${i}`);
    if (own === link.link) continue;
    tree[`C:/proj/x-${i}/mark-${i}`] = "";
    tree[`C:/proj/each/${i}`] = { ...link, link: own };
  }
  const beside = await outputsBesideOutside(tree, ["."]);
  using disk = new WindowsDisk(tree, "C:\\proj");
  assertEquals(await outputsAt("."), beside);
  let count = 0;
  for (const path of Object.keys(tree)) {
    const i = /^C:\/proj\/each\/(\d+)$/.exec(path)?.[1];
    if (i === undefined || disk.leadsTo(path) !== `C:\\proj\\x-${i}`) continue;
    count++;
    const output = beside.find((each) => each.startsWith("files.ls"))!;
    assert(output.includes(`x-${i}/mark-${i}`), path);
    assert(!output.includes(`each/${i}/mark-${i}`), path);
  }
  assert(count > 10, String(count));
});

Deno.test("in a path that a call names, `..` after a junction or a link goes by its text, as on Windows", async () => {
  const tree = { ...treeWith(junctionTo("C:\\outside")), ...OUTSIDE };
  using disk = new WindowsDisk(tree, "C:\\proj");
  for (const path of ["here\\l-ink\\..", "way\\..\\here", "here/l-ink/../../here/."]) {
    assertEquals(disk.leadsTo(`C:\\proj\\${path}`), "C:\\proj\\here");
    const lists = SUBJECTS.filter(({ id }) => id === "tree.list_dir" || id === "files.ls");
    assertEquals(await outputsAt(path, lists), await outputsAt("here", lists));
  }
});
