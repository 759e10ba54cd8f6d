import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { ConfigurationError } from '../../configuration/configuration.ts';
import type { Secrets } from '../../shape.ts';

const SECRET_BYTES = 32;
const WANTED = 'JSON such as {"access": ["<base64 of 32 random bytes>"], "viewer": ["<base64 of 32 random bytes>"]}';

/** A new secret of a kind. */
export function newSecret(): Uint8Array {
  return randomBytes(SECRET_BYTES);
}

/**
 * The secrets that all replicas share, from their file: of each kind the newest first. A new secret is added in front,
 * and the old one stays until its tokens have expired. Throws `ConfigurationError`, which names no secret.
 */
export function readSecrets(file: string): Secrets {
  let secrets: { access?: unknown; viewer?: unknown } | null;
  try {
    secrets = JSON.parse(readFileSync(file, 'utf8')) as { access?: unknown; viewer?: unknown } | null;
  } catch (fault) {
    const reason = fault instanceof SyntaxError ? 'it is no JSON' : (fault as Error).message;
    throw new ConfigurationError(`DIFFSVC_SECRETS_FILE is ${file}: ${reason}. It has to hold ${WANTED}.`);
  }
  return { access: listOf(file, 'access', secrets?.access), viewer: listOf(file, 'viewer', secrets?.viewer) };
}

/** Whether accounts outside of the file's group can read or write it. Who has the secrets can sign tokens. */
export function isExposed(file: string): boolean {
  return process.platform !== 'win32' && (statSync(file).mode & 0o006) !== 0;
}

function listOf(file: string, name: string, given: unknown): readonly [Uint8Array, ...Uint8Array[]] {
  const texts: unknown[] = Array.isArray(given) ? given : [];
  const [newest, ...older] = texts.map((text) => Buffer.from(typeof text === 'string' ? text : '', 'base64'));
  if (newest === undefined || [newest, ...older].some((secret) => secret.length !== SECRET_BYTES)) {
    throw new ConfigurationError(
      `"${name}" in ${file} has to be a list of one or more secrets of ${SECRET_BYTES} bytes in base64: ${WANTED}.`,
    );
  }
  return [newest, ...older];
}
