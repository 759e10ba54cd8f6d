/** Lists the files of a folder. */
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../../command-error.ts';
import { inWords } from '../../input/read-input.ts';
import type { LeavesOut } from './choose-files.ts';

/** A folder with more files is refused. Each pair of files is one comparison. */
const FILES_MAX = 20_000;
/** Folders that no one means to compare: the records of git. */
const PASSED_OVER: ReadonlySet<string> = new Set(['.git']);

/** What a folder holds. Paths are relative to it, with forward slashes, in the order of their characters. */
export interface FolderContent {
  readonly files: readonly string[];
  /** What is no file, with the reason: links to folders, broken links, devices, names that are not UTF-8. */
  readonly others: readonly { readonly path: string; readonly reason: string }[];
  /** Files, and folders with a slash behind them, that a person leaves out. */
  readonly leftOut: readonly string[];
}

/** The files below a folder. A link to a file counts as the file. Throws a CommandError in words. */
export async function listFiles(folder: string, isLeftOut: LeavesOut): Promise<FolderContent> {
  const files: string[] = [];
  const leftOut: string[] = [];
  const others: { path: string; reason: string }[] = [];
  const open = [''];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    for (const entry of await entriesOf(join(folder, below))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (!(await isReachable(folder, path, entry.name)))
        others.push({ path, reason: 'its name is not UTF-8; rename it' });
      else if (isLeftOut(path, entry.isDirectory())) {
        if (!PASSED_OVER.has(entry.name)) leftOut.push(entry.isDirectory() ? `${path}/` : path);
      } else if (entry.isDirectory()) {
        if (!PASSED_OVER.has(entry.name)) open.push(path);
      } else if (entry.isFile()) files.push(path);
      else if (entry.isSymbolicLink()) {
        const reason = await whyNoFile(join(folder, path));
        if (reason === null) files.push(path);
        else others.push({ path, reason });
      } else others.push({ path, reason: 'it is a device or a pipe, not a file' });
      if (files.length > FILES_MAX)
        throw new CommandError(
          `${folder} has more than ${FILES_MAX} files, which is the limit; compare its folders one by one`,
        );
    }
  }
  return {
    files: files.sort(byCharacters),
    others: others.sort((a, b) => byCharacters(a.path, b.path)),
    leftOut: leftOut.sort(byCharacters),
  };
}

/** Order that is the same on every machine. */
export function byCharacters(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw inWords(error, folder);
  }
}

/** Whether the name of an entry leads to it. U+FFFD may stand for bytes that are not UTF-8, and then leads to nothing. */
async function isReachable(folder: string, path: string, name: string): Promise<boolean> {
  if (!name.includes('\uFFFD')) return true;
  try {
    await lstat(join(folder, path));
    return true;
  } catch {
    return false;
  }
}

/** Why a link is not read; null for a link to a file. */
async function whyNoFile(path: string): Promise<string | null> {
  try {
    const found = await stat(path);
    if (found.isFile()) return null;
    return found.isDirectory()
      ? 'it is a link to a folder, which is not followed'
      : 'it is a link to a device or a pipe';
  } catch {
    return 'it is a link that leads nowhere';
  }
}
