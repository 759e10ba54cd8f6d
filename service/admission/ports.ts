/** The ports of admission. `service/store` implements them. `service/start-service.ts` connects them. */
import type { Plan } from '../../shared/api/usage.ts';

/** A transaction of the store. Only the store looks inside. */
export interface Transaction {
  readonly transaction: unique symbol;
}

/** An account. */
export interface Account {
  readonly accountId: string;
  readonly isOwner: boolean;
  readonly plan: Plan;
  readonly name: string;
  /** Null: the plan's allowance applies. */
  readonly unitsPerMonth: number | null;
  /** Unix time. */
  readonly createdAtSeconds: number;
}

/** An API key without its secret. Times are Unix seconds. */
export interface ApiKey {
  readonly keyId: string;
  readonly accountId: string;
  readonly name: string;
  /** Origin of the extension that was paired with this key. */
  readonly extensionOrigin: string | null;
  readonly createdAtSeconds: number;
  /** To the minute. */
  readonly lastUsedAtSeconds: number | null;
  readonly revokedAtSeconds: number | null;
}

/** A reply that can be repeated byte for byte. */
export interface RetainedReply {
  readonly status: number;
  /** Headers except `x-request-id`, which is `requestId`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly body: Uint8Array;
}

/** The claim of an operation, with its cost. */
export interface Claim {
  readonly operationId: string;
  readonly subject: string;
  /** Method and path pattern. The same key at another endpoint is another key. */
  readonly endpoint: string;
  /** Null: the operation has no key, and nothing of it is retained. */
  readonly key: OperationKey | null;
  readonly requestId: string;
  readonly units: number;
  /** The subject's allowance in the month of `at`. */
  readonly allowance: number;
  readonly at: Date;
}

/** An idempotency key and its request, both as SHA-256 in hexadecimal digits. */
export interface OperationKey {
  readonly keyHash: string;
  readonly bodyHash: string;
}

/** An operation that was admitted under a key before. */
export interface KnownOperation {
  readonly bodyHash: string;
  /** Unix time of its admission. */
  readonly claimedAtSeconds: number;
  /** Null: it has not finished. It never will if its process died. Returns null if the reply is kept no longer. */
  readonly reply: (() => Promise<RetainedReply | null>) | null;
}

/** The outcome of a claim. `used` are the subject's units of the month, including an admitted claim. */
export type ClaimOutcome =
  | { readonly outcome: 'admitted'; readonly used: number }
  | { readonly outcome: 'over-allowance'; readonly used: number }
  | { readonly outcome: 'known'; readonly operation: KnownOperation };

/** The end of an operation. */
export interface OperationEnd {
  readonly operationId: string;
  /** Whether to refund the units, because nothing was delivered. */
  readonly giveBack: boolean;
  /** The reply to retain. It is ignored for an operation without a key. */
  readonly reply: RetainedReply | null;
}

/** An operation cannot end, because it does not run: it has ended before. */
export class OperationNotRunning extends Error {
  override name = 'OperationNotRunning';

  constructor(operationId: string) {
    super(`The operation ${operationId} does not run.`);
  }
}

/** Operations, their charges, and the replies of those with a key. Every method is one transaction. */
export interface OperationStore {
  /** Units of a subject in the month (UTC) of `at`. */
  unitsUsed(subject: string, at: Date): Promise<number>;
  findOperation(subject: string, endpoint: string, keyHash: string): Promise<KnownOperation | null>;
  /** Admits an operation and charges its units, unless its key is known or the allowance is too small. */
  claim(claim: Claim): Promise<ClaimOutcome>;
  /** Ends an operation together with `alongside`, in one transaction. Throws `OperationNotRunning`. */
  finish(end: OperationEnd, alongside: ((transaction: Transaction) => Promise<void>) | null): Promise<void>;
  /**
   * Call it before the first claim of a process. Operations that ran when the last process died are refunded; those
   * with a key stay blocked. Returns their number.
   */
  recover(): Promise<number>;
  /** Deletes the replies of operations admitted at this Unix time or before. The keys stay known. */
  sweepReplies(admittedUntilSeconds: number): Promise<void>;
}

/** An announced file, with or without its bytes. Times are Unix seconds. */
export interface Upload {
  readonly uploadId: string;
  readonly subject: string;
  /** The caller's name for it. It never becomes part of a path. */
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** SHA-256 of the secret in its address, in hexadecimal digits. */
  readonly tokenHash: string;
  readonly createdAtSeconds: number;
  readonly completedAtSeconds: number | null;
  /** Whether its bytes are stored. */
  readonly hasBytes: boolean;
  /** Name of the file with its bytes. */
  readonly file: string;
}

/** How many bytes of uploads may be pending: announced within the life of their address, or stored. */
export interface UploadCaps {
  /** Of one identity. */
  readonly ofSubject: number;
  /** Of all identities together. */
  readonly ofAll: number;
  /** Uploads announced at this Unix time or before, and not completed, are not pending. */
  readonly announcedUntil: number;
}

/** The outcome of an announcement. `pending` are the bytes without the new upload. */
export type AnnouncementOutcome =
  { readonly outcome: 'announced' } | { readonly outcome: 'over-subject' | 'over-all'; readonly pending: number };

/** The records of uploads. */
export interface UploadStore {
  /** Records an announced upload, unless the pending bytes with it would exceed a cap. */
  announceUpload(upload: Upload, caps: UploadCaps): Promise<AnnouncementOutcome>;
  findUpload(uploadId: string): Promise<Upload | null>;
  /** Records that all bytes are stored, in this file. False if those of another sender were stored before. */
  completeUpload(uploadId: string, file: string, at: Date): Promise<boolean>;
  /** Whether a record says that its bytes are stored in this file. */
  hasFile(file: string): Promise<boolean>;
  /**
   * Marks the bytes of uploads completed at this Unix time or before as deleted, and deletes uploads announced until
   * then.
   */
  dropUploads(until: { readonly completed: number; readonly announced: number }): Promise<void>;
}

/** Received bytes. They are complete under a temporary name, or they were dropped because their length is wrong. */
export type ReceivedFile =
  | {
      readonly outcome: 'whole';
      /** Gives the file its final name, and returns it. */
      readonly keep: () => Promise<string>;
      /** Call it once the record refers to the file, or never will. */
      readonly settled: () => void;
      /** Deletes the file instead of keeping it. */
      readonly drop: () => Promise<void>;
    }
  | { readonly outcome: 'shorter'; readonly receivedBytes: number }
  | { readonly outcome: 'longer' };

/** The bytes of uploads. */
export interface UploadFiles {
  /** Writes the bytes as they arrive, and stops at the first one beyond `sizeBytes`. Throws what the source throws. */
  receive(uploadId: string, bytes: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<ReceivedFile>;
  /** Null if they are not stored. */
  read(file: string): Promise<Uint8Array | null>;
  /** Deletes all bytes that `isNeeded` rejects, except those being written. */
  prune(isNeeded: (file: string) => Promise<boolean>): Promise<void>;
}

/** A session of the browser page. Times are Unix seconds. */
export interface PageSession {
  readonly sessionId: string;
  /** SHA-256 of the cookie's secret, in hexadecimal digits. */
  readonly secretHash: string;
  readonly createdAtSeconds: number;
  readonly expiresAtSeconds: number;
}

/** A pairing of an extension that has not ended. */
export interface LivePairing {
  readonly pairingId: string;
  readonly extensionOrigin: string;
  /** The network of the caller. */
  readonly address: string;
  readonly name: string;
  readonly code: string;
  readonly challenge: Uint8Array;
  /** Unix time in milliseconds. */
  readonly beganAt: number;
  readonly confirmed: boolean;
  readonly wrongTries: number;
}

/** Waiting pairings. They are few and live for minutes. */
export interface PairingStore {
  insert(pairing: LivePairing): Promise<void>;
  /** Oldest first. */
  all(): Promise<LivePairing[]>;
  find(pairingId: string): Promise<LivePairing | null>;
  confirm(pairingId: string): Promise<void>;
  /** Counts a wrong code or verifier. Returns their number; 0 if there is no such pairing. */
  countWrongTry(pairingId: string): Promise<number>;
  /** False if there is no such pairing. */
  remove(pairingId: string): Promise<boolean>;
}
