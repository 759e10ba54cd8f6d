import { Command, CommanderError } from 'commander';
import { ServiceError } from '../../shared/errors.ts';
import { programVersion } from '../program-version.ts';
import { addAccounts } from './commands/accounts.ts';
import { addBackup } from './commands/backup.ts';
import { addCompare } from './commands/compare.ts';
import { CommandError, EXIT } from './command-error.ts';
import type { ExitCode } from './command-error.ts';
import { addDoctor } from './commands/doctor.ts';
import { addKeys } from './commands/keys.ts';
import { addLink } from './commands/link.ts';
import { addRestore } from './commands/restore.ts';
import { addResolve } from './commands/resolve.ts';
import { addVerify } from './commands/verify.ts';
import { addServe } from './commands/serve.ts';
import { addText } from './commands/text.ts';
import { addDecideAll } from './commands/track-changes.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs one command line, without the program's own name, and resolves to its exit code. Trouble is one line
 * `diffsvc: …` on standard error and exit code 2.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.same;
  const finish = (result: ExitCode): void => {
    code = result;
  };
  const program = new Command('diffsvc')
    .description('Compare two documents on your own machine.')
    .version(programVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      // "error: unknown option '--x'\n(Did you mean --y?)" in our own form.
      outputError: (text, write) => write(`diffsvc: ${oneLine(text.replace(/^error: /u, ''))}\n`),
    });
  addServe(program, finish);
  addCompare(program, terminal, finish);
  addText(program, terminal, finish);
  addResolve(program, terminal, finish);
  addVerify(program, terminal, finish);
  addDecideAll(program, terminal, finish);
  addAccounts(program, terminal, finish);
  addKeys(program, terminal, finish);
  addLink(program, terminal, finish);
  addBackup(program, terminal, finish);
  addRestore(program, terminal, finish);
  addDoctor(program, terminal, finish);

  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.same : EXIT.trouble;
    terminal.stderr.write(`diffsvc: ${describe(error)}\n`);
    return EXIT.trouble;
  }
}

function describe(error: unknown): string {
  if (error instanceof CommandError || error instanceof ServiceError) return oneLine(error.message);
  // A fault of ours: the place in the code helps to find it.
  return oneLine(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/gu, ' ');
}
