import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../command-error.ts';
import { parseEncoding } from '../input/decode-text.ts';
import { readBytes } from '../input/read-input.ts';
import { textOfInput } from '../input/text-of-input.ts';
import { COMPARE } from '../strings/compare.ts';
import type { Terminal } from '../terminal.ts';
import { printable } from '../../printable.ts';
import { writeAll } from '../output/write-output.ts';

/**
 * Adds `diffsvc text`: what a comparison sees of a file, as plain text. With `--all`, two files that differ never have one
 * output.
 */
export function addText(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('text')
    .description('print the text of a DOCX, PDF or any other input, a paragraph a line')
    .argument('<file>', 'a file, or - for standard input')
    .option('--all', 'also list what the text leaves out, and end with the size and SHA-256 of the file')
    .option('--encoding <name>', COMPARE.encodingOfOne)
    .action(async (file: string, { all = false, encoding: label }: { all?: boolean; encoding?: string }) => {
      const encoding = parseEncoding(label);
      const bytes = await readBytes(file, terminal.stdin);
      const output = await textOfInput({ file, bytes }, { all, encoding }, terminal.env);
      // Git and other programs get the text as it is.
      await writeAll(terminal.stdout, terminal.stdout.isTTY === true ? printable(output) : output);
      finish(EXIT.same);
    });
}
