import "../support/as_windows.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { DirscopeError } from "../../src/errors.ts";
import { Scope } from "../../src/scope/scope.ts";
import { TOOLSETS } from "../../src/toolsets.ts";
import { visibilityOf } from "../../src/tools/visibility_of.ts";
import { junctionTo, linkTo, WindowsDisk, type WindowsTree } from "../support/windows_disk.ts";

const TREE: WindowsTree = {
  "C:/proj/src/a.ts": "a",
  "C:/proj/src/Deep Folder|DEEPFO~1/b.ts": "b",
  "C:/proj/c": "",
  "C:/proj/NUL.txt": "",
  "C:/proj/in": linkTo("src"),
  "C:/proj/in-file": linkTo(".\\SRC\\A.TS"),
  "C:/proj/in-absolute": linkTo("C:\\PROJ\\Src"),
  "C:/proj/in-verbatim": linkTo("\\\\?\\C:\\proj\\src"),
  "C:/proj/in-rooted": linkTo("\\proj\\src"),
  "C:/proj/in-junction": junctionTo("C:\\proj\\src"),
  "C:/proj/up-and-back": linkTo("..\\proj\\src"),
  "C:/proj/loop": linkTo("loop"),
  "C:/proj/cycle": junctionTo("C:\\proj"),
  "C:/proj/broken": linkTo("src\\none"),
  "C:/proj/out": linkTo("..\\outside-mark"),
  "C:/proj/out-file": linkTo("C:\\outside-mark\\secret-mark.txt"),
  "C:/proj/out-junction": junctionTo("C:\\outside-mark"),
  "C:/proj/out-drive": junctionTo("D:\\"),
  "C:/proj/out-share": linkTo("\\\\server\\share"),
  "C:/proj/out-device": linkTo("\\\\.\\pipe\\x"),
  "C:/proj/out-volume": junctionTo("\\\\?\\Volume{1}\\"),
  "C:/proj/out-through-in": linkTo("in-junction\\..\\..\\outside-mark"),
  "C:/proj2/secret-mark.txt": "",
  "C:/outside-mark/secret-mark.txt": "",
  "C:/outside-mark/back": junctionTo("C:\\proj"),
  "D:/secret-mark/x": "",
  "//server/share/secret-mark": "",
};

/** The path that the scope resolves a path to, or the code of its error. */
function entered(path: string, roots?: readonly string[], cwd = "C:\\proj"): string {
  try {
    const { open, real } = new Scope({ cwd, roots: roots ?? ["C:\\proj"] }).enter(path);
    assertEquals(open, real);
    return real;
  } catch (error) {
    assert(error instanceof DirscopeError, String(error));
    return error.code;
  }
}

Deno.test("every way to write a path of Windows leads to the spelling that the disk stores", () => {
  using _disk = new WindowsDisk(TREE);
  const spellings = [
    ..."src\\a.ts src/a.ts SRC\\A.ts C:\\proj\\src\\a.ts c:/PROJ/src/a.ts /c/proj/src/a.ts".split(
      " ",
    ),
    ..."C:src\\a.ts \\proj\\src\\a.ts \\\\?\\C:\\proj\\src\\a.ts ..\\proj\\.\\src\\\\a.ts".split(
      " ",
    ),
    ..."in\\a.ts in-file in-absolute/a.ts in-verbatim/a.ts in-rooted/a.ts in-junction/A.TS".split(
      " ",
    ),
    ...["up-and-back/a.ts", "cycle/cycle/src/a.ts"],
  ];
  for (const path of spellings) assertEquals([path, entered(path)], [path, "C:/proj/src/a.ts"]);
  const roots = ["c:\\PROJ", "C:/proj/", "/c/proj", "\\\\?\\C:\\proj", ".", "C:.", "\\proj"];
  for (const root of roots) assertEquals([root, entered("src", [root])], [root, "C:/proj/src"]);
});

Deno.test("what Windows reads otherwise than it is written is refused, and nothing is touched", () => {
  using disk = new WindowsDisk(TREE);
  const scope = new Scope({ cwd: "C:\\proj", roots: ["C:\\proj"] });
  scope.enter(".");
  disk.touched.length = 0;
  for (
    const path of [
      ..."NUL nul.txt CON CONIN$ COM1 COM¹.a LPT9 a.ts:x a.ts::$DATA src. src... \\\\.\\C:\\proj"
        .split(" "),
      ..."\\\\?\\GLOBALROOT\\x \\\\?\\Volume{1}\\ \\\\.\\pipe\\x \\\\server\\share \\\\server D:\\ D:x C:\\ C:\\proj2"
        .split(" "),
      "src ",
      "NUL .txt",
    ]
  ) {
    const { code } = assertThrows(() => scope.enter(path), DirscopeError);
    assert(["outside_scope", "not_found"].includes(code), `${path}: ${code}`);
    assertEquals([path, disk.touched], [path, []]);
  }
});

Deno.test("links and junctions that lead out are outside, and nothing there is touched", () => {
  using disk = new WindowsDisk(TREE);
  const names = Object.keys(TREE).map((path) => /^C:\/proj\/(out[^/]*)$/.exec(path)?.[1]);
  for (const name of names.filter((each) => each !== undefined)) {
    assertEquals([name, entered(name)], [name, "outside_scope"]);
    assertEquals([name, entered(`${name}\\secret-mark.txt`)], [name, "outside_scope"]);
  }
  assertEquals(disk.reached.filter((place) => !/^C:\\proj(\\|$)/.test(place)), []);
});

Deno.test("a short name of DOS is refused, and links that loop or lead nowhere are told apart", () => {
  using _disk = new WindowsDisk(TREE);
  assertEquals(entered("src\\DEEPFO~1\\b.ts"), "not_found");
  assertEquals(entered("src\\deep folder\\b.ts"), "C:/proj/src/Deep Folder/b.ts");
  assertEquals([entered("loop"), entered("broken")], ["link_loop", "not_found"]);
});

Deno.test("what the host hides is hidden in every spelling, and behind links and junctions", async () => {
  using _disk = new WindowsDisk(TREE, "C:\\proj");
  const context = { cwd: "C:\\proj", roots: ["C:\\proj"], policy: { hide: ["/src"] } };
  const scope = new Scope({ ...context, visibility: await visibilityOf(context) });
  for (
    const path of "src SRC\\a.ts in in-junction in-absolute\\A.TS /c/proj/sRc cycle\\SRC".split(" ")
  ) {
    const { code } = assertThrows(() => scope.enter(path), DirscopeError);
    assertEquals([path, code], [path, "not_found"]);
  }
  assertEquals(scope.enter("C").real, "C:/proj/c");
});

Deno.test("a folder of many links is not read again for the name of each", async () => {
  const tree: Record<string, WindowsTree[string]> = { "C:/proj/f.txt": "" };
  for (let i = 0; i < 100; i++) {
    tree[`C:/proj/link-${i}`] = linkTo(`HOP-${i}`);
    tree[`C:/proj/hop-${i}`] = linkTo("f.txt");
  }
  using _disk = new WindowsDisk(tree, "C:\\proj");
  const { readDirSync } = Deno;
  let reads = 0;
  Deno.readDirSync = (path) => {
    reads++;
    return readDirSync(path);
  };
  const args = { follow_file_symlinks: true, show_data: true };
  const text = await TOOLSETS.tree.list_dir.execute(args, { cwd: "C:\\proj", roots: ["."] });
  assertEquals(text.match(/^link-\d+ .*file/gm)?.length, 100, text);
  assert(reads < 10, String(reads));
});

Deno.test("without roots, no link and no path leads to another machine", () => {
  using disk = new WindowsDisk(TREE, "C:\\proj");
  for (const path of ["out-share", "\\\\server\\share", "\\\\?\\UNC\\server\\share"]) {
    const { code } = assertThrows(() => new Scope().enter(path), DirscopeError);
    assertEquals([path, code], [path, "outside_scope"]);
  }
  assertEquals(disk.reached.filter((place) => place.startsWith("\\\\")), []);
});

const DRIVES: readonly string[] = [
  ..."C: c:\\ D:\\ /c/ \\\\?\\C:\\ //./C:/ \\\\server\\share\\ \\??\\C:\\ \\".split(" "),
  ...["", ""],
];
const NAMES: readonly string[] = [
  ..."proj PROJ proj2 src Src a.ts A.TS in in-junction in-absolute in-verbatim up-and-back cycle"
    .split(" "),
  ..."out OUT-junction out-drive out-share out-through-in out-device loop outside-mark back".split(
    " ",
  ),
  ..."secret-mark.txt DEEPFO~1 NUL con.txt a.ts:x a.ts::$DATA src. .. .. .. . ... GLOBALROOT é c d: \uD800"
    .split(" "),
  ...["Deep Folder", "COM1 ", "src ", ""],
];

Deno.test("of 20,000 random spellings, none leads outside, none throws, and each leads where Windows says", () => {
  using disk = new WindowsDisk(TREE, "C:\\proj");
  const spelling = fc.tuple(
    fc.constantFrom(...DRIVES),
    fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom("\\", "/", "\\\\")), {
      maxLength: 6,
    }),
  ).map(([drive, parts]) => drive + parts.flat().join(""));
  let entries = 0;
  fc.assert(
    fc.property(spelling, (path) => {
      disk.reached.length = 0;
      const real = entered(path);
      assertEquals(disk.reached.filter((place) => !/^C:\\proj(\\|$)/.test(place)), []);
      if (/^[a-z_]+$/.test(real)) return;
      entries++;
      assert(/^C:\/proj(\/|$)/.test(real), real);
      // A path that goes up behind a link goes by its text; so does Windows.
      const asShells = path.replace(/^\/c(?:\/+|$)/, "C:\\");
      assertEquals(disk.leadsTo(asShells)?.replaceAll("\\", "/"), real, path);
    }),
    { numRuns: 20_000 },
  );
  assert(entries > 1000, String(entries));
});
