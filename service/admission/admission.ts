import { createHash, randomBytes } from 'node:crypto';
import type { Usage } from '../../shared/api/usage.ts';
import { ServiceError } from '../../shared/errors.ts';
import { durationText, type RetentionTimes } from './retention.ts';
import { usageOf, type Identity } from './identity.ts';
import type { KnownOperation, OperationKey, OperationStore, RetainedReply, Transaction } from './ports.ts';

/** An operation as it asks to be admitted. */
export interface AdmissionRequest {
  readonly identity: Identity;
  /** Method and path pattern. */
  readonly endpoint: string;
  readonly requestId: string;
  /** The idempotency key, checked for its syntax; null without one and for an anonymous caller. */
  readonly key: OperationKey | null;
}

/** An operation that was admitted and charged. Exactly one of its three endings has to be called. */
export interface AdmittedOperation {
  readonly units: number;
  /** The caller's month with these units. */
  readonly usage: Usage;
  /** It has a key: it goes on when the caller leaves, and its reply is retained. */
  readonly keyed: boolean;
  /**
   * It delivered: the charge stands, the reply is retained if there is a key, and `alongside` is stored, all in one
   * transaction. The reply may be sent once this has returned.
   */
  complete(reply: RetainedReply, alongside?: Alongside): Promise<void>;
  /** It delivered nothing: the units are given back; the reply, an error, is retained if there is a key. */
  fail(reply: RetainedReply): Promise<void>;
  /** The caller left before anything was delivered: the units are given back. Not for an operation with a key. */
  cancel(): Promise<void>;
}

type Alongside = (transaction: Transaction) => Promise<void>;

/** What admission works with. */
export interface AdmissionDeps {
  readonly operations: OperationStore;
  readonly retention: Pick<RetentionTimes, 'replySeconds'>;
  readonly now: () => Date;
}

/** Lets operations in: each key once, and as long as the month's allowance lasts (specification section 8, rule 4). */
export class Admission {
  readonly #deps: AdmissionDeps;
  /** Operations that were admitted and have not ended. */
  readonly #running = new Set<string>();
  #onIdle: (() => void) | null = null;
  #hasStopped = false;

  constructor(deps: AdmissionDeps) {
    this.#deps = deps;
  }

  /**
   * Waits until no operation runs, at most this long; for the end of the process, when no more are let in. What still
   * runs then is marked: one with a key fails no more, but stays blocked as after a crash, because it may have begun.
   */
  async drain(mostMs: number): Promise<void> {
    if (this.#running.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, mostMs);
        this.#onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#hasStopped = true;
  }

  /** Drops replies that are retained no longer. */
  async sweep(): Promise<void> {
    const { operations, retention, now } = this.#deps;
    await operations.sweepReplies(Math.floor(now().getTime() / 1_000) - retention.replySeconds);
  }

  /** The caller's month as it stands. */
  async usage(identity: Identity): Promise<Usage> {
    const { operations, now } = this.#deps;
    return usageOf(identity, await operations.unitsUsed(identity.subject, now()));
  }

  /**
   * The reply to a request whose exact bytes were admitted under the same key before, null when they were not. Such a
   * request has passed every check of its content already, so that it is answered before they are made again: the
   * uploads that it named may be gone by now. Throws `idempotency_in_progress`, `idempotency_expired`,
   * `idempotency_unavailable`.
   */
  async earlierReply({ identity, endpoint, key }: AdmissionRequest): Promise<RetainedReply | null> {
    if (key === null) return null;
    return await availably(true, async () => {
      const known = await this.#deps.operations.findOperation(identity.subject, endpoint, key.keyHash);
      if (known === null || known.bodyHash !== key.bodyHash) return null;
      return await this.#replyOf(known, key);
    });
  }

  /**
   * Claims the key and charges the units in one transaction. Returns the operation, or the reply that is retained
   * under the key. Throws `quota_exceeded`, `idempotency_in_progress`, `idempotency_conflict`, `idempotency_expired`,
   * `idempotency_unavailable`; then nothing was claimed or charged.
   */
  async admit(request: AdmissionRequest, units: number): Promise<AdmittedOperation | RetainedReply> {
    const { identity, endpoint, requestId, key } = request;
    const operationId = `op_${randomBytes(16).toString('hex')}`;
    const { subject, unitsPerMonth: allowance } = identity;
    return await availably(key !== null, async () => {
      const at = this.#deps.now();
      const claim = { operationId, subject, endpoint, key, requestId, units, allowance, at };
      const outcome = await this.#deps.operations.claim(claim);
      switch (outcome.outcome) {
        case 'known':
          return await this.#replyOf(outcome.operation, key);
        case 'over-allowance':
          throw quotaExceeded(identity, units, outcome.used);
        case 'admitted':
          return this.#admitted(operationId, units, usageOf(identity, outcome.used), key !== null);
      }
    });
  }

  #admitted(operationId: string, units: number, usage: Usage, keyed: boolean): AdmittedOperation {
    const { operations } = this.#deps;
    this.#running.add(operationId);
    const end = async (giveBack: boolean, reply: RetainedReply | null, alongside: Alongside | null): Promise<void> => {
      try {
        await availably(keyed, () => operations.finish({ operationId, giveBack, reply }, alongside));
      } finally {
        this.#ended(operationId);
      }
    };
    return {
      units,
      usage,
      keyed,
      complete: (reply, alongside) => end(false, reply, alongside ?? null),
      fail: async (reply) => {
        if (keyed && this.#hasStopped) this.#ended(operationId);
        else await end(true, reply, null);
      },
      cancel: () => end(true, null, null),
    };
  }

  #ended(operationId: string): void {
    this.#running.delete(operationId);
    if (this.#running.size === 0) this.#onIdle?.();
  }

  async #replyOf(known: KnownOperation, key: OperationKey | null): Promise<RetainedReply> {
    const { now, retention } = this.#deps;
    const { replySeconds } = retention;
    if (now().getTime() / 1_000 - known.claimedAtSeconds >= replySeconds) {
      throw new ServiceError(
        'idempotency_expired',
        `The reply of this Idempotency-Key was kept for ${durationText(replySeconds)} and is gone, and the key cannot run again. Use a new key for a new operation.`,
      );
    }
    if (known.reply === null) {
      throw new ServiceError(
        'idempotency_in_progress',
        'The operation of this Idempotency-Key is not finished. Ask again with the same key and the same bytes.',
        { retryAfterSeconds: IN_PROGRESS_RETRY_SECONDS },
      );
    }
    if (known.bodyHash !== key?.bodyHash) {
      throw new ServiceError(
        'idempotency_conflict',
        'This Idempotency-Key was used with other request bytes. Send exactly the same bytes, or use a new key for a new operation.',
      );
    }
    return await known.reply();
  }
}

/** `Retry-After` of an operation in progress (specification section 7). */
const IN_PROGRESS_RETRY_SECONDS = 1;

/** Whether admission gave back the reply of an earlier operation. */
export function isReply(admitted: AdmittedOperation | RetainedReply): admitted is RetainedReply {
  return 'body' in admitted;
}

/** The key and the exact bytes of a request as the store knows them. */
export function operationKey(idempotencyKey: string, body: Uint8Array): OperationKey {
  return { keyHash: sha256(idempotencyKey), bodyHash: sha256(body) };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Tells a failure of the storage of idempotency records from all others. */
async function availably<T>(keyed: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (!keyed || fault instanceof ServiceError) throw fault;
    throw new ServiceError(
      'idempotency_unavailable',
      'The records of Idempotency-Keys cannot be read or written now. Try again later with the same key and the same bytes.',
      {},
      { cause: fault },
    );
  }
}

function quotaExceeded({ plan, unitsPerMonth }: Identity, units: number, used: number): ServiceError {
  return new ServiceError(
    'quota_exceeded',
    `This operation costs ${units} ${units === 1 ? 'unit' : 'units'}, and ${used} of the ${unitsPerMonth} units a month of the plan ${plan} are used. The count begins anew with the next calendar month (UTC).`,
  );
}
