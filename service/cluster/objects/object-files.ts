import { randomBytes } from 'node:crypto';
import type { ReceivedFile, UploadFiles } from '../../admission/ports.ts';
import type { StoredFiles, WrittenFile } from '../../store/files/stored-files.ts';
import type { ObjectStore } from './object-store.ts';
import { sha256 } from '../../sha256.ts';

/** An object without a row is deleted at this age. Between the object and its row there are seconds. */
const STRAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Files as objects of one kind. Every write has a name of its own, so that nothing is ever replaced:
 * `<kind>/<random>.<SHA-256>`. The database notes the names that rows drop, and `deleteDroppedObjects` deletes their objects.
 */
export class ObjectFiles implements StoredFiles {
  readonly #objects: ObjectStore;
  readonly #kind: string;
  #listedAt: number;

  constructor(objects: ObjectStore, kind: 'replies' | 'artifacts' | 'pages' | 'uploads') {
    this.#objects = objects;
    this.#kind = kind;
    this.#listedAt = performance.now();
  }

  async write(content: Uint8Array): Promise<WrittenFile> {
    const name = `${this.#kind}/${randomBytes(16).toString('hex')}.${sha256(content)}`;
    await this.#objects.put(name, content);
    // What cannot be deleted now is deleted as a stray object later.
    const drop = (): Promise<void> => this.#objects.delete(name).catch(() => undefined);
    return { name, release: () => undefined, drop };
  }

  async readIfThere(name: string): Promise<Uint8Array | null> {
    const content = await this.#objects.get(name);
    if (content !== null && !name.endsWith(sha256(content))) throw new Error(`The object ${name} is damaged.`);
    return content;
  }

  async delete(name: string): Promise<void> {
    await this.#objects.delete(name);
  }

  /** Deletes stray objects, once a day: those of a process that died between the object and its row. */
  async prune(isNeeded: (name: string) => Promise<boolean>): Promise<void> {
    if (performance.now() - this.#listedAt < STRAY_MS) return;
    await this.pruneBefore(new Date(Date.now() - STRAY_MS), isNeeded);
    this.#listedAt = performance.now();
  }

  /** Deletes the objects written before `before` that `isNeeded` rejects. */
  async pruneBefore(before: Date, isNeeded: (name: string) => Promise<boolean>): Promise<void> {
    for await (const name of this.#objects.namesBefore(`${this.#kind}/`, before)) {
      if (!(await isNeeded(name))) await this.#objects.delete(name);
    }
  }
}

/** The bytes of uploads as objects. Of several senders the row of the upload decides which one counts. */
export class ObjectUploadFiles implements UploadFiles {
  readonly #files: ObjectFiles;

  constructor(objects: ObjectStore) {
    this.#files = new ObjectFiles(objects, 'uploads');
  }

  /** The bytes wait in memory, because a plan allows ten MiB an input, and the store wants to know them whole. */
  async receive(_uploadId: string, bytes: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<ReceivedFile> {
    const parts: Uint8Array[] = [];
    let received = 0;
    for await (const part of bytes) {
      received += part.byteLength;
      if (received > sizeBytes) return { outcome: 'longer' };
      parts.push(part);
    }
    if (received < sizeBytes) return { outcome: 'shorter', receivedBytes: received };
    let name: string | null = null;
    return {
      outcome: 'whole',
      keep: async () => {
        ({ name } = await this.#files.write(Buffer.concat(parts)));
        return name;
      },
      drop: async () => {
        if (name !== null) await this.#files.delete(name);
      },
      settled: () => undefined,
    };
  }

  async read(file: string): Promise<Uint8Array | null> {
    return file === '' ? null : await this.#files.readIfThere(file);
  }

  async prune(isNeeded: (file: string) => Promise<boolean>): Promise<void> {
    await this.#files.prune(isNeeded);
  }
}
