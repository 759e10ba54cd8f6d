import { randomBytes } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectPlace } from '../../configuration/configuration.ts';
import { unavailable } from '../stores/unavailable.ts';

const CONNECT_MS = 3_000;
const REQUEST_MS = 20_000;
const TRIES = 3;

/**
 * Objects by name in an S3-compatible store. It uses only PUT, GET, DELETE and the list of a bucket, which all such
 * stores have. The credentials are those of the AWS tools: environment, file, or the role of the machine. Throws
 * `unavailable` while the store cannot be reached.
 */
export class ObjectStore {
  readonly #client: S3Client;
  readonly #place: ObjectPlace;

  constructor(place: ObjectPlace) {
    this.#place = place;
    this.#client = new S3Client({
      region: place.region,
      ...(place.endpoint === null ? {} : { endpoint: place.endpoint, forcePathStyle: true }),
      // Newer checksums are unknown to some stores. The names of our objects contain one.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: TRIES,
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
    });
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#send(() => this.#client.send(new PutObjectCommand({ ...this.#named(name), Body: bytes })));
  }

  /** Null if there is no such object. */
  async get(name: string): Promise<Uint8Array | null> {
    return await this.#send(async () => {
      try {
        const { Body: body } = await this.#client.send(new GetObjectCommand(this.#named(name)));
        return body === undefined ? new Uint8Array() : await body.transformToByteArray();
      } catch (fault) {
        if (fault instanceof NoSuchKey) return null;
        throw fault;
      }
    });
  }

  /** An object that is not there counts as deleted. */
  async delete(name: string): Promise<void> {
    await this.#send(() => this.#client.send(new DeleteObjectCommand(this.#named(name))));
  }

  /** The names of objects that begin with `start` and were written before `before`. */
  async *namesBefore(start: string, before: Date): AsyncGenerator<string> {
    const { bucket, prefix } = this.#place;
    let next: string | undefined;
    do {
      const page = await this.#send(() =>
        this.#client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}${start}`, ContinuationToken: next }),
        ),
      );
      for (const { Key: key, LastModified: at } of page.Contents ?? []) {
        if (key !== undefined && at !== undefined && at < before) yield key.slice(prefix.length);
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
  }

  /** Writes, reads, lists and deletes one small object. Throws `unavailable` with the step and the reason of the store. */
  async check(): Promise<void> {
    const [name, content] = [`checks/${randomBytes(8).toString('hex')}`, randomBytes(8)];
    await inStep('written', this.#place, () => this.put(name, content));
    await inStep('read', this.#place, async () => {
      const found = await this.get(name);
      if (found === null || !content.equals(found)) throw new Error('the store gives another content back');
    });
    await inStep('listed', this.#place, async () => {
      await this.namesBefore(name, new Date()).next();
    });
    await inStep('deleted', this.#place, () => this.delete(name));
  }

  close(): void {
    this.#client.destroy();
  }

  #named(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#place.bucket, Key: `${this.#place.prefix}${name}` };
  }

  async #send<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (fault) {
      // For a caller, refused credentials are the same as a broken connection. The log has the cause.
      throw unavailable('object store', fault);
    }
  }
}

/** Does a step of the check. The fault names the step and what the store said, such as `AccessDenied`. */
async function inStep(step: string, { bucket }: ObjectPlace, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (fault) {
    const { cause = fault } = fault as Error;
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw unavailable(
      'object store',
      new Error(`no object can be ${step} in the bucket ${bucket}: ${reason}`, { cause }),
    );
  }
}
