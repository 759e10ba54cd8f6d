import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../command-error.ts';
import { textFormatOfName } from '../input/formats-of-inputs.ts';
import { decodeText } from '../input/decode-text.ts';
import { documentFormatOf } from '../../../shared/formats.ts';
import { openInput } from '../input/open-pair.ts';
import { readBytes } from '../input/read-input.ts';
import type { Terminal } from '../terminal.ts';
import { printable } from '../output/printable.ts';
import { writeAll } from '../output/write-output.ts';

/** Adds `diffsvc text`: what a comparison sees of a file, as plain text. Made for `textconv` of git. */
export function addText(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('text')
    .description('print the text of a DOCX, PDF or any other input, a paragraph a line')
    .argument('<file>', 'a file, or - for standard input')
    .action(async (file: string) => {
      const { bytes } = await openInput(await readBytes(file, terminal.stdin), undefined, terminal.env);
      const { textOfFile, textOfText } = await import('../../pipeline/compare-files.ts');
      const { readConfined } = await import('../../confined-files.ts');
      // The bytes say what it is: git hands over copies under names of its own.
      const format = documentFormatOf(bytes);
      const name = file === '-' ? 'standard input' : file;
      const text =
        format === null
          ? textOfText(textFormatOfName(file), decodeText(bytes, name))
          : await textOfFile(format, bytes, readConfined);
      // Git and other programs get the text as it is.
      await writeAll(terminal.stdout, terminal.stdout.isTTY === true ? printable(text) : text);
      finish(EXIT.same);
    });
}
