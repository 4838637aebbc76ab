/** What comes nearest to flags of `ls`, `tree`, `fd`, `rg` and `find` that mean nothing here. */

/** The flags by the advice on them, with spaces between. */
const NEAREST = {
  "-R goes all levels down, and ls alone reverses its order": "-r --reverse",
  "ls -l shows times": "-D",
  "-g GLOB finds what matches": "-P --prune",
  "-g '!*.ext' leaves an extension out": "-T",
  "-0 and xargs -0 run a command": "-X -exec --exec --exec-batch",
  "-0 and xargs -0 rm remove what is found": "-delete",
  "ls -l shows sizes": "-empty --du",
  "--modified-within 90m is what changed since": "-mmin",
  "--modified-within 3d is what changed since": "-mtime",
  "--modified-within 2h is what changed since": "-newer -newermt",
  "-g '!GLOB' leaves out what matches": "-not",
  "-g '*.{a,b}' takes either": "-o",
  "--path-contains TEXT of find_files looks at whole paths": "-p --full-path",
  "-g 'src/**' takes paths": "-path",
  "-E GLOB leaves out folders": "-prune",
  "--case-sensitive tells upper from lower case": "-s",
  "--sort size puts the largest first": "-size --size",
  "a path that is given whole is printed whole": "--absolute-path",
  "list_dir_entries puts folders first": "--dirsfirst --group-directories-first",
  "overview counts what is too much": "--filelimit",
  "links are not followed; ls LINK/ lists what one leads to": "--follow",
  "no tool tells inodes; stat_path tells kind, size and time": "--inode",
  "--sort modified puts the newest first, and size the largest": "--sortr",
  "-e EXT takes extensions": "--type-add --type-list",
};

/** Returns the advice on a flag that other commands have. */
export function nearestOfOurs(flag: string): string | undefined {
  return Object.entries(NEAREST).find(([, flags]) => flags.split(" ").includes(flag))?.[0];
}
