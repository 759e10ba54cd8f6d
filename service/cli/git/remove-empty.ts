/** Deletes what `uninstall` left empty. A file without content means the same as no file. */
import { lstat, rmdir, unlink } from 'node:fs/promises';

/** Deletes a file without content, and says whether it did. A link stays, because its owner placed it. */
export async function removeEmptyFile(path: string): Promise<boolean> {
  const stats = await lstat(path);
  if (!stats.isFile() || stats.size > 0) return false;
  await unlink(path);
  return true;
}

/** Deletes a folder without files. Any other folder stays. */
export async function removeEmptyFolder(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (!STAYS.has(String((error as { code?: unknown }).code))) throw error;
  }
}

/** POSIX allows both codes for a folder that has files. A folder of somebody else's stays, too. */
const STAYS = new Set(['ENOTEMPTY', 'EEXIST', 'EACCES', 'EPERM', 'EBUSY']);
