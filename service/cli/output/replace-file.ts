/** Writes a file beside the one that it replaces, so that a disk that takes half of it leaves the earlier one whole. */
import { randomBytes } from 'node:crypto';
import { access, chmod, chown, constants, lstat, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Faults of a folder or a place that takes no other file, such as a single file that a container is given. */
const NOT_REPLACEABLE: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EBUSY', 'EXDEV']);

/** What is replaced: the real path, and the earlier file; null for a new one. */
interface Place {
  readonly path: string;
  readonly earlier: { readonly mode: number; readonly uid: number; readonly gid: number } | null;
}

/**
 * Writes a whole file, or leaves what was there. A link stays, and so do the mode and the owner. A device, a pipe, and
 * a file with several names are written in place, and so is one whose folder takes no other file. Throws what the file
 * system throws.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const place = await placeOf(path);
  try {
    if (place === null) await writeFile(path, content);
    else await replace(place, content);
  } catch (fault) {
    if (place === null || !NOT_REPLACEABLE.has((fault as NodeJS.ErrnoException).code)) throw fault;
    await writeFile(path, content);
  }
}

/** Null for what is written in place. */
async function placeOf(path: string): Promise<Place | null> {
  const found = await ifThere(stat(path));
  // A link that leads nowhere is written through.
  if (found === null) return (await ifThere(lstat(path))) === null ? { path, earlier: null } : null;
  return found.isFile() && found.nlink === 1 ? { path: await realpath(path), earlier: found } : null;
}

async function replace({ path, earlier }: Place, content: string | Uint8Array): Promise<void> {
  if (earlier !== null) await access(path, constants.W_OK);
  // A name of its own length, because the name of the file may be as long as a name can be.
  const draft = join(dirname(path), `.diffsvc-${randomBytes(6).toString('hex')}`);
  try {
    // Nobody may read the draft whom the earlier file kept out.
    const file = await open(draft, 'wx', earlier === null ? 0o666 : 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    if (earlier !== null) {
      const made = await stat(draft);
      if (made.uid !== earlier.uid || made.gid !== earlier.gid) await chown(draft, earlier.uid, earlier.gid);
      await chmod(draft, earlier.mode & 0o7777);
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function ifThere<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
}
