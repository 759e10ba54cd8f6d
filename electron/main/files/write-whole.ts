import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';

/**
 * Replaces a file atomically: its path holds the old bytes or the new ones, never a part. `mode` applies to a new
 * file; an existing file keeps its mode.
 */
export async function writeWhole(path: string, bytes: Uint8Array | string, mode = 0o666): Promise<void> {
  const before = await stat(path).then(
    (found) => found.mode & 0o777,
    () => null,
  );
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    const file = await open(draft, 'wx', before ?? mode);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (fault) {
    await rm(draft, { force: true });
    throw fault;
  }
}
