/** What admission needs of the world. `service/store` implements these; `service/start-service.ts` passes the implementations in. */
import type { Plan } from '../../shared/api/usage.ts';

/** A transaction of the store, as its methods take it. Only the store looks inside. */
export interface Transaction {
  readonly transaction: unique symbol;
}

/** An account. */
export interface Account {
  readonly accountId: string;
  readonly isOwner: boolean;
  readonly plan: Plan;
  readonly name: string;
  /** Null: what the plan allows. */
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

/** Accounts and their keys. */
export interface AccountStore {
  createAccount(account: Account): Promise<void>;
  findAccount(accountId: string): Promise<Account | null>;
  owner(): Promise<Account>;
  /** Oldest first. */
  listAccounts(): Promise<Account[]>;
  createKey(key: ApiKey, keyHash: string): Promise<void>;
  /** The key with this hash, revoked or not, and its account; notes the time of its use. */
  useKey(keyHash: string, at: Date): Promise<{ key: ApiKey; account: Account } | null>;
  /** Oldest first; of one account, or of all. */
  listKeys(accountId: string | null): Promise<ApiKey[]>;
  /** Revokes a key, of one account or of any; a revoked one stays as it is. Returns the key, or null when there is none. */
  revokeKey(keyId: string, accountId: string | null, at: Date): Promise<ApiKey | null>;
  /** Whether a key that is not revoked belongs to an extension of this origin. */
  isPairedOrigin(origin: string): Promise<boolean>;
}

/** An answer as it was given, to be given again byte for byte. */
export interface RetainedReply {
  readonly status: number;
  /** Beside `x-request-id`, which is `requestId`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly body: Uint8Array;
}

/** The claim of an operation, with what it costs. */
export interface Claim {
  readonly operationId: string;
  readonly subject: string;
  /** Method and path pattern: a key means one thing at each endpoint. */
  readonly endpoint: string;
  /** Null: the operation has no key, and nothing of it is retained. */
  readonly key: OperationKey | null;
  readonly requestId: string;
  readonly units: number;
  /** Units that the subject may use in the month of `at`. */
  readonly allowance: number;
  readonly at: Date;
}

/** An idempotency key with the request it came with; both as SHA-256 in hexadecimal digits. */
export interface OperationKey {
  readonly keyHash: string;
  readonly bodyHash: string;
}

/** An operation that was admitted under a key before. */
export interface KnownOperation {
  readonly bodyHash: string;
  /** Unix time of its admission. */
  readonly claimedAtSeconds: number;
  /** Null: it is not finished, and never will be if the process that ran it has died. */
  readonly reply: (() => Promise<RetainedReply>) | null;
}

/** What became of a claim; `used` are the subject's units of the month, the claim's included if it was admitted. */
export type ClaimOutcome =
  | { readonly outcome: 'admitted'; readonly used: number }
  | { readonly outcome: 'over-allowance'; readonly used: number }
  | { readonly outcome: 'known'; readonly operation: KnownOperation };

/** The end of an operation. */
export interface OperationEnd {
  readonly operationId: string;
  /** Return the units that were charged: nothing was delivered. */
  readonly giveBack: boolean;
  /** The answer to retain; ignored for an operation without key. */
  readonly reply: RetainedReply | null;
}

/** Operations, their charges, and the replies of those with a key. Every method is one transaction. */
export interface OperationStore {
  /** Units counted for a subject in the month (UTC) of `at`. */
  unitsUsed(subject: string, at: Date): Promise<number>;
  findOperation(subject: string, endpoint: string, keyHash: string): Promise<KnownOperation | null>;
  /** Admits an operation and charges its units, unless its key is known or the allowance does not suffice. */
  claim(claim: Claim): Promise<ClaimOutcome>;
  /** Ends an operation together with `alongside`: all of it is stored, or nothing. */
  finish(end: OperationEnd, alongside: ((transaction: Transaction) => Promise<void>) | null): Promise<void>;
  /**
   * To be called before the first claim of a process: what ran when the last one died gets its units back, and stays
   * blocked if it had a key. Returns how many there were.
   */
  recover(): Promise<number>;
  /** Drops the replies of operations admitted at this Unix time or before. The keys stay known. */
  sweepReplies(admittedUntilSeconds: number): Promise<void>;
}

/** A file that a caller announced, and sent in or not yet. Times are Unix seconds. */
export interface Upload {
  readonly uploadId: string;
  readonly subject: string;
  /** As the caller wrote it; never part of a path. */
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** SHA-256 of the secret in its address, in hexadecimal digits. */
  readonly tokenHash: string;
  readonly createdAtSeconds: number;
  readonly completedAtSeconds: number | null;
  /** Whether its bytes are (still) there. */
  readonly hasBytes: boolean;
}

/** The records of uploads. */
export interface UploadStore {
  insertUpload(upload: Upload): Promise<void>;
  findUpload(uploadId: string): Promise<Upload | null>;
  /** Notes that all bytes are there. */
  completeUpload(uploadId: string, at: Date): Promise<void>;
  /** Whether the record says that the bytes are there. */
  hasBytes(uploadId: string): Promise<boolean>;
  /** Notes the bytes of uploads completed at this Unix time or before as gone, and forgets uploads announced until then. */
  dropUploads(until: { readonly completed: number; readonly announced: number }): Promise<void>;
}

/** Bytes as they were received: whole under a name of their own, or not as long as announced and dropped. */
export type ReceivedFile =
  | {
      readonly outcome: 'whole';
      /** Gives the file its final name. */
      readonly keep: () => Promise<void>;
      /** To be called when the record refers to the file, or will not. */
      readonly settled: () => void;
      /** Deletes the file instead of keeping it. */
      readonly drop: () => Promise<void>;
    }
  | { readonly outcome: 'shorter'; readonly receivedBytes: number }
  | { readonly outcome: 'longer' };

/** The bytes of uploads. */
export interface UploadFiles {
  /** Writes the bytes as they come, and stops at the first beyond `sizeBytes`. Throws what the source throws. */
  receive(uploadId: string, bytes: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<ReceivedFile>;
  /** Null: they are not there. */
  read(uploadId: string): Promise<Uint8Array | null>;
  /** Deletes all bytes that `isNeeded` does not want, except those under way. */
  prune(isNeeded: (uploadId: string) => Promise<boolean>): Promise<void>;
}

/** A session of the browser page. Times are Unix seconds. */
export interface PageSession {
  readonly sessionId: string;
  /** SHA-256 of the cookie's secret, in hexadecimal digits. */
  readonly secretHash: string;
  readonly createdAtSeconds: number;
  readonly expiresAtSeconds: number;
}

/** One-time links and the sessions that they opened. */
export interface PageSessionStore {
  insertLink(codeHash: string, expiresAtSeconds: number): Promise<void>;
  /** Deletes a link. True: it was there, and good at this time. */
  takeLink(codeHash: string, nowSeconds: number): Promise<boolean>;
  insertSession(session: PageSession): Promise<void>;
  findSession(sessionId: string): Promise<PageSession | null>;
  extendSession(sessionId: string, expiresAtSeconds: number): Promise<void>;
  deleteSession(sessionId: string): Promise<void>;
  /** Forgets links and sessions that ended before this time. */
  dropEnded(nowSeconds: number): Promise<void>;
}
