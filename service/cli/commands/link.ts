import type { Command } from 'commander';
import { CommandError, EXIT } from '../command-error.ts';
import type { ExitCode } from '../command-error.ts';
import { configurationOf, withDataDirectory, type DataDirectoryOptions } from '../input/data-directory-options.ts';
import type { Terminal } from '../terminal.ts';
import { jsonText } from '../output/json-text.ts';
import { writeAll } from '../output/write-output.ts';

/** Adds `diffsvc link`: a new one-time link to the browser page of the service that runs. */
export function addLink(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  withDataDirectory(program.command('link'))
    .description('print a link to the browser page that signs its owner in, once, within an hour')
    .action(async (options: DataDirectoryOptions) => {
      const configuration = configurationOf(options, terminal);
      const { newPageLink } = await import('../../administration.ts');
      const link = await newPageLink(configuration);
      if (link === null)
        throw new CommandError(
          configuration.cluster === null
            ? `no service serves ${configuration.dataDir}; start it with: diffsvc serve`
            : 'DIFFSVC_BASE_URL is not set; a link to a cluster needs its address',
        );
      await writeAll(terminal.stdout, `${options.json ? jsonText({ link }) : link}\n`);
      finish(EXIT.same);
    });
}
