import { Option, type Command } from 'commander';
import { ROLES, type ServeFlags } from '../../configuration/configuration.ts';
import { EXIT } from '../command-error.ts';
import type { ExitCode } from '../command-error.ts';

/** Adds `diffsvc serve`: the service in the foreground. The environment or config.json may set what no flag sets. */
export function addServe(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('serve')
    .description('run the service and its browser page in the foreground')
    .option('--port <number>', 'port to listen on; 0 takes a free one (DIFFSVC_PORT, 4870)')
    .option('--host <address>', 'address to listen on (DIFFSVC_HOST, 127.0.0.1)')
    .option('--data-dir <directory>', 'where the service keeps its data (DIFFSVC_DATA_DIR)')
    .addOption(new Option('--role <role>', 'what a replica of a cluster does (DIFFSVC_ROLE, all)').choices(ROLES))
    .option('--print-link', 'print a link that signs the owner in, although the output is no terminal')
    .addOption(new Option('--by-shell', 'for the desktop shell, which speaks on standard input').hideHelp())
    .action(async (flags: ServeFlags) => {
      // Loaded here, so that the other commands start without a web server and a database.
      const { serve } = await import('../../main.ts');
      finish((await serve(flags)) === 0 ? EXIT.same : EXIT.trouble);
    });
}
