import type { Command } from 'commander';
import { documentFormatOf } from '../../../shared/recognize-format.ts';
import { CommandError, EXIT, type ExitCode } from '../command-error.ts';
import { readBytes } from '../input/read-input.ts';
import { jsonText } from '../output/json-text.ts';
import { printable } from '../../printable.ts';
import { writeAll } from '../output/write-output.ts';
import { UNDISCLOSED } from '../strings/drafts.ts';
import type { Terminal } from '../terminal.ts';

/** Adds `diffsvc undisclosed`: exit code 0 when every difference is declared, 1 when one is not. */
export function addUndisclosed(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('undisclosed')
    .description(UNDISCLOSED.description)
    .argument('<sent>', UNDISCLOSED.sent)
    .argument('<returned>', UNDISCLOSED.returned)
    .option('--json', UNDISCLOSED.json)
    .addHelpText('after', UNDISCLOSED.after)
    .action(async (sent: string, returned: string, options: { readonly json?: true }) => {
      const files = [await wordFile(sent, terminal), await wordFile(returned, terminal)] as const;
      const { workConfined } = await import('../../confined-files.ts');
      const found = await workConfined({ kind: 'undisclosed', sent: files[0], returned: files[1] });
      const lines = [
        ...found.items.map(({ sentence, where }) => (where === undefined ? sentence : `${where}: ${sentence}`)),
        UNDISCLOSED.answer(found.items.length),
        ...found.declared.map(({ author, revisions }) => UNDISCLOSED.declared(author, revisions)),
      ];
      const text = options.json === true ? jsonText(found) : lines.map(printable).join('\n');
      await writeAll(terminal.stdout, `${text}\n`);
      finish(found.differs ? EXIT.different : EXIT.same);
    });
}

async function wordFile(path: string, { stdin }: Terminal): Promise<Uint8Array> {
  const bytes = await readBytes(path, stdin);
  const format = documentFormatOf(bytes);
  if (format === 'docx') return bytes;
  throw new CommandError(`${path} is no DOCX; only a DOCX has tracked revisions that declare changes`);
}
