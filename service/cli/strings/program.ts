/** The texts of the program itself, and of commands that only print. Errors are where they are thrown. */

/** The program itself. */
export const DIFFSVC = {
  description: 'Compare two documents on your own machine.',
  /** What the manual page says after the commands. */
  exits: [
    ['0', 'Nothing differs, or the command did its work.'],
    ['1', 'Something differs.'],
    ['2', 'There was trouble. One line on standard error says which.'],
  ],
  environment: [
    ['NO_COLOR', 'No colours, unless --color always asks for them (no-color.org).'],
    ['FORCE_COLOR', 'Colours even if standard output is no terminal.'],
    ['DIFFSVC_DATA_DIR, DIFFSVC_HOST, DIFFSVC_PORT', 'As the options of serve with the same meaning.'],
  ],
} as const;

/** `diffsvc completion`. */
export const COMPLETION = {
  description: 'print a script that completes commands, options and their values in a shell',
  shell: 'one of bash, zsh, fish',
  after: `
bash: source <(diffsvc completion bash)
zsh:  diffsvc completion zsh > "\${fpath[1]}/_diffsvc"
fish: diffsvc completion fish > ~/.config/fish/completions/diffsvc.fish`,
} as const;

/** What the last check of a file with decisions says. */
export const LAST_CHECK = {
  exact: 'The file is exactly what was decided: words, paragraphs, pictures and links.',
  differs: 'The file is not exactly what was decided.',
  more: (count: number) => `There ${count === 1 ? 'is 1 more place' : `are ${count} more places`}.`,
} as const;
