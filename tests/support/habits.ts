/**
 * What people type, as rows: a line of ours, the line of the real program, and the names that the program prints on
 * `HABITS_TREE`. Where ours prints others, it says which, and why.
 *
 * @module
 */
import type { Tree } from "./tree.ts";

/** A small project. Later entries are newer. */
export const HABITS_TREE: Tree = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".github/ci.yml": "",
  ".gitignore": "dist/\n",
  "README.md": "x".repeat(300),
  "dist/out.js": "",
  "lib/a.ts": "x".repeat(20),
  "lib/b.js": "x".repeat(100),
  "lib/types/t.ts": "",
  "node_modules/x/index.js": "",
  "package.json": "{}",
  "src/big.ts": "x".repeat(2000),
  "src/deep/er/z.ts": "",
  "src/m.ts": "x",
  "test/m.test.ts": "",
};

/** A row. The order of names counts where the program has one. */
export type HabitRow = readonly [
  typed: string,
  real: string,
  prints: string,
  differs?: { readonly ours: string; readonly why: string },
];

export const HABITS: readonly HabitRow[] = [
  ["ls", "ls", "README.md dist lib node_modules package.json src test"],
  ["ls lib", "ls lib", "a.ts b.js types"],
  ["ls lib/", "ls lib/", "a.ts b.js types"],
  ["ls -1", "ls -1", "README.md dist lib node_modules package.json src test"],
  [
    "ls -a",
    "ls -a",
    ". .. .git .github .gitignore README.md dist lib node_modules package.json src test",
    {
      ours: ".git .github .gitignore README.md dist lib node_modules package.json src test",
      why: "the folder and the one above are none of its entries",
    },
  ],
  [
    "ls -A",
    "ls -A",
    ".git .github .gitignore README.md dist lib node_modules package.json src test",
  ],
  [
    "ls -la",
    "ls -la",
    ". .. .git .github .gitignore README.md dist lib node_modules package.json src test",
    {
      ours: ".git .github .gitignore README.md dist lib node_modules package.json src test",
      why: "the folder and the one above are none of its entries",
    },
  ],
  ["ls -l", "ls -l", "README.md dist lib node_modules package.json src test"],
  ["ls -lh src", "ls -lh src", "big.ts deep m.ts"],
  ["ls -lt src", "ls -lt src", "m.ts deep big.ts"],
  ["ls -ltr src", "ls -ltr src", "big.ts deep m.ts"],
  ["ls -lS lib", "ls -lS lib", "types b.js a.ts", {
    ours: "b.js a.ts types",
    why: "a folder has no size",
  }],
  ["ls -lSr lib", "ls -lSr lib", "a.ts b.js types", {
    ours: "types a.ts b.js",
    why: "a folder has no size",
  }],
  ["ls -S -r lib", "ls -S -r lib", "a.ts b.js types", {
    ours: "types a.ts b.js",
    why: "a folder has no size",
  }],
  ["ls -t", "ls -t", "test src package.json node_modules lib dist README.md"],
  ["ls -r", "ls -r", "test src package.json node_modules lib dist README.md"],
  ["ls -R src", "ls -R src", "src: big.ts deep m.ts src/deep: er src/deep/er: z.ts"],
  ["ls -lR src", "ls -lR src", "src: big.ts deep m.ts src/deep: er src/deep/er: z.ts", {
    ours: "big.ts deep m.ts er z.ts",
    why: "in a pipe, whole paths tell the folder",
  }],
  ["ls -F", "ls -F", "README.md dist lib node_modules package.json src test"],
  ["ls -p src", "ls -p src", "big.ts deep m.ts"],
  ["ls --group-directories-first src", "ls --group-directories-first src", "deep big.ts m.ts"],
  ["ls -d lib src", "ls -d lib src", "lib src"],
  ["ls lib src", "ls lib src", "lib: a.ts b.js types src: big.ts deep m.ts"],
  ["ls src README.md", "ls src README.md", "README.md src: big.ts deep m.ts"],
  ["ls README.md", "ls README.md", "README.md"],
  ["ls --color=always lib", "ls --color=always lib", "a.ts b.js types"],
  ["ls --color lib", "ls --color lib", "a.ts b.js types"],
  [
    "ls --all",
    "ls --all",
    ". .. .git .github .gitignore README.md dist lib node_modules package.json src test",
    {
      ours: ".git .github .gitignore README.md dist lib node_modules package.json src test",
      why: "the folder and the one above are none of its entries",
    },
  ],
  ["ls --reverse --sort=size lib", "ls --reverse --sort=size lib", "a.ts b.js types", {
    ours: "types a.ts b.js",
    why: "a folder has no size",
  }],
  ["ls .github", "ls .github", "ci.yml"],
  ["-la lib", "ls -la lib", ". .. a.ts b.js types", {
    ours: "a.ts b.js types",
    why: "the folder and the one above are none of its entries",
  }],
  ["ls --sort size lib", "ls --sort=size lib", "types b.js a.ts", {
    ours: "b.js a.ts types",
    why: "a folder has no size",
  }],
  ["ls --sort time src", "ls --sort=time src", "m.ts deep big.ts"],
  ["-1 lib", "ls -1 lib", "a.ts b.js types"],
  ["-lt src", "ls -lt src", "m.ts deep big.ts"],
  [
    "tree",
    "tree",
    "README.md dist out.js lib a.ts b.js types t.ts node_modules x index.js package.json src big.ts deep er z.ts m.ts test m.test.ts",
  ],
  ["tree lib", "tree lib", "a.ts b.js types t.ts"],
  ["tree -L 1", "tree -L 1", "README.md dist lib node_modules package.json src test"],
  [
    "tree -L 2",
    "tree -L 2",
    "README.md dist out.js lib a.ts b.js types node_modules x package.json src big.ts deep m.ts test m.test.ts",
  ],
  [
    "tree -a -L 1",
    "tree -a -L 1",
    ".git .github .gitignore README.md dist lib node_modules package.json src test",
  ],
  ["tree -aL 2 src", "tree -aL 2 src", "big.ts deep er m.ts"],
  ["tree -d", "tree -d", "dist lib types node_modules x src deep er test"],
  ["tree -d -L 2 src", "tree -d -L 2 src", "deep er"],
  [
    "tree -I node_modules",
    "tree -I node_modules",
    "README.md dist out.js lib a.ts b.js types t.ts package.json src big.ts deep er z.ts m.ts test m.test.ts",
  ],
  [
    "tree -I 'node_modules|dist' -L 2",
    "tree -I 'node_modules|dist' -L 2",
    "README.md lib a.ts b.js types package.json src big.ts deep m.ts test m.test.ts",
  ],
  [
    "tree -I '*.js'",
    "tree -I '*.js'",
    "README.md dist lib a.ts types t.ts node_modules x package.json src big.ts deep er z.ts m.ts test m.test.ts",
  ],
  ["tree --noreport -F lib", "tree --noreport -F lib", "a.ts b.js types t.ts"],
  ["tree -C lib", "tree -C lib", "a.ts b.js types t.ts"],
  ["tree lib src", "tree lib src", "a.ts b.js types t.ts big.ts deep er z.ts m.ts", {
    ours: "lib: a.ts b.js types t.ts src: big.ts deep er z.ts m.ts",
    why: "each folder has a heading",
  }],
  ["tree .github", "tree .github", "ci.yml"],
  [
    "-L 2",
    "tree -L 2",
    "README.md dist out.js lib a.ts b.js types node_modules x package.json src big.ts deep m.ts test m.test.ts",
  ],
  [
    "-L 2 -I node_modules",
    "tree -L 2 -I node_modules",
    "README.md dist out.js lib a.ts b.js types package.json src big.ts deep m.ts test m.test.ts",
  ],
  ["-L 1", "tree -L 1", "README.md dist lib node_modules package.json src test"],
  [
    "-R",
    "tree",
    "README.md dist out.js lib a.ts b.js types t.ts node_modules x index.js package.json src big.ts deep er z.ts m.ts test m.test.ts",
  ],
  ["-R .github -a", "tree -a .github", "ci.yml"],
  ["-dL 1", "tree -dL 1", "dist lib node_modules src test"],
  [
    "-R --exclude test",
    "tree -I test",
    "README.md dist out.js lib a.ts b.js types t.ts node_modules x index.js package.json src big.ts deep er z.ts m.ts",
  ],
  [
    "-e ts",
    "fd -e ts",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  ["-e ts src", "fd -e ts . src", "src/big.ts src/deep/er/z.ts src/m.ts"],
  [
    "-e ts -e js",
    "fd -e ts -e js",
    "lib/a.ts lib/b.js lib/types/t.ts node_modules/x/index.js src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  [
    "--extension ts",
    "fd --extension ts",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  ["-HI -e js", "fd -HI -e js", "dist/out.js lib/b.js node_modules/x/index.js"],
  ["-I -e js", "fd -I -e js", "dist/out.js lib/b.js node_modules/x/index.js"],
  ["-u -e js", "fd -u -e js", "dist/out.js lib/b.js node_modules/x/index.js"],
  [
    "-e ts -E test",
    "fd -e ts -E test",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts",
  ],
  [
    "-g '*.ts'",
    "fd -g '*.ts'",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  ["-g '*.md' -i", "fd -g '*.md' -i", "README.md"],
  [
    "-g '*.TS' -i",
    "fd -g '*.TS' -i",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  [
    "-g '*' -t d",
    "fd -g '*' -t d",
    "lib lib/types node_modules node_modules/x src src/deep src/deep/er test",
    {
      ours: ".github lib lib/types node_modules node_modules/x src src/deep src/deep/er test",
      why: "hidden entries are found",
    },
  ],
  [
    "-g '*.ts' lib src",
    "fd -g '*.ts' lib src",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts",
  ],
  [
    "-t f",
    "fd -t f",
    "README.md lib/a.ts lib/b.js lib/types/t.ts node_modules/x/index.js package.json src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
    {
      ours:
        ".github/ci.yml .gitignore README.md lib/a.ts lib/b.js lib/types/t.ts node_modules/x/index.js package.json src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
      why: "hidden entries are found",
    },
  ],
  ["-t d", "fd -t d", "lib lib/types node_modules node_modules/x src src/deep src/deep/er test", {
    ours: ".github lib lib/types node_modules node_modules/x src src/deep src/deep/er test",
    why: "hidden entries are found",
  }],
  [
    "-t f -L 2",
    "fd -t f --max-depth 2",
    "README.md lib/a.ts lib/b.js package.json src/big.ts src/m.ts test/m.test.ts",
    {
      ours:
        ".github/ci.yml .gitignore README.md lib/a.ts lib/b.js package.json src/big.ts src/m.ts test/m.test.ts",
      why: "hidden entries are found",
    },
  ],
  ["-t d -d 1", "fd -t d -d 1", "lib node_modules src test", {
    ours: ".github lib node_modules src test",
    why: "hidden entries are found",
  }],
  ["-g '*.js' -d 2", "fd -g '*.js' -d 2", "lib/b.js"],
  ["-i readme", "fd -i readme", "README.md"],
  ["-i readme .", "fd -i readme .", "README.md"],
  ["-i -e MD readme .", "fd -i -e MD readme .", "README.md"],
  ["--changed-within 1d lib/types", "fd --changed-within 1d . lib/types", "lib/types/t.ts"],
  [
    "-e ts --color=never",
    "fd -e ts --color=never",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  [
    "-e ts --color never",
    "fd -e ts --color never",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  ["-e ts --max-depth 2", "fd -e ts --max-depth 2", "lib/a.ts src/big.ts src/m.ts test/m.test.ts"],
  [
    "-e ts -0",
    "fd -e ts -0",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  [
    "-e ts --changed-within 1d",
    "fd -e ts --changed-within 1d",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  ["find_path m.test", "fd m.test", "test/m.test.ts"],
  ["m.test test", "fd m.test test", "test/m.test.ts"],
  ["T lib src", "fd T lib src", ""],
  ["type lib src", "fd type lib src", "lib/types"],
  ["'*.TS' lib", "fd -g '*.TS' lib", ""],
  ["-e ts m src test", "fd -e ts m src test", "src/m.ts test/m.test.ts"],
  ["-e ts -d 2", "fd -e ts -d 2", "lib/a.ts src/big.ts src/m.ts test/m.test.ts"],
  ["-e ts -d1 src", "fd -e ts -d1 . src", "src/big.ts src/m.ts"],
  ["fd -t f 'm*t*'", "fd -t f -g 'm*t*'", "src/m.ts test/m.test.ts"],
  ["'m*' -e ts", "fd -g 'm*' -e ts", "src/m.ts test/m.test.ts"],
  ["-e ts -g '*.t*' test", "fd -e ts -g '*.t*' test", "test/m.test.ts"],
  ["fd -d 10 big", "fd -d 10 big", "src/big.ts"],
  ["--color=never ls lib", "ls --color=never lib", "a.ts b.js types"],
  ["--color ls lib", "ls --color=always lib", "a.ts b.js types"],
  [
    "--files",
    "rg --files",
    "README.md lib/a.ts lib/b.js lib/types/t.ts node_modules/x/index.js package.json src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
    {
      ours:
        ".github/ci.yml .gitignore README.md lib/a.ts lib/b.js lib/types/t.ts node_modules/x/index.js package.json src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
      why: "hidden entries are found",
    },
  ],
  ["--files src", "rg --files src", "src/big.ts src/deep/er/z.ts src/m.ts"],
  ["--files lib test", "rg --files lib test", "lib/a.ts lib/b.js lib/types/t.ts test/m.test.ts"],
  [
    "--files -g '*.ts'",
    "rg --files -g '*.ts'",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  [
    "--files -g '!*.ts'",
    "rg --files -g '!*.ts'",
    "README.md lib/b.js node_modules/x/index.js package.json",
    {
      ours: ".github/ci.yml .gitignore README.md lib/b.js node_modules/x/index.js package.json",
      why: "hidden entries are found",
    },
  ],
  ["--files -g '*.md' -g '*.json'", "rg --files -g '*.md' -g '*.json'", "README.md package.json"],
  ["--files --iglob '*.MD'", "rg --files --iglob '*.MD'", "README.md"],
  [
    "--files --hidden",
    "rg --files --hidden",
    ".git/HEAD .github/ci.yml .gitignore README.md lib/a.ts lib/b.js lib/types/t.ts node_modules/x/index.js package.json src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
    {
      ours:
        ".github/ci.yml .gitignore README.md lib/a.ts lib/b.js lib/types/t.ts node_modules/x/index.js package.json src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
      why: "what belongs to .git is left out without -I",
    },
  ],
  [
    "--files --no-ignore",
    "rg --files --no-ignore",
    "README.md dist/out.js lib/a.ts lib/b.js lib/types/t.ts node_modules/x/index.js package.json src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
    {
      ours:
        ".git/HEAD .github/ci.yml .gitignore README.md dist/out.js lib/a.ts lib/b.js lib/types/t.ts node_modules/x/index.js package.json src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
      why: "hidden entries are found, with -I those of .git",
    },
  ],
  [
    "--files -uu",
    "rg --files -uu",
    ".git/HEAD .github/ci.yml .gitignore README.md dist/out.js lib/a.ts lib/b.js lib/types/t.ts node_modules/x/index.js package.json src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  [
    "--files --color=always lib",
    "rg --files --color=always lib",
    "lib/a.ts lib/b.js lib/types/t.ts",
  ],
  ["--files -0 lib", "rg --files -0 lib", "lib/a.ts lib/b.js lib/types/t.ts"],
  [
    "--files --max-depth 2",
    "rg --files --max-depth 2",
    "README.md lib/a.ts lib/b.js package.json src/big.ts src/m.ts test/m.test.ts",
    {
      ours:
        ".github/ci.yml .gitignore README.md lib/a.ts lib/b.js package.json src/big.ts src/m.ts test/m.test.ts",
      why: "hidden entries are found",
    },
  ],
  ["-g '*.ts' --files lib", "rg -g '*.ts' --files lib", "lib/a.ts lib/types/t.ts"],
  [
    ". -name '*.ts'",
    "find . -name '*.ts'",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  ["src -name '*.ts'", "find src -name '*.ts'", "src/big.ts src/deep/er/z.ts src/m.ts"],
  [
    "lib src -name '*.ts'",
    "find lib src -name '*.ts'",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts",
  ],
  [". -iname '*.MD'", "find . -iname '*.MD'", "README.md"],
  [
    ". -name '*.ts' -type f",
    "find . -name '*.ts' -type f",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  ["src -type f", "find src -type f", "src/big.ts src/deep/er/z.ts src/m.ts"],
  ["src -type d", "find src -type d", "src src/deep src/deep/er", {
    ours: "src/deep src/deep/er",
    why: "the folder itself is none of its entries",
  }],
  [". -type f -name '*.json'", "find . -type f -name '*.json'", "package.json"],
  [". -maxdepth 1 -name '*.json'", "find . -maxdepth 1 -name '*.json'", "package.json"],
  [
    ". -maxdepth 2 -type f",
    "find . -maxdepth 2 -type f",
    ".git/HEAD .github/ci.yml .gitignore README.md dist/out.js lib/a.ts lib/b.js package.json src/big.ts src/m.ts test/m.test.ts",
    {
      ours:
        ".github/ci.yml .gitignore README.md lib/a.ts lib/b.js package.json src/big.ts src/m.ts test/m.test.ts",
      why: "what git ignores is left out without -I",
    },
  ],
  [
    ". -name '*.ts' -print",
    "find . -name '*.ts' -print",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  [
    ". -name '*.ts' -print0",
    "find . -name '*.ts' -print0",
    "lib/a.ts lib/types/t.ts src/big.ts src/deep/er/z.ts src/m.ts test/m.test.ts",
  ],
  ["lib -name '*.ts' -maxdepth 1", "find lib -name '*.ts' -maxdepth 1", "lib/a.ts"],
  ["src -maxdepth 2 -type d", "find src -maxdepth 2 -type d", "src src/deep src/deep/er", {
    ours: "src/deep src/deep/er",
    why: "the folder itself is none of its entries",
  }],
  ["lib -name 'a*' -print -quit", "find lib -name 'a*' -print -quit", "lib/a.ts"],
  [". -name 'types' -type d", "find . -name 'types' -type d", "lib/types"],
];

/** What means nothing here, and what the error says. */
export const REFUSED: readonly (readonly [typed: string, says: string])[] = [
  ["ls -i", 'unknown option "-i"'],
  ["tree -r", "ls alone reverses its order"],
  ["-t l", "-g '*' marks links with @"],
  ["fd ./src", "it is a path: ls ./src lists it, and fd . ./src all below"],
  ["fd m --limit 2000", "--limit must be an integer"],
  ["find . -iname", "-name needs a value"],
  ["ls -n", 'unknown option "-n" (--help'],
  ["ls --sort ext", "ls sorts by name, -t or -S"],
  ["tree -o out", "> FILE takes what is printed"],
  ["tree -f", "find_files prints whole paths"],
  [". -ls", "ls -l shows sizes"],
  ["tree -p", "no tool tells modes"],
  ["fd -F '[m]ain'", "--name-contains TEXT of find_files takes every character as it is"],
  ["fd -S +50k", 'takes no "+50k": Largest first; nothing filters by size'],
  ["fd -S -1M", 'takes no "-1M"'],
  ["fd '.*m.ts'", "no regular expression"],
  ["fd -g '*.j' -e ts", "-e needs a glob that ends in *"],
  ["rg ts", "rg needs --files"],
  ["help nope", "dirscope tools lists them"],
  ["tree --dirsfirst", "list_dir_entries puts folders first"],
  ["tree -P '*.ts'", "-g GLOB finds what matches"],
  ["tree --du", "ls -l shows sizes"],
  ["tree --filelimit 9", "overview counts what is too much"],
  ["tree --prune", "-g GLOB finds what matches"],
  ["-e ts -X wc", "-0 and xargs -0 run a command"],
  ["-e ts -x wc -l", 'unknown option "-x": -0 and xargs -0 run a command'],
  [". -type f -exec wc -l {} +", 'unknown option "-exec": -0 and xargs -0 run a command'],
  ["-e ts -l", "ls -l shows sizes and times"],
  ["-1 -e ts", 'unknown option "-1": --limit N prints the first N'],
  ["-n 3", "--limit N prints the first N"],
  ["--files --count", "the last line counts"],
  ["--files --type js", "the kind must be f or d"],
  ["-tjs", "-e EXT takes extensions"],
  ["-ejs", "-e EXT takes extensions"],
  ["-t f -t d", "two kinds are given"],
  ["--no-hidden", "--hide '.*' leaves hidden entries out"],
  ["--files none lib", 'unexpected argument "none": it is no folder'],
  ["none lib -type f", 'unexpected argument "none": it is no folder'],
  [". -name a* -name *b", "-name is given twice"],
  [". ! -name a*", "-g '!GLOB' leaves out what matches"],
  [". -regex a", "nothing a regular expression"],
  ["overview --max-depth 2", "overview has no --max-depth"],
  ["--files -l", "ls -l shows sizes and times"],
  ["tree -s", "ls -l shows sizes and times"],
  ["rg --files --max-filesize 1M", "and size the largest"],
  ["rg --files README.md", "it is a file: ls -d prints its path"],
  ["fd '^m'", "no regular expression"],
  [". -type f -maxdepth", "-maxdepth needs a value"],
  [". -mindepth 2", "-g '*/**' starts two levels down"],
  ["ls -X", "ls sorts by name, -t or -S"],
  ["-e ts --exec wc", "-0 and xargs -0 run a command"],
  ["-e ts --follow", "links are not followed; ls LINK/ lists what one leads to"],
  ["--full-path x", "--path-contains TEXT of find_files looks at whole paths"],
  ["--files --sortr modified", "--sort modified puts the newest first, and size the largest"],
  ["--type-list", "-e EXT takes extensions"],
  [". -name x -delete", "-0 and xargs -0 rm remove what is found"],
  [". -name x -exec rm", "-0 and xargs -0 run a command"],
  [". -mtime -3", "--modified-within 3d is what changed since"],
  [". -path './src/*'", "-g 'src/**' takes paths"],
  [". -size +1M", "and size the largest"],
];

/** Returns the words of a line of a row, as a shell does. */
export function wordsOf(line: string): string[] {
  return line.split(" ").filter((word) => word !== "").map((word) => word.replaceAll("'", ""));
}

/** Gives each entry a time of its own, later ones newer. */
export async function makeOld(root: string): Promise<void> {
  const paths = new Set(
    Object.keys(HABITS_TREE).flatMap((path) =>
      path.split("/").map((_, i, parts) => parts.slice(0, i + 1).join("/"))
    ),
  );
  for (const [i, path] of [...paths].entries()) {
    const time = new Date(Date.now() - (paths.size - i) * 60_000);
    await Deno.utime(`${root}/${path}`, time, time);
  }
}

/**
 * Returns the names that a program prints, without what shows the kind, the size, the time or the depth; of one whose
 * order is not known, sorted.
 */
export function namesOf(text: string, program: string): string {
  const names = text
    // deno-lint-ignore no-control-regex
    .replace(/\x1b\[[\d;]*m/g, "").replaceAll("\0", "\n").split("\n")
    .filter((line) => program !== "tree" || /^[│├└\s\u00a0]/.test(line))
    .map((line) =>
      line.replace(/^[│├└─\s\u00a0]+/, "").replace(/^([^\t]*\/)?([^\t]+)\t.*/, "$2")
        .replace(/^[d-][rwxt-]{9} .* /, "").replace(/^\.\//, "").replace(/[/@]$/, "")
    )
    .filter((line) => line !== "" && !/^total \d/.test(line));
  return (["fd", "rg", "find"].includes(program) ? names.toSorted() : names).join(" ");
}
