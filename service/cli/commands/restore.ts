import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CommandError, EXIT } from '../command-error.ts';
import type { ExitCode } from '../command-error.ts';
import { configurationOf, withDataDirectory, type DataDirectoryOptions } from '../input/data-directory-options.ts';
import { withProgress, type Terminal } from '../terminal.ts';
import { jsonText } from '../output/json-text.ts';
import type { RestoredDirectory } from '../../administration.ts';
import { printableLine } from '../../printable.ts';
import { writeAll } from '../output/write-output.ts';

/** A cluster is backed up with the tools of its parts. */
const OF_A_CLUSTER =
  'this installation is a cluster; use pg_dump and pg_restore for its database, and a copy of its bucket (docs/scale.md)';

/** Backups of versions before this one hold the database alone. */
const WITHOUT_SECRETS =
  'note: this backup holds no secrets; links that were given out are valid only if the secrets in the data directory are those of its time\n';

/** Adds `diffsvc restore`. */
export function addRestore(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  withDataDirectory(program.command('restore'))
    .description('replace the database and its secrets with a backup that is checked first; the service must not run')
    .argument('<file>', 'a copy that `diffsvc backup` wrote')
    .action(async (file: string, options: DataDirectoryOptions) => {
      const configuration = configurationOf(options, terminal);
      if (configuration.cluster !== null) throw new CommandError(OF_A_CLUSTER);
      const backup = resolve(file);
      const { restore } = await import('../../administration.ts');
      let restored: RestoredDirectory;
      try {
        restored = await withProgress(terminal, `checking ${backup} …`, () => restore(configuration, backup));
      } catch (fault) {
        throw new CommandError(`nothing was restored: ${(fault as Error).message}`);
      }
      const { kept, hasSecrets } = restored;
      if (!hasSecrets) terminal.stderr.write(WITHOUT_SECRETS);
      const text =
        kept === null ? 'restored\n' : `restored; the database that was there is now ${printableLine(kept)}\n`;
      await writeAll(terminal.stdout, options.json ? `${jsonText({ restored: backup, kept, hasSecrets })}\n` : text);
      finish(EXIT.same);
    });
}
