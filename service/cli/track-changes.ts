import { extname } from 'node:path';
import type { Command } from 'commander';
import type { Redline } from '../comparison/track-changes.ts';
import { CommandError, EXIT } from './command-error.ts';
import type { ExitCode } from './command-error.ts';
import { readBytes } from './read-input.ts';
import { withProgress } from './terminal.ts';
import type { Terminal } from './terminal.ts';
import { writeAll, writeOutput } from './write-output.ts';

/** What `compare` was asked for, as far as it concerns documents. */
export interface TrackOptions {
  readonly outputs: readonly string[];
  readonly author: string | undefined;
  readonly date: string | undefined;
  readonly json: boolean;
}

/** Whether a command line compares DOCX files: by a name of an input, or by the format. */
export function isDocx(original: string, revised: string, format: string | undefined): boolean {
  if (format !== undefined) return format === 'docx';
  return [original, revised].some((name) => extname(name).toLowerCase() === '.docx');
}

/** `compare` of two DOCX files: writes tracked-revision files, and says what is in them. */
export async function compareDocx(
  original: string,
  revised: string,
  options: TrackOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const other = options.outputs.find((path) => extname(path).toLowerCase() !== '.docx');
  if (other !== undefined) throw new CommandError(`cannot write ${other} of two DOCX files: its ending must be .docx`);
  const at = parseDate(options.date);
  const inputs = [await readBytes(original, terminal.stdin), await readBytes(revised, terminal.stdin)] as const;
  const { trackChanges, DEFAULT_AUTHOR } = await import('../comparison/track-changes.ts');
  const signature = { author: options.author ?? DEFAULT_AUTHOR, at };
  const redline = await withProgress(terminal, 'comparing …', () => trackChanges(...inputs, signature));
  for (const path of options.outputs) await writeOutput(path, redline.bytes);
  const report = {
    format: 'docx',
    revisions: redline.counts,
    degradedBlocks: redline.degradedBlocks,
    warnings: redline.warnings,
  };
  if (options.json) await writeAll(terminal.stdout, `${JSON.stringify(report)}\n`);
  else {
    const warnings = redline.warnings.map(({ message }) => `note: ${message}\n`).join('');
    const counts = options.outputs.length === 0 ? `${describe(redline)}\n` : '';
    await writeAll(terminal.stdout, counts);
    terminal.stderr.write(warnings);
  }
  const { insertions, deletions, formatChanges } = redline.counts;
  return insertions + deletions + formatChanges === 0 ? EXIT.same : EXIT.different;
}

function describe({ counts: { insertions, deletions, formatChanges } }: Redline): string {
  if (insertions + deletions + formatChanges === 0) return 'no changes';
  return `${insertions} insertions, ${deletions} deletions, ${formatChanges} format changes; write them with -o FILE.docx`;
}

/** Adds `diffsvc accept` and `diffsvc reject`. */
export function addDecideAll(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  for (const decision of ['accept', 'reject'] as const) {
    program
      .command(decision)
      .description(`${decision} all revisions of a tracked DOCX`)
      .argument('<file>', 'a DOCX, or - for standard input')
      .requiredOption('-o, --output <file>', 'the DOCX to write')
      .action(async (file: string, options: { readonly output: string }) => {
        const tracked = await readBytes(file, terminal.stdin);
        const { decideAll } = await import('../comparison/track-changes.ts');
        await writeOutput(options.output, await decideAll(tracked, decision));
        finish(EXIT.same);
      });
  }
}

function parseDate(text: string | undefined): Date {
  if (text === undefined) return new Date();
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new CommandError(`"${text}" is no date; write it as 2026-01-31 or 2026-01-31T12:00:00Z`);
  return date;
}
