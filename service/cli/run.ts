import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { ServiceError } from '../../shared/errors.ts';
import { programVersion } from '../program-version.ts';
import { CommandError, EXIT } from './command-error.ts';
import type { ExitCode } from './command-error.ts';
import { printableLine } from '../printable.ts';
import { writeAll } from './output/write-output.ts';
import { DIFFSVC } from './strings/program.ts';
import type { Terminal } from './terminal.ts';

/** Adds one command to the program. */
type Add = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void) => void;

/** The function that adds each command. Only the one that is called is loaded, so that it starts at once. */
const COMMANDS: ReadonlyMap<string, () => Promise<Add>> = new Map<string, () => Promise<Add>>([
  [
    'serve',
    async () => {
      const { addServe } = await import('./commands/serve.ts');
      return (program, _terminal, finish) => addServe(program, finish);
    },
  ],
  ['compare', async () => (await import('./commands/compare.ts')).addCompare],
  ['text', async () => (await import('./commands/text.ts')).addText],
  ['resolve', async () => (await import('./commands/resolve.ts')).addResolve],
  ['verify', async () => (await import('./commands/verify.ts')).addVerify],
  ['evidence', async () => (await import('./commands/evidence.ts')).addEvidence],
  ['negotiate', async () => (await import('./commands/negotiate.ts')).addNegotiate],
  ['undisclosed', async () => (await import('./commands/undisclosed.ts')).addUndisclosed],
  ['accept', async () => (await import('./commands/decide-all.ts')).addAccept],
  ['reject', async () => (await import('./commands/decide-all.ts')).addReject],
  ['accounts', async () => (await import('./commands/accounts.ts')).addAccounts],
  ['keys', async () => (await import('./commands/keys.ts')).addKeys],
  ['link', async () => (await import('./commands/link.ts')).addLink],
  ['migrate', async () => (await import('./commands/migrate.ts')).addMigrate],
  ['import', async () => (await import('./commands/import.ts')).addImport],
  ['backup', async () => (await import('./commands/backup.ts')).addBackup],
  ['restore', async () => (await import('./commands/restore.ts')).addRestore],
  ['doctor', async () => (await import('./commands/doctor.ts')).addDoctor],
  ['git', async () => (await import('./commands/git.ts')).addGit],
  ['summary', async () => (await import('./commands/git.ts')).addSummary],
  ['mcp', async () => (await import('./commands/mcp.ts')).addMcp],
  ['completion', async () => (await import('./commands/completion.ts')).addCompletion],
]);

/**
 * Runs one command line, without the program's own name, and resolves to its exit code. Trouble is one line
 * `diffsvc: …` on standard error and exit code 2.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.same;
  const finish = (result: ExitCode): void => {
    code = result;
  };
  let helpFault: Promise<unknown> = Promise.resolve(null);
  const program = newProgram(terminal, (text) => {
    helpFault = writeAll(terminal.stdout, text).then(
      () => null,
      (fault: unknown) => fault,
    );
  });
  try {
    // Help and a misspelt name need them all.
    const called = COMMANDS.get(args[0] ?? '');
    for (const load of called === undefined ? COMMANDS.values() : [called]) (await load())(program, terminal, finish);
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (ending) {
    // Help and the version end the program by a fault with the code 0.
    const isHelp = ending instanceof CommanderError && ending.exitCode === 0;
    const error = isHelp ? await helpFault : ending;
    if (error === null) return EXIT.same;
    if (error instanceof CommanderError) return EXIT.trouble;
    terminal.stderr.write(`diffsvc: ${describe(error)}\n`);
    return EXIT.trouble;
  }
}

/** The program with all of its commands, for those who describe it. */
export async function wholeProgram(): Promise<Command> {
  const { stdin, stdout, stderr, env } = process;
  const terminal = { stdin, stdout, stderr, env };
  const program = newProgram(terminal, (text) => stdout.write(text));
  for (const load of COMMANDS.values()) (await load())(program, terminal, () => undefined);
  return program;
}

function newProgram(terminal: Terminal, writeOut: (text: string) => void): Command {
  return new Command('diffsvc')
    .description(DIFFSVC.description)
    .version(programVersion())
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr: (text) => terminal.stderr.write(text),
      // "error: unknown option '--x'\n(Did you mean --y?)" in our own form.
      outputError: (text, write) => write(`diffsvc: ${oneLine(text.replace(/^error: /u, ''))}\n`),
    });
}

function describe(error: unknown): string {
  if (error instanceof CommandError || error instanceof ServiceError) return oneLine(error.message);
  // A fault of ours: the place in the code helps to find it.
  return oneLine(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

function oneLine(text: string): string {
  return printableLine(text.trim().replaceAll(/\s*\n\s*/gu, ' '));
}
