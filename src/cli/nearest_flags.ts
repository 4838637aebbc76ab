/** What comes nearest to flags of `ls`, `tree`, `fd`, `rg` and `find` that mean nothing here. */

/** The flags by the advice on them, as patterns with spaces between. */
const NEAREST = {
  "-R goes all levels down, and ls alone reverses its order": "-r --reverse",
  "-g GLOB finds what matches": "-P --prune",
  "-0 and xargs -0 run a command": "-x -exec(dir)? --exec --exec-batch",
  "-0 and xargs -0 run a command, and ls sorts by name, -t or -S": "-X",
  "-0 and xargs -0 rm remove what is found": "-delete",
  "ls -l shows sizes and times": "-D -empty --du",
  "--modified-within 3d is what changed since, as are 2h and 90m": "-mmin -mtime -newer(mt)?",
  "-g '!GLOB' leaves out what matches": "-T -not -prune",
  "-g '*.{a,b}' takes either": "-o",
  "--path-contains TEXT of find_files looks at whole paths": "-p --full-path",
  "-g 'src/**' takes paths": "-path",
  "-g takes a glob, and nothing a regular expression": "-i?regex --regex",
  "--case-sensitive tells upper from lower case": "-s",
  "paths below the working directory start there, others at the root": "--absolute-path",
  "-g '*/**' starts two levels down": "--?min-?depth --exact-depth",
  "--hide '.*' leaves hidden entries out": "--no-hidden",
  "--limit N prints the first N": "-n -1 -m --max-count",
  "the last line counts, and in a pipe wc -l": "--count",
  "list_dir_entries puts folders first": "--dirsfirst --group-directories-first",
  "overview counts what is too much": "--filelimit",
  "links are not followed; ls LINK/ lists what one leads to": "--follow",
  "no tool tells inodes; stat_path tells kind, size and time": "--inode",
  "--sort modified puts the newest first, and size the largest": "-size --size --sortr",
  "-e EXT takes extensions": "--type-add --type-list -[te]\\w+",
};

/** Returns the advice on a flag that other commands have. */
export function nearestOfOurs(flag: string): string | undefined {
  return Object.entries(NEAREST).find(([, flags]) =>
    new RegExp(`^(${flags.replaceAll(" ", "|")})$`).test(flag)
  )?.[0];
}
