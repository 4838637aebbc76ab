/** Other spellings of flags: of `ls`, `tree`, `fd`, `rg` and `find`. */
/** The command whose flags a line has: `-t` of `ls` is an order, of `fd` a kind; `-I` of `tree` takes a pattern. */
export type Dialect = "ls" | "tree" | "search";

type Spellings = Readonly<Record<string, string>>;

/** Spellings everywhere. */
const SHARED: Spellings = {
  "-r": "-R",
  "--recursive": "-R",
  "-A": "-a",
  "-H": "-a",
  "--hidden": "-a",
  "--no-ignore": "-I",
  "--unrestricted": "-u",
  "-uu": "-u",
  "-uuu": "-u",
  "--long": "-l",
  "--max-depth": "-L",
  "-maxdepth": "-L",
  "--maxdepth": "-L",
  "--level": "-L",
  "--type": "-t",
  "-type": "-t",
  "--files": "-tf",
  "--glob": "-g",
  "-name": "-g",
  "--name": "-g",
  "--iglob": "-ig",
  "-iname": "-ig",
  "--ignore-case": "-i",
  "--extension": "-e",
  "--ext": "-e",
  "--exclude": "-E",
  "--changed-within": "--modified-within",
  "-print": "",
  "-print0": "-0",
  "--print0": "-0",
  "--colour": "--color",
  "-c": "--color",
};

/**
 * Spellings by dialect, except where they are a tool's own argument; an empty one has no effect here.
 */
export const SPELLINGS: Readonly<Record<Dialect, Spellings>> = {
  search: SHARED,
  ls: {
    ...SHARED,
    "--all": "-a",
    "--almost-all": "-a",
    "--human-readable": "-h",
    "--reverse": "-r",
    "--directory": "-d",
    "--classify": "",
    "--sort=time": "-t",
    "--sort=size": "-S",
    "--sort=name": "",
  },
  tree: {
    ...SHARED,
    "--ignore": "-I",
    "--noreport": "",
    "-C": "--color=always",
    "-n": "--color=never",
    "-J": "--json",
  },
};

/** What comes nearest to flags that mean nothing here. */
export const NEAREST: Readonly<Record<string, string>> = {
  "-D": "ls -l shows times",
  "-P": "-g GLOB finds what matches",
  "-T": "-g '!*.ext' leaves an extension out",
  "-X": "-0 and xargs -0 run a command",
  "-delete": "-0 and xargs -0 rm remove what is found",
  "-empty": "ls -l shows sizes",
  "-exec": "-0 and xargs -0 run a command",
  "-mmin": "--modified-within 90m is what changed since",
  "-mtime": "--modified-within 3d is what changed since",
  "-newer": "--modified-within 2h is what changed since",
  "-not": "-g '!GLOB' leaves out what matches",
  "-o": "-g '*.{a,b}' takes either",
  "-p": "--path-contains TEXT of find_files looks at whole paths",
  "-path": "-g 'src/**' takes paths",
  "-prune": "-E GLOB leaves out folders",
  "-s": "--case-sensitive tells upper from lower case",
  "-size": "--sort size puts the largest first",
  "--absolute-path": "a path that is given whole is printed whole",
  "--dirsfirst": "list_dir_entries puts folders first",
  "--du": "ls -l shows sizes",
  "--exec": "-0 and xargs -0 run a command",
  "--exec-batch": "-0 and xargs -0 run a command",
  "--filelimit": "overview counts what is too much",
  "--follow": "links are not followed; ls LINK/ lists what one leads to",
  "--full-path": "--path-contains TEXT of find_files looks at whole paths",
  "--group-directories-first": "list_dir_entries puts folders first",
  "--inode": "no tool tells inodes; stat_path tells kind, size and time",
  "--prune": "-g GLOB finds what matches",
  "--size": "--sort size puts the largest first",
  "--sortr": "--sort modified puts the newest first, and size the largest",
  "--type-add": "-e EXT takes extensions",
  "--type-list": "-e EXT takes extensions",
};
