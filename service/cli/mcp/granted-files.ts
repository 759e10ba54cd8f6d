/** The files that a client of the Model Context Protocol may name: those below the folders that it grants. */
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../command-error.ts';
import { inWords } from '../input/read-input.ts';
import { readGranted, writeGranted } from './open-granted.ts';

/** Asks the client for its roots, as addresses (Model Context Protocol, "Roots"). */
export type AskRoots = () => Promise<readonly string[]>;

/**
 * The granted folders. A path counts by where it really is, with every link followed, so that no link leads out of
 * them. Relative paths begin at the first folder.
 */
export class GrantedFiles {
  readonly #own: readonly string[];
  readonly #ask: () => AskRoots | null;
  #hasNamedRoots = false;

  /**
   * `own`: folders of the command line; none: no further limit. `ask`: null for a client without roots. A client that
   * has named no root yet counts as one without.
   */
  constructor(own: readonly string[], ask: () => AskRoots | null) {
    this.#own = own;
    this.#ask = ask;
  }

  /** The real path of a file to read. Throws a CommandError for one that is not there or not granted. */
  async input(path: string): Promise<string> {
    const roots = await this.#roots();
    const real = await realPathOf(absolute(path, roots.first), path);
    roots.check(real, path);
    // Opening a pipe would wait until somebody writes to it, perhaps for ever.
    const status = await stat(real);
    if (!status.isFile() && !status.isDirectory())
      throw new CommandError(`${path} is a device or a pipe, not a file; copy it to a file first`);
    return real;
  }

  /** The real path of a folder whose files are read. Throws a CommandError for one that is not there or not granted. */
  async folder(path: string): Promise<string> {
    const real = await this.input(path);
    if (!(await stat(real)).isDirectory())
      throw new CommandError(`${path} is no folder; compare_documents takes files`);
    return real;
  }

  /**
   * The real path of a file to write. Its folder has to be there. Throws a CommandError for one that is not granted, and
   * for one that is there unless it may be replaced.
   */
  async output(path: string, mayReplace: boolean): Promise<string> {
    const roots = await this.#roots();
    const target = absolute(path, roots.first);
    const real = (await isThere(target))
      ? await realPathOf(target, path)
      : join(await realPathOf(dirname(target), path), basename(target));
    roots.check(real, path);
    if (!mayReplace && (await isThere(real)))
      throw new CommandError(`${path} is there already; choose another name, or allow it with "overwrite": true`);
    return real;
  }

  /** The bytes of a file at a path of `input`. Throws a CommandError, also if it is not granted any more. */
  async read(real: string): Promise<Buffer> {
    const roots = await this.#roots();
    return await readGranted(real, (target) => roots.check(target, real));
  }

  /** Writes a file at a path of `output`. Throws a CommandError as `read` does. */
  async write(real: string, content: Uint8Array, mayReplace: boolean): Promise<void> {
    const roots = await this.#roots();
    await writeGranted(real, content, { check: (folder) => roots.check(folder, real), mayReplace });
  }

  async #roots(): Promise<Roots> {
    const own = await realFolders(this.#own);
    if (own.length === 0 && this.#own.length > 0)
      throw new CommandError(
        `no folder is granted: ${this.#own.join(', ')} is no folder; start the server with diffsvc mcp --root FOLDER`,
      );
    const addresses = (await this.#ask()?.()) ?? null;
    if (addresses !== null && addresses.length > 0) this.#hasNamedRoots = true;
    if (addresses === null || (addresses.length === 0 && !this.#hasNamedRoots)) {
      if (own.length > 0) return new Roots([own]);
      throw new CommandError(
        'no folder is granted: this client names no roots; start the server with diffsvc mcp --root FOLDER',
      );
    }
    const fromClient = await realFolders(pathsOf(addresses));
    if (fromClient.length === 0)
      throw new CommandError('no folder is granted: the client has 0 roots that are folders; open a folder in it');
    return new Roots(own.length > 0 ? [own, fromClient] : [fromClient]);
  }
}

/** Folders of the command line and of the client. A file has to be below one of each. */
class Roots {
  readonly #lists: readonly (readonly string[])[];

  constructor(lists: readonly (readonly string[])[]) {
    this.#lists = lists;
  }

  /** Where relative paths begin. */
  get first(): string {
    return this.#lists.at(-1)?.[0] ?? sep;
  }

  check(real: string, path: string): void {
    const isGranted = this.#lists.length > 0 && this.#lists.every((roots) => roots.some((root) => isBelow(real, root)));
    if (isGranted) return;
    const granted = this.#lists.map((roots) => roots.join(', ')).join(' and ');
    throw new CommandError(
      `${path} is not below a granted folder (${granted}); name a file there, or grant its folder`,
    );
  }
}

function isBelow(path: string, root: string): boolean {
  const rest = relative(root, path);
  return rest === '' || (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest));
}

function absolute(path: string, first: string): string {
  if (path.includes('\0')) throw new CommandError('a path has no NUL character; correct it');
  return resolve(first, path.startsWith('file://') ? (pathsOf([path])[0] ?? path) : path);
}

/** The paths of file addresses; others are left out. */
function pathsOf(addresses: readonly string[]): string[] {
  return addresses.flatMap((address) => {
    try {
      return [fileURLToPath(address)];
    } catch {
      return [];
    }
  });
}

/** Folders that are there, by where they really are. */
async function realFolders(folders: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of folders)
    try {
      const real = await realpath(folder);
      if ((await stat(real)).isDirectory()) paths.push(real);
    } catch {
      // A root that is not there grants nothing.
    }
  return paths;
}

async function realPathOf(path: string, named: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    throw inWords(error, named);
  }
}

/** Whether there is anything, be it a link that leads nowhere: a file written there would be elsewhere. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
