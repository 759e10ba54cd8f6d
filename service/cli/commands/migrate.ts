import type { Command } from 'commander';
import { CommandError, EXIT, type ExitCode } from '../command-error.ts';
import { configurationOf, withDataDirectory, type DataDirectoryOptions } from '../input/data-directory-options.ts';
import type { Terminal } from '../terminal.ts';
import { jsonText } from '../output/json-text.ts';
import { writeAll } from '../output/write-output.ts';

/** Adds `diffsvc migrate`: brings the database of a cluster to the schema of this version. */
export function addMigrate(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  withDataDirectory(program.command('migrate'))
    .description('bring the database of a cluster to the schema of this version, before its replicas start')
    .action(async (options: DataDirectoryOptions) => {
      const { cluster } = configurationOf(options, terminal);
      if (cluster === null) {
        throw new CommandError(
          'this installation is no cluster, and its database is migrated at every start; set DIFFSVC_DATABASE_URL and DIFFSVC_OBJECT_STORE_URL for a cluster',
        );
      }
      const { migrate } = await import('../../cluster/administer-cluster.ts');
      let ran: readonly string[];
      try {
        ran = await migrate(cluster);
      } catch (fault) {
        const { message, cause } = fault as Error;
        throw new CommandError(cause instanceof Error ? `${message} (${cause.message})` : message);
      }
      const text = ran.length === 0 ? 'the database has the schema of this version\n' : `${ran.join('\n')}\n`;
      await writeAll(terminal.stdout, options.json ? `${jsonText({ ran })}\n` : text);
      finish(EXIT.same);
    });
}
