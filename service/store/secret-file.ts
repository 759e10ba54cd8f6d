import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const SECRET_BYTES = 32;

/**
 * The secret kept in a file that only its owner may read; created with fresh random bytes when it is missing. Throws
 * when the file has another length than a secret.
 */
export function readOrCreateSecret(file: string): Uint8Array {
  return readSecret(file) ?? createSecret(file);
}

function readSecret(file: string): Uint8Array | null {
  try {
    const secret = readFileSync(file);
    if (secret.length === SECRET_BYTES) return secret;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
  throw new Error(`${file} is damaged. Delete it: links that were given out become invalid, and a new one is made.`);
}

/** Written beside its final name and then linked, so that no one ever reads half a secret. */
function createSecret(file: string): Uint8Array {
  const secret = randomBytes(SECRET_BYTES);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, secret, { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return secret;
}
