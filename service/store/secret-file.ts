import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const SECRET_BYTES = 32;

/**
 * The secret in a file that only its owner may read. It is created with random bytes if it is missing. Throws if the
 * file does not have the length of a secret.
 */
export function readOrCreateSecret(file: string): Uint8Array {
  return readSecret(file) ?? createSecret(file);
}

/** The secret in a file; null if there is none. Throws like `readOrCreateSecret`. */
export function readSecret(file: string): Uint8Array | null {
  try {
    const secret = readFileSync(file);
    if (secret.length === SECRET_BYTES) return secret;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
  throw new Error(`${file} is damaged. Delete it: links that were given out become invalid, and a new one is made.`);
}

/** Written under another name and then linked, so that nobody reads half a secret. */
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
