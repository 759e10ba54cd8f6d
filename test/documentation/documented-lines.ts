/** A line of a page that a reader types. */
export interface DocumentedLine {
  /** Number of the line in its page, from 1. */
  readonly at: number;
  /** Without its comment; continued lines are one. */
  readonly command: string;
}

const COMMENT = /\s+#\s.*$/u;
const CELL = /\| `((?:diffsvc|npm) [^`]+)`/u;

/** The lines of a Markdown page that a reader types: those of its blocks of `sh`, and commands in cells of its tables. */
export function documentedLines(page: string): readonly DocumentedLine[] {
  const lines: DocumentedLine[] = [];
  let isShell = false;
  let begun: DocumentedLine | null = null;
  for (const [index, text] of page.split('\n').entries()) {
    if (text.startsWith('```')) isShell = text === '```sh';
    else if (isShell && text.trim() !== '') {
      const command = text.replace(COMMENT, '').trim();
      const line: DocumentedLine = begun === null ? { at: index + 1, command } : joined(begun, command);
      begun = command.endsWith('\\') ? line : null;
      if (begun === null) lines.push(line);
    } else {
      const [, command] = CELL.exec(text) ?? [];
      if (command !== undefined) lines.push({ at: index + 1, command });
    }
  }
  return lines;
}

function joined({ at, command }: DocumentedLine, more: string): DocumentedLine {
  return { at, command: `${command.slice(0, -1)} ${more}` };
}
