import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../shared/errors.ts';
import { excessInWords, sizeInWords } from '../../shared/in-words.ts';
import type { DiskReserve } from './disk-reserve.ts';
import { documentLimitsOf, isOnOwnMachine, type Identity } from './identity.ts';
import { parseMediaType } from './media-type.ts';
import { TOMBSTONE_SECONDS, durationText, type RetentionTimes } from './retention.ts';
import type { Upload, UploadCaps, UploadFiles, UploadStore } from './ports.ts';
import { sha256, sha256Bytes } from '../sha256.ts';

/** Dependencies of uploads. */
export interface UploadsDeps {
  readonly store: UploadStore;
  readonly files: UploadFiles;
  readonly reserve: DiskReserve;
  readonly retention: Pick<RetentionTimes, 'uploadSeconds' | 'uploadUrlSeconds'>;
  readonly now: () => Date;
}

/** An announced upload. `contentType` is a media type. */
export interface AnnouncedUpload {
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** The request with the bytes of an upload. */
export interface UploadDelivery {
  readonly uploadId: string;
  /** The secret of the upload's address. */
  readonly token: string;
  readonly contentType: string | undefined;
  /** Null if it was not declared. */
  readonly declaredBytes: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Uploads of one identity may wait or be stored up to this number of inputs of the largest size. */
const PENDING_INPUTS_OF_ONE = 100;
/** Uploads of all identities together may have so many bytes. */
const PENDING_BYTES_OF_ALL = 5 * 1024 ** 3;

/** Accepts files before they are compared. */
export class Uploads {
  readonly #deps: UploadsDeps;
  /** Uploads whose bytes are being stored. */
  readonly #settling = new Set<string>();

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
  }

  /**
   * Announces an upload of this caller. `token` is the secret of its address. Throws `document_too_large`,
   * `rate_limited` if too many bytes are pending, or `storage_full`.
   */
  async announce(identity: Identity, upload: AnnouncedUpload): Promise<{ uploadId: string; token: string }> {
    const { store, reserve, retention } = this.#deps;
    const { oneBytes } = documentLimitsOf(identity);
    if (upload.sizeBytes > oneBytes) {
      const whose = isOnOwnMachine(identity) ? 'the limit' : `the limit of the plan ${identity.plan}`;
      throw new ServiceError(
        'document_too_large',
        `The input has ${excessInWords(upload.sizeBytes, oneBytes)}; ${whose} is ${sizeInWords(oneBytes)} for one input. Compare smaller parts.`,
        { bytes: upload.sizeBytes, limit: oneBytes },
      );
    }
    const uploadId = `upl_${randomBytes(16).toString('hex')}`;
    const token = randomBytes(32).toString('base64url');
    await reserve.check('Nothing was stored.', upload.sizeBytes);
    const record: Upload = {
      ...upload,
      uploadId,
      subject: identity.subject,
      tokenHash: sha256(token),
      createdAtSeconds: this.#seconds(),
      completedAtSeconds: null,
      hasBytes: false,
      file: uploadId,
    };
    const caps: UploadCaps = {
      ofSubject: Math.min(PENDING_INPUTS_OF_ONE * oneBytes, PENDING_BYTES_OF_ALL),
      ofAll: PENDING_BYTES_OF_ALL,
      announcedUntil: this.#seconds() - retention.uploadUrlSeconds,
    };
    const announced = await store.announceUpload(record, caps);
    if (announced.outcome === 'announced') return { uploadId, token };
    const [whose, limit] =
      announced.outcome === 'over-subject' ? ['of this caller', caps.ofSubject] : ['of all callers', caps.ofAll];
    throw new ServiceError(
      'rate_limited',
      `${sizeInWords(announced.pending)} of uploads ${whose} wait or are stored, and ${sizeInWords(upload.sizeBytes)} more would exceed the limit of ${sizeInWords(limit)}. Uploads are deleted after ${durationText(retention.uploadSeconds)}.`,
      { retryAfterSeconds: retention.uploadUrlSeconds },
    );
  }

  /**
   * Accepts the bytes of an upload. Throws `not_found` for an unknown address, `gone`, `upload_complete`,
   * `unsupported_media_type` or `upload_size_mismatch`. Then the upload stays unchanged, and incomplete bytes are
   * dropped.
   */
  async receive({ uploadId, token, contentType, declaredBytes, bytes }: UploadDelivery): Promise<void> {
    const { store, files, retention, now } = this.#deps;
    const upload = await store.findUpload(uploadId);
    if (upload === null || !timingSafeEqual(sha256Bytes(token), Buffer.from(upload.tokenHash, 'hex'))) {
      throw new ServiceError(
        'not_found',
        'There is no upload at this address. Use the whole uploadUrl as it was given.',
      );
    }
    if (this.#seconds() >= upload.createdAtSeconds + retention.uploadUrlSeconds) throw urlGone(retention);
    if (upload.completedAtSeconds !== null) throw alreadyComplete();
    const given = parseMediaType(contentType ?? '');
    if (given?.canonical !== parseMediaType(upload.contentType)?.canonical) {
      throw new ServiceError(
        'unsupported_media_type',
        `The upload was announced as ${upload.contentType}; send its bytes with exactly this Content-Type.`,
      );
    }
    const { sizeBytes } = upload;
    if (declaredBytes !== null && declaredBytes !== sizeBytes) throw sizeMismatch(String(declaredBytes), sizeBytes);
    const file = await files.receive(uploadId, bytes, sizeBytes);
    if (file.outcome !== 'whole') {
      throw sizeMismatch(file.outcome === 'longer' ? `more than ${sizeBytes}` : String(file.receivedBytes), sizeBytes);
    }
    // Of two concurrent senders the first one to finish wins. The other must not replace its bytes.
    if (this.#settling.has(uploadId)) {
      await file.drop();
      throw alreadyComplete();
    }
    this.#settling.add(uploadId);
    try {
      if ((await store.findUpload(uploadId))?.completedAtSeconds !== null) {
        await file.drop();
        throw alreadyComplete();
      }
      const name = await file.keep();
      if (!(await store.completeUpload(uploadId, name, now()))) {
        await file.drop();
        throw alreadyComplete();
      }
    } finally {
      file.settled();
      this.#settling.delete(uploadId);
    }
  }

  /** The complete upload of this caller. Throws `not_found`, `upload_incomplete` or `gone`. */
  async find(identity: Identity, uploadId: string): Promise<Upload> {
    const { store, retention } = this.#deps;
    const upload = await store.findUpload(uploadId);
    if (upload === null || upload.subject !== identity.subject) {
      throw new ServiceError(
        'not_found',
        'There is no such upload of this caller. An upload can only be used by the identity that announced it.',
      );
    }
    const now = this.#seconds();
    if (upload.completedAtSeconds === null) {
      if (now >= upload.createdAtSeconds + retention.uploadUrlSeconds) throw urlGone(retention);
      throw new ServiceError(
        'upload_incomplete',
        `The bytes of the upload have not arrived: PUT the ${upload.sizeBytes} bytes to its uploadUrl first.`,
      );
    }
    if (!upload.hasBytes || now >= upload.completedAtSeconds + retention.uploadSeconds) throw bytesGone(retention);
    return upload;
  }

  /** The bytes of an upload that `find` returned. Throws `gone` if they expired meanwhile. */
  async read({ file }: Upload): Promise<Uint8Array> {
    const bytes = await this.#deps.files.read(file);
    if (bytes === null) throw bytesGone(this.#deps.retention);
    return bytes;
  }

  /** Deletes expired bytes and unfinished files. */
  async sweep(): Promise<void> {
    const { store, files, retention } = this.#deps;
    const now = this.#seconds();
    const { uploadSeconds, uploadUrlSeconds } = retention;
    await store.dropUploads({
      completed: now - uploadSeconds,
      // A completed upload is older than its completion by at most the time of its address.
      announced: now - uploadUrlSeconds - uploadSeconds - TOMBSTONE_SECONDS,
    });
    await files.prune((file) => store.hasFile(file));
  }

  #seconds(): number {
    return Math.floor(this.#deps.now().getTime() / 1_000);
  }
}

function urlGone({ uploadUrlSeconds }: Pick<RetentionTimes, 'uploadUrlSeconds'>): ServiceError {
  return new ServiceError(
    'gone',
    `The address of an upload takes bytes for ${durationText(uploadUrlSeconds)}, and they are over. Announce the upload again.`,
  );
}

function bytesGone({ uploadSeconds }: Pick<RetentionTimes, 'uploadSeconds'>): ServiceError {
  return new ServiceError(
    'gone',
    `The bytes of an upload are kept for ${durationText(uploadSeconds)}, and they are gone. Upload the input again.`,
  );
}

function alreadyComplete(): ServiceError {
  return new ServiceError(
    'upload_complete',
    'The bytes of this upload arrived before, and it takes them once. Use its uploadId, or announce another upload.',
  );
}

function sizeMismatch(received: string, sizeBytes: number): ServiceError {
  return new ServiceError(
    'upload_size_mismatch',
    `The upload was announced with ${sizeBytes} bytes, and ${received} came. Send exactly the announced bytes, or announce another upload.`,
  );
}
