/** `dirscope completions`: a script by which a shell completes names of tools and flags. */
import { lineSafe } from "../text/line_safe.ts";
import { argumentFlags } from "./command_line.ts";
import { commonFlagsOf } from "./common_flags.ts";
import { allTools } from "./find_tool.ts";
import { commandHelp, type Flags, parseCommand } from "./flags.ts";
import { lettersOf } from "./letters.ts";
import { type Terminal, UsageError } from "./terminal.ts";
import { USAGES } from "./usages.ts";
import { VIEWS } from "./views.ts";

export async function runCompletions(
  words: readonly string[],
  { print }: Terminal,
): Promise<number> {
  const { help, _: [shell] } = parseCommand(words, USAGES.completions);
  if (help) return await print(commandHelp(USAGES.completions));
  if (shell === undefined || !Object.hasOwn(SCRIPTS, shell)) {
    const problem = shell === undefined ? "" : `, not "${lineSafe(shell)}"`;
    throw new UsageError(`completions needs bash, zsh or fish${problem}`);
  }
  return await print(SCRIPTS[shell]!(await flagsByName()));
}

/** Returns the flags of each name that a line may begin with, separated by spaces. */
async function flagsByName(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const add = (name: string, flags: Flags): void => {
    const typed = Object.keys(flags).map((flag) => flag.length === 1 ? `-${flag}` : `--${flag}`);
    // A view stands before a tool of its name, and the first tool of a name before others.
    if (!found.has(name)) found.set(name, [...new Set([...typed, "--help"])].join(" "));
  };
  for (const [name, { flags }] of Object.entries({ ...VIEWS, ...USAGES })) add(name, flags);
  for (const { tool } of await allTools(undefined)) {
    const flags = { ...argumentFlags(tool), ...lettersOf(tool), ...commonFlagsOf(tool) };
    add(tool.DEFINITION.function.name, flags);
  }
  return found;
}

/** Without completions of its own, a shell falls back to file names. */
const SCRIPTS: Readonly<Record<string, (flags: ReadonlyMap<string, string>) => string>> = {
  bash: (flags) =>
    `# Completions of dirscope for bash.
_dirscope() {
  local words="${[...flags.keys()].join(" ")}"
  if (( COMP_CWORD > 1 )); then
    case "\${COMP_WORDS[1]}" in
${[...flags].map(([name, words]) => `      ${name}) words="${words}" ;;`).join("\n")}
      *) words= ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _dirscope dirscope
`,
  zsh: (flags) =>
    `#compdef dirscope\nautoload -U +X bashcompinit && bashcompinit\n${SCRIPTS.bash!(flags)}`,
  fish: (flags) =>
    `# Completions of dirscope for fish.
complete -c dirscope -n __fish_use_subcommand -a "${[...flags.keys()].join(" ")}"
${
      [...flags].map(([name, words]) =>
        `complete -c dirscope -n "__fish_seen_subcommand_from ${name}" -a "${words}"`
      ).join("\n")
    }
`,
};
