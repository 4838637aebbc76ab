/** `dirscope completions`: a script by which a shell completes names of tools and flags. */
import { lineSafe } from "../text/line_safe.ts";
import { commonFlagsOf } from "./common_flags.ts";
import { argumentFlags } from "./command_line.ts";
import { allTools } from "./find_tool.ts";
import { commandHelp, type Flags, parseCommand } from "./flags.ts";
import { lettersOf } from "./letters.ts";
import { type Terminal, UsageError } from "./terminal.ts";
import { COMMAND_ROWS, USAGES } from "./usages.ts";
import { VIEWS } from "./views.ts";
import { firstSentence } from "./wrap.ts";

/** A name that a line may begin with, and the flags that it has. */
interface Named {
  readonly name: string;
  readonly about: string;
  readonly flags: Flags;
}

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
  return await print(SCRIPTS[shell]!(await namedOnes()));
}

async function namedOnes(): Promise<Named[]> {
  const tools = (await allTools(undefined)).map(({ tool }) => ({
    name: tool.DEFINITION.function.name,
    about: firstSentence(tool.DEFINITION.function.description),
    flags: { ...argumentFlags(tool), ...lettersOf(tool), ...commonFlagsOf(tool) },
  }));
  const commands = COMMAND_ROWS.map(([name, about]) => {
    const { flags }: { readonly flags: Flags } =
      { ...VIEWS, ...USAGES }[name as keyof typeof VIEWS];
    return { name, about, flags: { ...flags, help: { help: "Show the usage.", letter: "h" } } };
  });
  // A view stands before a tool of its name, and the first tool of a name before others.
  const all = [...commands, ...tools];
  return all.filter(({ name }, i) => all.findIndex((each) => each.name === name) === i);
}

const typed = (name: string): string => name.length === 1 ? `-${name}` : `--${name}`;

/** Without completions of its own, a shell falls back to file names. */
const SCRIPTS: Readonly<Record<string, (names: readonly Named[]) => string>> = {
  bash: (names) =>
    `# Completions of dirscope for bash.
_dirscope() {
  local words=${quoted(names.map(({ name }) => name).join(" "))}
  if (( COMP_CWORD > 1 )); then
    case "\${COMP_WORDS[1]}" in
${
      names.map(({ name, flags }) =>
        `      ${name}) words=${quoted(Object.keys(flags).map(typed).join(" "))} ;;`
      ).join("\n")
    }
      *) words= ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _dirscope dirscope
`,
  zsh: (names) =>
    `#compdef dirscope\nautoload -U +X bashcompinit && bashcompinit\n${SCRIPTS.bash!(names)}`,
  fish: (names) =>
    `# Completions of dirscope for fish.
${
      names.flatMap(({ name, about, flags }) => [
        `complete -c dirscope -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
        ...Object.entries(flags).map(([flag, { help, value }]) => {
          const form = flag.length === 1 ? "-s" : "-l";
          const about = quoted(firstSentence(help));
          const needs = value === undefined ? "" : " -r";
          return `complete -c dirscope -n '__fish_seen_subcommand_from ${name}' ${form} ${flag}${needs} -d ${about}`;
        }),
      ]).join("\n")
    }
`,
};

/** Quotes a text for the three shells: a quote in it becomes a typographic one. */
const quoted = (text: string): string => `'${text.replaceAll("'", "’").replaceAll("\\", "")}'`;
