import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CommandError, EXIT, type ExitCode } from '../command-error.ts';
import { configurationOf, withDataDirectory, type DataDirectoryOptions } from '../input/data-directory-options.ts';
import { withProgress, type Terminal } from '../terminal.ts';
import { jsonText } from '../output/json-text.ts';
import { printableLine } from '../../printable.ts';
import { writeAll } from '../output/write-output.ts';
import type { ImportOutcome, ImportReport } from '../../cluster/import/import-installation.ts';

/** Faults that a person can remedy. Their messages say how. */
const REMEDIABLE = [
  'ImportRefused',
  'SecretDamaged',
  'DataDirectoryInUse',
  'DatabaseUnusable',
  'SchemaNotReady',
  'ConfigurationError',
  'ServiceError',
];

/** What the rows of a table are called. */
const NAMES: readonly (readonly [table: string, what: string])[] = [
  ['accounts', 'accounts'],
  ['api_keys', 'keys'],
  ['usage', 'months of usage'],
  ['operations', 'idempotency keys'],
  ['uploads', 'uploads'],
  ['comparisons', 'comparisons'],
  ['shares', 'links'],
  ['jobs', 'jobs'],
  ['source_pages', 'source pages'],
  ['page_sessions', 'signed-in browsers'],
];

/** Adds `diffsvc import`: moves an embedded installation into a cluster. */
export function addImport(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  withDataDirectory(program.command('import'))
    .description('move an installation with SQLite and files into a cluster, once; it must not be served')
    .argument('<directory>', 'the data directory of the installation; it stays as it is')
    .action(async (directory: string, options: DataDirectoryOptions) => {
      const { cluster } = configurationOf(options, terminal);
      if (cluster === null) {
        throw new CommandError(
          'no cluster is named that could take the installation; set DIFFSVC_DATABASE_URL and DIFFSVC_OBJECT_STORE_URL',
        );
      }
      const source = resolve(directory);
      const { importInstallation } = await import('../../cluster/import/import-installation.ts');
      let outcome: ImportOutcome;
      try {
        outcome = await withProgress(terminal, `importing ${source} …`, () => importInstallation(cluster, source));
      } catch (fault) {
        throw refusalOf(fault);
      }
      const text =
        outcome.before === null
          ? reportText(printableLine(source), outcome.report)
          : `${printableLine(source)} was imported at ${outcome.before.toISOString()}; nothing was changed\n`;
      await writeAll(terminal.stdout, options.json ? `${jsonText(outcome)}\n` : text);
      finish(EXIT.same);
    });
}

function refusalOf(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault;
  const { code } = fault as NodeJS.ErrnoException;
  const isOfTheSystem = typeof code === 'string' && /^E[A-Z]+$/.test(code);
  return REMEDIABLE.includes(fault.name) || isOfTheSystem
    ? new CommandError(`no row was imported: ${fault.message}`)
    : fault;
}

function reportText(
  source: string,
  { rows, files, kept, alteredTexts, secretsAdded, secretsFile }: ImportReport,
): string {
  const lines = [
    `imported ${source}; do not serve it again`,
    ...NAMES.map(([table, what]) => `  ${String(rows[table] ?? 0).padStart(8)} ${what}`),
    `  ${String(files.moved).padStart(8)} files, ${files.there} of them by an earlier attempt`,
  ];
  if (files.missing > 0)
    lines.push(`  ${String(files.missing).padStart(8)} files were missing: what needs them is gone`);
  if (kept > 0)
    lines.push(`  ${String(kept).padStart(8)} rows were in the cluster already, and stay as they are there`);
  if (alteredTexts > 0) {
    lines.push(
      `  ${String(alteredTexts).padStart(8)} texts contained U+0000, which PostgreSQL cannot hold; it is now U+FFFD`,
    );
  }
  lines.push(
    secretsAdded === 0
      ? `the secrets were in ${secretsFile} already`
      : `${secretsAdded} secrets were added to ${secretsFile}: give it to every replica, and start them again`,
  );
  return `${lines.join('\n')}\n`;
}
