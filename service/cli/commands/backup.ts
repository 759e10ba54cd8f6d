import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CommandError, EXIT } from '../command-error.ts';
import type { ExitCode } from '../command-error.ts';
import { configurationOf, withDataDirectory, type DataDirectoryOptions } from '../input/data-directory-options.ts';
import { withProgress, type Terminal } from '../terminal.ts';
import { jsonText } from '../output/json-text.ts';
import { writeAll } from '../output/write-output.ts';

/** A cluster is backed up with the tools of its parts. */
const OF_A_CLUSTER =
  'this installation is a cluster; use pg_dump and pg_restore for its database, and a copy of its bucket (docs/scale.md)';

/** Adds `diffsvc backup`. */
export function addBackup(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  withDataDirectory(program.command('backup'))
    .description('write a consistent copy of the database and its secrets, while the service runs or not')
    .argument('<file>', 'the copy; a file that is there, or behind a link, is replaced when the copy is whole')
    .action(async (file: string, options: DataDirectoryOptions) => {
      const configuration = configurationOf(options, terminal);
      if (configuration.cluster !== null) throw new CommandError(OF_A_CLUSTER);
      const target = resolve(file);
      const { backUp } = await import('../../administration.ts');
      try {
        await withProgress(terminal, `copying the database to ${target} …`, () => backUp(configuration, target));
      } catch (fault) {
        throw new CommandError(`the backup was not written: ${(fault as Error).message}`);
      }
      if (options.json) await writeAll(terminal.stdout, `${jsonText({ file: target })}\n`);
      finish(EXIT.same);
    });
}
