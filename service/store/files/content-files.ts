import { randomBytes, webcrypto } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withPauses } from '../pauses.ts';
import type { StoredFiles, WrittenFile } from './stored-files.ts';

/** A name that `ContentFiles` gives: the SHA-256 of the content in hexadecimal digits. */
const NAME = /^[0-9a-f]{64}$/;

/**
 * Files named by the SHA-256 of their content, in their own directory. A file is complete as soon as its name exists:
 * it is written under another name, synced and renamed.
 */
export class ContentFiles implements StoredFiles {
  readonly #directory: string;
  /** Names from `write` that no record may refer to yet. `prune` keeps them. */
  readonly #pending = new Map<string, number>();

  /** Creates `directory` if it is missing. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Stores the content and returns its name. Call `release` once a record refers to it, or never will. */
  async write(content: Uint8Array): Promise<WrittenFile> {
    const name = await digestOf(content);
    this.#pending.set(name, (this.#pending.get(name) ?? 0) + 1);
    const release = (): void => {
      const left = (this.#pending.get(name) ?? 0) - 1;
      if (left > 0) this.#pending.set(name, left);
      else this.#pending.delete(name);
    };
    try {
      await this.#writeWhole(name, content);
      // Another record may refer to the same content. `prune` decides.
      const drop = (): Promise<void> => {
        release();
        return Promise.resolve();
      };
      return { name, release, drop };
    } catch (fault) {
      release();
      throw fault;
    }
  }

  /** The content of a name. Throws if it is missing or does not match the name. */
  async read(name: string): Promise<Uint8Array> {
    const content = await readFile(join(this.#directory, name));
    if ((await digestOf(content)) !== name) throw new Error(`The file ${name} is damaged.`);
    return content;
  }

  /** The content of a name; null if the file has been deleted meanwhile. */
  async readIfThere(name: string): Promise<Uint8Array | null> {
    try {
      return await this.read(name);
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw fault;
    }
  }

  /** Deletes every file that `isNeeded` rejects, and unfinished files of a dead process. */
  async prune(isNeeded: (name: string) => Promise<boolean>): Promise<void> {
    for await (const name of withPauses(await namesIn(this.#directory))) {
      if (this.#pending.has(NAME.test(name) ? name : name.slice(0, 64))) continue;
      if (NAME.test(name) && (await isNeeded(name))) continue;
      // Checked again, because a write may have begun during the look-up.
      if (this.#pending.has(NAME.test(name) ? name : name.slice(0, 64))) continue;
      await rm(join(this.#directory, name), { force: true });
    }
  }

  async #writeWhole(name: string, content: Uint8Array): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const draft = join(this.#directory, `${name}.${randomBytes(6).toString('hex')}`);
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(this.#directory, name));
      await syncDirectory(this.#directory);
    } catch (fault) {
      await rm(draft, { force: true });
      throw fault;
    }
  }
}

/** The SHA-256 of a content, computed away from the calling thread: a large content would block it. */
async function digestOf(content: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', content as Uint8Array<ArrayBuffer>)).toString('hex');
}

/** Makes a rename in this directory durable. On Windows, where directories cannot be synced, it does nothing. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The names in a directory; none if it does not exist. */
export async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw fault;
  }
}
