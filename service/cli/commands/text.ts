import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../command-error.ts';
import { textFormatOfName } from '../input/formats-of-inputs.ts';
import { decodeText, parseEncoding } from '../input/decode-text.ts';
import { sha256 } from '../../sha256.ts';
import { documentFormatOf } from '../../../shared/recognize-format.ts';
import { openInput } from '../input/open-pair.ts';
import { readBytes } from '../input/read-input.ts';
import { COMPARE } from '../strings/compare.ts';
import type { Terminal } from '../terminal.ts';
import { printable } from '../../printable.ts';
import { writeAll } from '../output/write-output.ts';

/**
 * Adds `diffsvc text`: what a comparison sees of a file, as plain text. Made for `textconv` of git. With `--all`, two
 * files that differ never have one output.
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
      const given = await readBytes(file, terminal.stdin);
      const { bytes } = await openInput(given, undefined, terminal.env);
      const { leftOutLines, textOfFile, textOfText } = await import('../../pipeline/file-text.ts');
      const { readConfined } = await import('../../confined-files.ts');
      // The bytes say what it is: git hands over copies under names of its own.
      const format = documentFormatOf(bytes);
      const name = file === '-' ? 'standard input' : file;
      const { text, leftOut } =
        format === null
          ? textOfText(textFormatOfName(file), decodeText(bytes, name, encoding))
          : await textOfFile(format, bytes, readConfined);
      const output = all ? text + leftOutLines(leftOut) + fileLine(given) : text;
      // Git and other programs get the text as it is.
      await writeAll(terminal.stdout, terminal.stdout.isTTY === true ? printable(output) : output);
      finish(EXIT.same);
    });
}

function fileLine(bytes: Uint8Array): string {
  return `\nFile: ${bytes.byteLength.toLocaleString('en')} bytes, SHA-256 ${sha256(bytes)}\n`;
}
