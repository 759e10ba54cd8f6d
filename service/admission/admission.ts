import { randomBytes } from 'node:crypto';
import type { Usage } from '../../shared/api/usage.ts';
import type { ErrorBody } from '../../shared/api/error-body.ts';
import { ServiceError } from '../../shared/errors.ts';
import { sizeInWords } from '../../shared/in-words.ts';
import type { DiskReserve } from './disk-reserve.ts';
import { durationText, type RetentionTimes } from './retention.ts';
import { METERED_UNIT_BYTES } from '../../shared/limits.ts';
import { isOnOwnMachine, usageOf, type Identity } from './identity.ts';
import {
  OperationNotRunning,
  type KnownOperation,
  type OperationEnd,
  type OperationKey,
  type OperationStore,
  type RetainedReply,
  type Transaction,
} from './ports.ts';
import { storageFault, storageFaultKind, storageFaultText, storageFull } from '../../shared/storage-fault.ts';
import { sha256 } from '../sha256.ts';

/** An operation that requests admission. */
export interface AdmissionRequest {
  readonly identity: Identity;
  /** Method and path pattern. */
  readonly endpoint: string;
  readonly requestId: string;
  /** The idempotency key with valid syntax. Null without one, and for an anonymous caller. */
  readonly key: OperationKey | null;
}

/** What of an operation is stored and may be large: its result with its reply, or its reply alone if it has a key. */
export type LargeOutcome = 'result' | 'reply' | null;

/** An admitted and charged operation. Call exactly one of its three endings. */
export interface AdmittedOperation {
  readonly units: number;
  /** The caller's month including these units. */
  readonly usage: Usage;
  /** Whether it has a key: it then continues when the caller leaves, and its reply is retained. */
  readonly keyed: boolean;
  /**
   * The operation delivered. The charge remains, a reply with a key is retained, and `alongside` is stored, all in
   * one transaction. Send the reply only after this has returned.
   */
  complete(reply: RetainedReply, alongside?: Alongside): Promise<void>;
  /** The operation delivered nothing. The units are refunded, and an error reply with a key is retained. */
  fail(reply: RetainedReply): Promise<void>;
  /** The caller left before anything was delivered. The units are refunded. Not for an operation with a key. */
  cancel(): Promise<void>;
}

type Alongside = (transaction: Transaction) => Promise<void>;

/** Dependencies of admission. */
export interface AdmissionDeps {
  readonly operations: OperationStore;
  readonly reserve: DiskReserve;
  readonly retention: Pick<RetentionTimes, 'replySeconds'>;
  readonly now: () => Date;
}

/** Admits operations: each key once, and within the month's allowance. */
export class Admission {
  readonly #deps: AdmissionDeps;
  /** Admitted operations that have not ended. */
  readonly #running = new Set<string>();
  /** Endings that could not be stored, by operation. They are tried again until the store takes them. */
  readonly #unstored = new Map<string, OperationEnd>();
  #onIdle: (() => void) | null = null;
  #hasStopped = false;

  constructor(deps: AdmissionDeps) {
    this.#deps = deps;
  }

  /**
   * Waits until no operation runs, up to a maximum time. Call it at the end of the process, when no more are
   * admitted. Operations that still run are marked. One with a key stays blocked as after a crash, because it may
   * have begun.
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

  /** Stores endings that could not be stored before, and deletes replies past their retention. */
  async sweep(): Promise<void> {
    const { operations, retention, now } = this.#deps;
    try {
      await this.storeLeftOver();
    } finally {
      // Also on a full disk: deleting replies makes room.
      await operations.sweepReplies(Math.floor(now().getTime() / 1_000) - retention.replySeconds);
    }
  }

  /** The caller's current month. */
  async usage(identity: Identity): Promise<Usage> {
    const { operations, now } = this.#deps;
    return usageOf(identity, await operations.unitsUsed(identity.subject, now()));
  }

  /**
   * The reply to a request whose exact bytes were admitted under the same key before; null if there is none. Such a
   * request has passed every check. It is answered before the checks run again, because its uploads may have expired.
   * Throws `idempotency_in_progress`, `idempotency_expired` or `idempotency_unavailable`.
   */
  async earlierReply({ identity, endpoint, key }: AdmissionRequest): Promise<RetainedReply | null> {
    if (key === null) return null;
    return await availably(true, async () => {
      const find = (): Promise<KnownOperation | null> =>
        this.#deps.operations.findOperation(identity.subject, endpoint, key.keyHash);
      let known = await find();
      if (known?.reply === null && this.#unstored.size > 0) {
        await this.storeLeftOver().catch((fault: unknown) => {
          const isFull = storageFaultKind(fault) === 'full';
          throw isFull ? storageFull('The result of this key could not be stored.', fault) : fault;
        });
        known = await find();
      }
      if (known === null || known.bodyHash !== key.bodyHash) return null;
      return await this.#replyOf(known, key);
    });
  }

  /**
   * Claims the key and charges the units in one transaction. Returns the operation, or the retained reply of the key.
   * Throws `quota_exceeded`, `idempotency_in_progress`, `idempotency_conflict`, `idempotency_expired` or
   * `idempotency_unavailable`, and `storage_full` for what is `large` if only the reserve of the disk is free. Then
   * nothing was claimed or charged.
   */
  async admit(
    request: AdmissionRequest,
    units: number,
    large: LargeOutcome,
  ): Promise<AdmittedOperation | RetainedReply> {
    const { identity, endpoint, requestId, key } = request;
    if (large === 'result' || (large === 'reply' && key !== null)) await this.#deps.reserve.check(DID_NOT_RUN);
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
        await operations.finish({ operationId, giveBack, reply }, alongside);
        this.#unstored.delete(operationId);
      } catch (cause) {
        // It ran, and its end is not on disk. It gives its units back and keeps no result, as soon as that can be stored.
        const fault = unstored(cause, keyed);
        const mayRunAgain = keyed && isOfTheConnection(cause);
        const failed = mayRunAgain ? null : reply === null || giveBack ? reply : failureReply(fault, reply.requestId);
        this.#unstored.set(operationId, { operationId, giveBack: true, reply: failed });
        throw fault;
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

  /** Stores the endings that the store refused before. Throws if it still refuses; they stay for the next time. */
  async storeLeftOver(): Promise<void> {
    for (const [operationId, end] of this.#unstored) {
      try {
        await this.#deps.operations.finish(end, null);
      } catch (fault) {
        // The first try was stored after all.
        if (!(fault instanceof OperationNotRunning)) throw fault;
      }
      this.#unstored.delete(operationId);
    }
  }

  #ended(operationId: string): void {
    this.#running.delete(operationId);
    if (this.#running.size === 0) this.#onIdle?.();
  }

  async #replyOf(known: KnownOperation, key: OperationKey | null): Promise<RetainedReply> {
    const { now, retention } = this.#deps;
    const { replySeconds } = retention;
    if (now().getTime() / 1_000 - known.claimedAtSeconds >= replySeconds) throw replyExpired(replySeconds);
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
    const reply = await known.reply();
    if (reply === null) throw replyExpired(replySeconds);
    return reply;
  }
}

function replyExpired(replySeconds: number): ServiceError {
  return new ServiceError(
    'idempotency_expired',
    `The reply of this Idempotency-Key was kept for ${durationText(replySeconds)} and is gone, and the key cannot run again. Use a new key for a new operation.`,
  );
}

/** `Retry-After` while the store cannot be used. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** `Retry-After` of an operation in progress. */
const IN_PROGRESS_RETRY_SECONDS = 1;

/** Whether admission returned the reply of an earlier operation. */
export function isReply(admitted: AdmittedOperation | RetainedReply): admitted is RetainedReply {
  return 'body' in admitted;
}

/** The key and the exact bytes of a request in the store's form. */
export function operationKey(idempotencyKey: string, body: Uint8Array): OperationKey {
  return { keyHash: sha256(idempotencyKey), bodyHash: sha256(body) };
}

const RAN_UNSTORED = 'The operation ran, but its result could not be stored. Its units are given back.';
const NEW_KEY = 'Use a new Idempotency-Key.';
const SAME_KEY = 'Try again later with the same key and the same bytes.';

/**
 * Whether a result was lost with the connection to the store, and not for what it is. Then its key is given up, so that
 * the same request runs again, or has the reply that was stored after all.
 */
function isOfTheConnection(cause: unknown): boolean {
  return cause instanceof ServiceError && cause.code === 'unavailable';
}

/** The failure of an operation that ran, and whose result could not be stored. */
function unstored(cause: unknown, keyed: boolean): unknown {
  const kind = storageFaultKind(cause);
  if (kind === 'full') return storageFull('The result could not be stored, and nothing was charged.', cause);
  if (!keyed) return storageFault(RAN_UNSTORED, cause) ?? cause;
  if (isOfTheConnection(cause)) {
    const message = `${RAN_UNSTORED} ${SAME_KEY}`;
    return new ServiceError(
      'idempotency_unavailable',
      message,
      { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS },
      { cause },
    );
  }
  const outcome = `${RAN_UNSTORED} ${NEW_KEY}`;
  const message = kind === null ? outcome : storageFaultText(kind, outcome);
  return new ServiceError('idempotency_unavailable', message, {}, { cause });
}

/** The retained reply of an operation whose result could not be stored. */
function failureReply(fault: unknown, requestId: string): RetainedReply {
  const error =
    fault instanceof ServiceError ? fault : new ServiceError('internal_error', `${RAN_UNSTORED} ${NEW_KEY}`);
  const { status, code, message } = error;
  const body = Buffer.from(JSON.stringify({ code, message, requestId } satisfies ErrorBody));
  return { status, headers: { 'content-type': 'application/json' }, requestId, body };
}

const DID_NOT_RUN = 'The operation did not run, and nothing was charged.';

/** Runs work of admission, before anything was done. Tells faults of the disk and of the idempotency store apart. */
async function availably<T>(keyed: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof ServiceError) throw fault;
    const kind = storageFaultKind(fault);
    const ofTheDisk = storageFault(DID_NOT_RUN, fault);
    if (ofTheDisk !== null && (kind === 'full' || !keyed)) throw ofTheDisk;
    if (!keyed) {
      throw new ServiceError(
        'unavailable',
        'The records of the service cannot be read or written now. Try again later.',
        { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS },
        { cause: fault },
      );
    }
    const message =
      'The records of Idempotency-Keys cannot be read or written now. Try again later with the same key and the same bytes.';
    throw new ServiceError(
      'idempotency_unavailable',
      kind === null ? message : storageFaultText(kind, message),
      {},
      { cause: fault },
    );
  }
}

function quotaExceeded(identity: Identity, units: number, used: number): ServiceError {
  const { plan, unitsPerMonth } = identity;
  const inWords = (counted: number): string => sizeInWords(counted * METERED_UNIT_BYTES);
  // An owner knows no units and no plans.
  const own = `This comparison needs ${inWords(units)}, and ${inWords(used)} of the ${inWords(unitsPerMonth)} that this installation compares in one month are used. The count begins anew with the next calendar month (UTC).`;
  const cost = `This operation costs ${units} ${units === 1 ? 'unit' : 'units'}`;
  const month = `the ${unitsPerMonth} units a month of the plan ${plan}`;
  const foreign =
    units > unitsPerMonth
      ? `${cost}, more than ${month}. No month covers it: compare smaller parts, or use an account of a larger plan.`
      : `${cost}, and ${used} of ${month} are used. The count begins anew with the next calendar month (UTC).`;
  return new ServiceError('quota_exceeded', isOnOwnMachine(identity) ? own : foreign);
}
