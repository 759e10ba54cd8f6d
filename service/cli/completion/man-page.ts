/** The manual page, in the man macros of roff (groff_man(7)). */
import { DIFFSVC } from '../strings/program.ts';
import type { CommandDescription, OptionDescription } from './command-table.ts';

/** The page of the program. `version`: its version. */
export function manPage(program: CommandDescription, version: string): string {
  const lines = [
    `.TH DIFFSVC 1 "" "diffsvc ${version}" "User Commands"`,
    '.SH NAME',
    `diffsvc \\- ${roff(uncapitalized(program.description))}`,
    '.SH SYNOPSIS',
    ...program.commands.flatMap((command) => ['.PP', `\\fBdiffsvc ${roff(command.name)}\\fR ${usage(command)}`]),
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => section(command, 'diffsvc')),
    '.SH "EXIT STATUS"',
    ...DIFFSVC.exits.flatMap(([code, meaning]) => item(code, meaning)),
    '.SH ENVIRONMENT',
    ...DIFFSVC.environment.flatMap(([name, meaning]) => item(name, meaning)),
  ];
  return `${lines.join('\n')}\n`;
}

function section(command: CommandDescription, before: string): string[] {
  const call = `${before} ${command.name}`;
  if (command.commands.length > 0) return command.commands.flatMap((each) => section(each, call));
  return [
    `.SS "${roff(call)}"`,
    roff(sentence(command.description)),
    ...command.arguments.flatMap(({ name, description }) => item(name, description, 'I')),
    ...command.options.flatMap(option),
    ...(command.after === '' ? [] : ['.PP', ...command.after.split(/\n\s*\n/u).flatMap(paragraph)]),
  ];
}

function option({ flags, value, description }: OptionDescription): string[] {
  const names = flags.map((flag) => `\\fB${roff(flag)}\\fR`).join(', ');
  return ['.TP', `${names}${value === null ? '' : ` \\fI${roff(value)}\\fR`}`, roff(sentence(description))];
}

function item(name: string, description: string, face: 'B' | 'I' = 'B'): string[] {
  return ['.TP', `\\f${face}${roff(name)}\\fR`, roff(sentence(description))];
}

function paragraph(text: string, at: number): string[] {
  const lines = text.split('\n').flatMap((line, index) => [...(index === 0 ? [] : ['.br']), roff(line.trim())]);
  return at === 0 ? lines : ['.PP', ...lines];
}

function usage(command: CommandDescription): string {
  if (command.commands.length > 0) return command.commands.map(({ name }) => `\\fB${roff(name)}\\fR`).join(' | ');
  const words = command.arguments.map(({ name, required }) =>
    required ? `\\fI${roff(name)}\\fR` : `[\\fI${roff(name)}\\fR]`,
  );
  return ['[options]', ...words].join(' ');
}

/** A description as a sentence. */
function sentence(text: string): string {
  const start = `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
  return /[.!?:]$/u.test(start) ? start : `${start}.`;
}

function uncapitalized(text: string): string {
  return `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`.replace(/\.$/u, '');
}

/** A text without a meaning for roff: hyphens that can be copied, no command at the start of a line. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll('…', '\\[u2026]')
    .replaceAll('’', '\\(cq')
    .replace(/^(?=[.'])/u, '\\&');
}
