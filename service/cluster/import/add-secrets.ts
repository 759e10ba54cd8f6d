import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { ConfigurationError } from '../../configuration/configuration.ts';
import { newSecret, readSecrets } from '../replica/read-secrets.ts';

/** The secrets of an embedded installation; null: it has not made one yet. */
export interface FoundSecrets {
  readonly access: Uint8Array | null;
  readonly viewer: Uint8Array | null;
}

/**
 * Adds secrets as the oldest to the file of a cluster, so that its tokens stay valid and those of the installation
 * become valid. A missing file is made, with the given secrets alone. Returns how many were added. Throws
 * `ConfigurationError` for a file that cannot be read or written.
 */
export function addSecrets(file: string, found: FoundSecrets): number {
  const isThere = existsSync(file);
  const known = isThere ? readSecrets(file) : { access: [], viewer: [] };
  const others = isThere ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  const lists = { access: merged(known.access, found.access), viewer: merged(known.viewer, found.viewer) };
  const added = lists.access.length - known.access.length + lists.viewer.length - known.viewer.length;
  if (added > 0) {
    const texts = Object.entries(lists).map(([kind, list]) => [
      kind,
      list.map((secret) => Buffer.from(secret).toString('base64')),
    ]);
    replaceFile(file, `${JSON.stringify({ ...others, ...Object.fromEntries(texts) }, null, 2)}\n`);
  }
  return added;
}

function merged(known: readonly Uint8Array[], found: Uint8Array | null): readonly Uint8Array[] {
  if (found !== null && known.some((secret) => Buffer.from(secret).equals(found))) return known;
  if (found === null && known.length > 0) return known;
  return [...known, found ?? newSecret()];
}

/** The new file appears whole, with the owner and the mode of the old one. */
function replaceFile(file: string, text: string): void {
  try {
    const old = existsSync(file) ? statSync(file) : null;
    const place = old === null ? file : realpathSync(file);
    const draft = `${place}.${randomBytes(6).toString('hex')}`;
    try {
      writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
      if (old !== null) {
        chownSync(draft, old.uid, old.gid);
        chmodSync(draft, old.mode & 0o777);
      }
      renameSync(draft, place);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (fault) {
    throw new ConfigurationError(
      `DIFFSVC_SECRETS_FILE is ${file}, and the secrets of the installation cannot be added to it: ${(fault as Error).message}. Name a copy that can be written, and give that copy to every replica.`,
    );
  }
}
