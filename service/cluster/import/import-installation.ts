/** Moves an embedded installation into a cluster: rows, files and secrets. Only `diffsvc import` loads it. */
import { join } from 'node:path';
import { ACCESS_SECRET_FILE, DATABASE_FILE, VIEWER_SECRET_FILE } from '../../administration.ts';
import { withDatabase } from '../administer-cluster.ts';
import type { ClusterSettings } from '../../configuration/configuration.ts';
import { addSecrets } from './add-secrets.ts';
import { copyInstallation, ImportRefused, type InstallationCopy } from './installation-copy.ts';
import { checkFiles, moveFiles, type MovedFiles } from './move-files.ts';
import { importedAt, moveRows, type MovedRows } from './move-rows.ts';
import { checkSchema } from '../stores/migrate-cluster.ts';
import { ObjectStore } from '../objects/object-store.ts';
import { readSecret } from '../../store/files/secret-file.ts';
import { SqlAccountStore } from '../../store/tables/sql-account-store.ts';

/** What was moved. */
export interface ImportReport extends MovedRows {
  readonly files: MovedFiles;
  readonly secretsFile: string;
  readonly secretsAdded: number;
}

/** The outcome of an import. `before`: an earlier one moved the installation, and this one changed nothing. */
export type ImportOutcome = { readonly before: Date } | { readonly before: null; readonly report: ImportReport };

/**
 * Moves the installation in `dataDir` into a cluster, once. The installation itself stays as it is. Everything is
 * checked before anything is written. Files are written first; an attempt that ends early leaves no row, and the next
 * one goes on with the files. Throws `ImportRefused`, `SecretDamaged`, `DataDirectoryInUse`, `DatabaseUnusable`,
 * `SchemaNotReady`, `ConfigurationError`, and `unavailable`.
 */
export async function importInstallation(settings: ClusterSettings, dataDir: string): Promise<ImportOutcome> {
  const { secretsFile } = settings;
  if (secretsFile === null) {
    throw new ImportRefused(
      'DIFFSVC_SECRETS_FILE is not set. The secrets of the installation are added to it, so that its links stay valid.',
    );
  }
  const copy = await copyInstallation(dataDir, DATABASE_FILE, new Date());
  try {
    return await withDatabase(settings, async (database): Promise<ImportOutcome> => {
      await checkSchema(database);
      await new SqlAccountStore(database, { dataVersion: () => 0 }).ensureOwner(new Date());
      const objects = new ObjectStore(settings.objects);
      try {
        await objects.check();
        const owner = ownerOf(copy, dataDir);
        const before = await importedAt(database, owner);
        if (before !== null) return { before };
        const files = await checkFiles(copy.rows, dataDir, owner);
        const secretsAdded = addSecrets(secretsFile, {
          access: readSecret(join(dataDir, ACCESS_SECRET_FILE)),
          viewer: readSecret(join(dataDir, VIEWER_SECRET_FILE)),
        });
        const movedFiles = await moveFiles(files, objects);
        const rows = await moveRows(database, { rows: copy.rows, owner, files });
        return { before: null, report: { ...rows, files: movedFiles, secretsFile, secretsAdded } };
      } finally {
        objects.close();
      }
    });
  } finally {
    copy.close();
  }
}

/** The account of the installation's owner, which every installation makes when it starts first. */
function ownerOf({ rows }: InstallationCopy, dataDir: string): string {
  const owner = rows.prepare("select account_id from accounts where role = 'owner'").pluck().get();
  if (typeof owner === 'string') return owner;
  throw new ImportRefused(`The installation in ${dataDir} has never started: it has nothing to import.`);
}
