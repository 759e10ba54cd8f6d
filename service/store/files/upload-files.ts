import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile, UploadFiles } from '../../admission/ports.ts';
import { namesIn, syncDirectory } from './content-files.ts';
import type { FaultPoint } from '../fault-point.ts';
import { withPauses } from '../pauses.ts';

/**
 * The bytes of uploads, each in a file named by the upload's id, which is never a caller's text. A file is complete
 * as soon as its name exists: it is written under another name, synced and renamed.
 */
export class DirectoryUploadFiles implements UploadFiles {
  readonly #directory: string;
  readonly #at: (point: FaultPoint) => void;
  /** Names of files that are being written, or that no record refers to yet. */
  readonly #underWay = new Set<string>();

  /** Creates `directory` if it is missing. `atFaultPoint`: see `FAULT_POINTS`. */
  constructor(directory: string, atFaultPoint: (point: FaultPoint) => void) {
    this.#directory = directory;
    this.#at = atFaultPoint;
  }

  async receive(uploadId: string, bytes: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<ReceivedFile> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const draft = `${uploadId}.${randomBytes(6).toString('hex')}`;
    const path = join(this.#directory, draft);
    this.#underWay.add(draft);
    try {
      const received = await this.#write(path, bytes, sizeBytes);
      if (received === sizeBytes) {
        this.#at('upload-written');
        return {
          outcome: 'whole',
          keep: () => this.#keep(draft, uploadId),
          drop: () => this.#drop(draft),
          settled: () => void this.#underWay.delete(uploadId),
        };
      }
      await this.#drop(draft);
      return received > sizeBytes ? { outcome: 'longer' } : { outcome: 'shorter', receivedBytes: received };
    } catch (fault) {
      await this.#drop(draft);
      throw fault;
    }
  }

  async read(uploadId: string): Promise<Uint8Array | null> {
    try {
      return await readFile(join(this.#directory, uploadId));
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw fault;
    }
  }

  async prune(isNeeded: (uploadId: string) => Promise<boolean>): Promise<void> {
    for await (const name of withPauses(await namesIn(this.#directory))) {
      if (this.#underWay.has(name) || (await isNeeded(name)) || this.#underWay.has(name)) continue;
      await rm(join(this.#directory, name), { force: true });
    }
  }

  /** Writes until the source ends or exceeds `sizeBytes`. Returns the number of received bytes. */
  async #write(path: string, bytes: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<number> {
    const file = await open(path, 'wx', 0o600);
    try {
      let received = 0;
      for await (const part of bytes) {
        received += part.byteLength;
        if (received > sizeBytes) return received;
        await file.writeFile(part);
        this.#at('upload-half-written');
      }
      await file.sync();
      return received;
    } finally {
      await file.close();
    }
  }

  async #keep(draft: string, uploadId: string): Promise<string> {
    this.#underWay.add(uploadId);
    try {
      await rename(join(this.#directory, draft), join(this.#directory, uploadId));
      await syncDirectory(this.#directory);
      this.#at('upload-renamed');
      return uploadId;
    } catch (fault) {
      this.#underWay.delete(uploadId);
      throw fault;
    } finally {
      this.#underWay.delete(draft);
    }
  }

  async #drop(draft: string): Promise<void> {
    await rm(join(this.#directory, draft), { force: true });
    this.#underWay.delete(draft);
  }
}
