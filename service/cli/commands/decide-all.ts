import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../command-error.ts';
import { readBytes } from '../input/read-input.ts';
import { checkOutput, writeOutput } from '../output/write-output.ts';
import type { Terminal } from '../terminal.ts';

/** Adds `diffsvc accept`. */
export function addAccept(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  addDecideAll('accept', program, terminal, finish);
}

/** Adds `diffsvc reject`. */
export function addReject(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  addDecideAll('reject', program, terminal, finish);
}

function addDecideAll(
  decision: 'accept' | 'reject',
  program: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  program
    .command(decision)
    .description(`${decision} all revisions of a tracked DOCX`)
    .argument('<file>', 'a DOCX, or - for standard input')
    .requiredOption('-o, --output <file>', 'the DOCX to write')
    .action(async (file: string, options: { readonly output: string }) => {
      await checkOutput(options.output, [file]);
      const tracked = await readBytes(file, terminal.stdin);
      const { workConfined } = await import('../../confined-files.ts');
      await writeOutput(options.output, await workConfined({ kind: 'decide', tracked, decision }));
      finish(EXIT.same);
    });
}
