import type { Command } from 'commander';
import type { Accounts } from '../../admission/accounts.ts';
import { ConfigurationError, type Configuration } from '../../configuration/configuration.ts';
import { readConfiguration } from '../../configuration/read-configuration.ts';
import { CommandError } from '../command-error.ts';
import { printableLine } from '../../printable.ts';
import type { Terminal } from '../terminal.ts';

/** The options of every command that works on a data directory. */
export interface DataDirectoryOptions {
  readonly dataDir?: string;
  readonly json?: true;
}

/** Adds the options of a command that works on a data directory. */
export function withDataDirectory(command: Command): Command {
  return command
    .option('--data-dir <directory>', 'where the service keeps its data (DIFFSVC_DATA_DIR)')
    .option('--json', 'print JSON and nothing else');
}

/** The configuration that a command sees. Throws `CommandError` for one that cannot be used. */
export function configurationOf({ dataDir }: DataDirectoryOptions, { env }: Terminal): Configuration {
  try {
    return readConfiguration(dataDir === undefined ? {} : { dataDir }, env);
  } catch (fault) {
    if (fault instanceof ConfigurationError) throw new CommandError(fault.message);
    throw fault;
  }
}

/** Runs a command on the accounts of its data directory. */
export async function onAccounts<T>(
  options: DataDirectoryOptions,
  terminal: Terminal,
  work: (accounts: Accounts) => Promise<T>,
): Promise<T> {
  const configuration = configurationOf(options, terminal);
  try {
    // Loaded here, so that the other commands start without a database.
    const { withAccounts } = await import('../../administration.ts');
    return await withAccounts(configuration, work);
  } catch (fault) {
    if (fault instanceof Error && ['DatabaseUnusable', 'SchemaNotReady', 'ServiceError'].includes(fault.name)) {
      throw new CommandError(fault.message);
    }
    if (isOfTheSystem(fault)) throw new CommandError(`${configuration.dataDir}: ${fault.message}`);
    throw fault;
  }
}

/** A failure of the file system or the database, which the person at the terminal can do something about. */
function isOfTheSystem(fault: unknown): fault is Error & { code: string } {
  if (!(fault instanceof Error)) return false;
  const { code } = fault as { code?: unknown };
  return typeof code === 'string' && (/^E[A-Z]+$/.test(code) || code.startsWith('SQLITE_'));
}

/** Lines with their columns in line; the first row is the heading. */
export function table(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(printableLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** A Unix time as a person reads it, in UTC; `-` for none. */
export function timeText(seconds: number | null): string {
  return seconds === null ? '-' : new Date(seconds * 1_000).toISOString().replace(/\.000Z$/, 'Z');
}
