import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const SECRET_BYTES = 32;

/** The file of a secret is not one. The message names its length and the next step. */
export class SecretDamaged extends Error {
  constructor(file: string, length: number) {
    super(
      `The secret ${file} has ${length} bytes, and a secret has ${SECRET_BYTES}. Put the file of a backup there. Or delete it: a new one is made at the next start, and links that were given out become invalid.`,
    );
    this.name = 'SecretDamaged';
  }
}

/**
 * The secret in a file that only its owner may read. It is created with random bytes if it is missing.
 *
 * @throws SecretDamaged if the file does not have the length of a secret
 */
export function readOrCreateSecret(file: string): Uint8Array {
  return readSecret(file) ?? createSecret(file);
}

/** The secret in a file; null if there is none. Throws like `readOrCreateSecret`. */
export function readSecret(file: string): Uint8Array | null {
  let secret: Uint8Array;
  try {
    secret = readFileSync(file);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
  if (secret.length !== SECRET_BYTES) throw new SecretDamaged(file, secret.length);
  return secret;
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
