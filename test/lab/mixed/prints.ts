/** Prints of DOCX by LibreOffice. A print is kept by the digest of its file, so that a later run is quick. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sha256 } from '../../../service/sha256.ts';

/** Files of one call: its start takes longer than printing one of them. */
const FILES_PER_CALL = 25;
const CALL_MS = 300_000;

/** A folder of prints. */
export class Prints {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Prints those of the files that have no print yet. Throws if LibreOffice is missing. */
  make(files: readonly Uint8Array[]): void {
    const missing = [...new Map(files.map((file) => [sha256(file), file]))].filter(
      ([digest]) => !existsSync(this.#path(digest)) && !existsSync(this.#failed(digest)),
    );
    for (let at = 0; at < missing.length; at += FILES_PER_CALL) this.#print(missing.slice(at, at + FILES_PER_CALL));
  }

  /** The print of a file; null: LibreOffice printed none. */
  of(file: Uint8Array): string | null {
    const path = this.#path(sha256(file));
    return existsSync(path) ? path : null;
  }

  #path(digest: string): string {
    return join(this.#folder, `${digest}.pdf`);
  }

  #failed(digest: string): string {
    return join(this.#folder, `${digest}.none`);
  }

  #print(batch: readonly (readonly [digest: string, file: Uint8Array])[]): void {
    const work = mkdtempSync(join(tmpdir(), 'diffsvc-prints-'));
    try {
      const files = batch.map(([digest, file]) => {
        const path = join(work, `${digest}.docx`);
        writeFileSync(path, file);
        return path;
      });
      const profile = `-env:UserInstallation=${pathToFileURL(join(work, 'profile')).href}`;
      const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', work, ...files];
      const { error } = spawnSync('soffice', args, { timeout: CALL_MS, stdio: 'ignore' });
      if (error !== undefined && 'code' in error && error.code === 'ENOENT')
        throw new Error('soffice (LibreOffice) is not installed');
      for (const [digest] of batch) {
        const made = join(work, `${digest}.pdf`);
        if (existsSync(made)) copyFileSync(made, this.#path(digest));
        else writeFileSync(this.#failed(digest), '');
      }
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
}
