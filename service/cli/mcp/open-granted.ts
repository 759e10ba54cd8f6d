/** Opens files where they were looked for, although other programs exchange folders and links meanwhile. */
import { excessInWords, sizeInWords } from '../../../shared/in-words.ts';
import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { link, open, readlink, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { INPUT_MAX_BYTES, inWords } from '../input/read-input.ts';

/** Throws a CommandError if a real path is not granted. */
export type CheckPath = (real: string) => void;

/** Open files of this process by their number, as links to where they are. Linux has them. */
const OPEN_FILES = '/proc/self/fd';
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/**
 * The bytes of a file at a real path. What was opened is checked, not its name, and is read. Throws a CommandError for
 * a file that is not granted, is none, or is too big.
 */
export async function readGranted(path: string, check: CheckPath): Promise<Buffer> {
  const file = await opened(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, path);
  try {
    check(await placeOf(file, path));
    const found = await file.stat();
    if (!found.isFile()) throw new CommandError(`${path} is a directory, not a file`);
    if (found.size > INPUT_MAX_BYTES)
      throw new CommandError(
        `${path} is too big: ${excessInWords(found.size, INPUT_MAX_BYTES)}, and the limit is ${sizeInWords(INPUT_MAX_BYTES)}`,
      );
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/**
 * Writes a new file at a real path, in place of an earlier one if that is allowed. Its folder is opened and checked
 * once. Another name of the earlier file keeps that. Throws a CommandError.
 */
export async function writeGranted(
  path: string,
  content: Uint8Array,
  { check, mayReplace }: { readonly check: CheckPath; readonly mayReplace: boolean },
): Promise<void> {
  const folder = await opened(dirname(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW, path);
  try {
    const real = await placeOf(folder, dirname(path));
    check(real);
    // A name below the open folder stays in it, whatever its own name leads to by now.
    const inside = existsSync(OPEN_FILES) ? join(OPEN_FILES, String(folder.fd)) : real;
    const draft = join(inside, `.diffsvc-${randomBytes(6).toString('hex')}`);
    const target = join(inside, basename(path));
    try {
      await writeDraft(draft, content, await modeOf(target));
      if (mayReplace) await rename(draft, target);
      else await link(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CommandError(`${path} is there already; choose another name, or allow it with "overwrite": true`);
    throw inWords(fault, path);
  } finally {
    await folder.close();
  }
}

async function writeDraft(draft: string, content: Uint8Array, mode: number | null): Promise<void> {
  const file = await open(draft, 'wx', mode === null ? 0o666 : 0o600);
  try {
    await file.writeFile(content);
    if (mode !== null) await file.chmod(mode);
  } finally {
    await file.close();
  }
}

/** The mode of an earlier file; null if there is none. */
async function modeOf(target: string): Promise<number | null> {
  try {
    return (await stat(target)).mode & 0o777;
  } catch {
    return null;
  }
}

async function opened(path: string, flags: number, named: string): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (fault) {
    throw (fault as NodeJS.ErrnoException).code === 'ELOOP'
      ? new CommandError(`${named} became a link while it was opened; call the tool again`)
      : inWords(fault, named);
  }
}

/** Where an open file is. Without a list of open files, its name is followed again. */
async function placeOf(file: FileHandle, path: string): Promise<string> {
  if (existsSync(OPEN_FILES)) return await readlink(join(OPEN_FILES, String(file.fd)));
  const real = await realpath(path);
  const [now, then] = [await stat(real), await file.stat()];
  if (now.ino !== then.ino || now.dev !== then.dev)
    throw new CommandError(`${path} was exchanged while it was opened; call the tool again`);
  return real;
}
