/** `dirscope completions`: scripts by which a shell completes a command line, and the completions. */
import { lineSafe } from "../text/line_safe.ts";
import { completionsOf } from "./word_completions.ts";
import { commandHelp, parseFlags } from "./flags.ts";
import { type Terminal, UsageError } from "./terminal.ts";
import { USAGES } from "./usages.ts";

export async function runCompletions(
  words: readonly string[],
  { print }: Terminal,
): Promise<number> {
  if (words[0] === "complete") {
    const completions = await completionsOf(words.slice(1));
    const lines = completions.map(({ word, help }) => `${word}\t${help}\n`);
    return await print(lines.join(""));
  }
  const { help, _: [shell] } = parseFlags(words, USAGES.completions);
  if (help) return await print(commandHelp(USAGES.completions));
  if (shell === undefined || !Object.hasOwn(SCRIPTS, shell)) {
    const problem = shell === undefined ? "" : `, not "${lineSafe(String(shell))}"`;
    throw new UsageError(`completions needs bash, zsh or fish${problem}`);
  }
  return await print(SCRIPTS[shell]!);
}

/** The script of each shell. Without completions it falls back to file names. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# Completions of dirscope for bash.
_dirscope() {
  local IFS=$'\\n'
  COMPREPLY=($(dirscope completions complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null | cut -f 1))
}
complete -o bashdefault -o default -F _dirscope dirscope
`,
  zsh: `#compdef dirscope
# Completions of dirscope for zsh.
_dirscope() {
  local line
  local -a found
  for line in "\${(@f)$(dirscope completions complete "\${(@)words[2,CURRENT]}" 2> /dev/null)}"; do
    [[ -n $line ]] && found+=("\${line/$'\\t'/:}")
  done
  if (( $#found )); then _describe dirscope found; else _files; fi
}
# Loaded from $fpath, it is called for the completion that it was loaded for.
if [[ $funcstack[1] == _dirscope ]]; then _dirscope; else compdef _dirscope dirscope; fi
`,
  fish: `# Completions of dirscope for fish.
function __dirscope_complete
  set -l words (commandline --tokenize --cut-at-cursor --current-process) (commandline --current-token --cut-at-cursor)
  set -l found (dirscope completions complete $words[2..] 2> /dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline --current-token --cut-at-cursor)
  end
end
complete --command dirscope --no-files --arguments '(__dirscope_complete)'
`,
};
