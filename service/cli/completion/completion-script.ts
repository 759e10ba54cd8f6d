/** Scripts that complete the command in a shell. */
import type { CommandDescription, OptionDescription } from './command-table.ts';

/** Shells that there is a script for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script for a shell. The same commands give the same text. */
export function completionScript(shell: Shell, program: CommandDescription): string {
  return { bash, zsh, fish }[shell](program);
}

/** Commands that take options: those without commands of their own, with the words that call them. */
function callable(
  command: CommandDescription,
  words: readonly string[] = [],
): [readonly string[], CommandDescription][] {
  const own: [readonly string[], CommandDescription][] = words.length > 0 ? [[words, command]] : [];
  return [...own, ...command.commands.flatMap((each) => callable(each, [...words, each.name]))];
}

function bash(program: CommandDescription): string {
  const cases = callable(program).map(([words, { options, commands }]) => {
    const values = options.filter((option) => option.value !== null).map(bashValues);
    const names = [...options.flatMap(({ flags }) => flags), '--help', ...commands.map(({ name }) => name)].join(' ');
    return `    ${words.join('/')})
${values.length === 0 ? '' : `      case $previous in\n${values.join('\n')}\n      esac\n`}      ${commands.length > 0 ? '' : '[[ $current == -* ]] && '}COMPREPLY=($(compgen -W '${names}' -- "$current"))
      ;;`;
  });
  const nested = program.commands.filter(({ commands }) => commands.length > 0).map(({ name }) => name);
  return `# Completion of diffsvc for bash. Load it with: source <(diffsvc completion bash)
_diffsvc() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${program.commands.map(({ name }) => name).join(' ')} --help --version' -- "$current"))
    return
  fi
  case $command in
    ${nested.join('|')}) [ "$COMP_CWORD" -gt 2 ] && command=$command/\${COMP_WORDS[2]} ;;
  esac
  case $command in
${cases.join('\n')}
  esac
}
complete -o default -F _diffsvc diffsvc
`;
}

/** Without a reply, bash completes names of files. */
function bashValues({ flags, values }: OptionDescription): string {
  const reply = values.length === 0 ? '' : `COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current")); `;
  return `        ${flags.join('|')}) ${reply}return ;;`;
}

function zsh(program: CommandDescription): string {
  const cases = callable(program).map(([words, { options, commands }]) => {
    const list = commands.map(({ name, description }) => quoted(`${name}:${zshText(description)}`)).join(' ');
    const specs = options.flatMap(({ flags, value, values, description }) =>
      flags.map((flag) => {
        const action = values.length > 0 ? `(${values.join(' ')})` : value === 'directory' ? '_directories' : '_files';
        return quoted(`*${flag}[${zshText(description)}]${value === null ? '' : `:${value}:${action}`}`);
      }),
    );
    const what =
      commands.length > 0
        ? `commands=(${list})\n      _describe command commands`
        : `_arguments ${[...specs, quoted('*:file:_files')].join(' ')}`;
    return `    ${words.join('/')})\n      ${what}\n      ;;`;
  });
  const nested = program.commands.filter(({ commands }) => commands.length > 0).map(({ name }) => name);
  const all = program.commands.map(({ name, description }) => quoted(`${name}:${zshText(description)}`)).join(' ');
  return `#compdef diffsvc
# Completion of diffsvc for zsh. Write it into a folder of $fpath as _diffsvc, or load it with: source <(diffsvc completion zsh)
_diffsvc() {
  local -a commands
  local command=\${words[2]}
  if (( CURRENT == 2 )); then
    commands=(${all})
    _describe command commands
    return
  fi
  case $command in
    ${nested.join('|')}) (( CURRENT > 3 )) && command=$command/\${words[3]} ;;
  esac
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_diffsvc" ]; then _diffsvc "$@"; else compdef _diffsvc diffsvc; fi
`;
}

/** A description as zsh takes it: brackets and colons have a meaning there. */
function zshText(text: string): string {
  return text.replaceAll(/[\\[\]:]/gu, (character) => `\\${character}`);
}

function fish(program: CommandDescription): string {
  const lines = ['# Completion of diffsvc for fish. Load it with: diffsvc completion fish | source'];
  for (const { name, description } of program.commands)
    lines.push(`complete -c diffsvc -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`);
  for (const [words, { options, commands }] of callable(program)) {
    const condition = quoted(words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and '));
    for (const { name, description } of commands) {
      const others = commands.map((each) => each.name).join(' ');
      const open = quoted(`__fish_seen_subcommand_from ${words[0]!}; and not __fish_seen_subcommand_from ${others}`);
      lines.push(`complete -c diffsvc -n ${open} -f -a ${name} -d ${quoted(description)}`);
    }
    for (const { flags, value, values, description } of options) {
      const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
      const takes = value === null ? '' : values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -r';
      lines.push(`complete -c diffsvc -n ${condition} ${names.join(' ')}${takes} -d ${quoted(description)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A word in single quotes, as all three shells take it. A quote in it becomes a typographic one. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
