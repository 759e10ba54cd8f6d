import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Usage } from '../../../shared/api/usage.ts';
import { replayKey, type ReplayCache, type ReplayKey } from '../../admission/replay-cache.ts';
import { isReply, type Admission, type AdmittedOperation, type LargeOutcome } from '../../admission/admission.ts';
import type { RetainedReply, Transaction } from '../../admission/ports.ts';
import { errorAnswer, unsupportedMediaType } from '../guards/error-answer.ts';
import { idempotencyKeyOf } from '../guards/idempotency-key.ts';

/** A request with valid form and uploads: its cost and its work. */
export interface PreparedOperation {
  readonly units: number;
  /** Reserves a place among the workers and returns its release. Throws `rate_limited`. */
  readonly reserve?: () => () => void;
  /**
   * Whether the same bytes always get the same answer. They name no upload and request nothing that is new each time.
   */
  readonly replayable?: boolean;
  /** What of it is stored and may be large. Undefined: nothing. */
  readonly large?: LargeOutcome;
}

/** An admitted operation that is ready to run. */
export interface OpenedOperation<Prepared extends PreparedOperation> {
  readonly prepared: Prepared;
  readonly operation: AdmittedOperation;
  /** Aborted when the caller leaves, except for an operation with a key, which completes without its caller. */
  readonly signal: AbortSignal;
  /** Releases the reserved place. Call it after the work has ended. */
  readonly release: () => void;
  /** Caches the reply for the same request of the same caller, if caching is wanted. */
  readonly remember: (reply: RetainedReply) => void;
}

/** How an endpoint takes part in admission. */
export interface OperationEndpoint<Prepared extends PreparedOperation> {
  readonly admission: Admission;
  /** Method and path pattern: the scope of idempotency keys besides the caller. */
  readonly endpoint: string;
  /** Checks the request's form, then its uploads. Throws their faults. */
  readonly prepare: (body: Buffer) => Prepared | Promise<Prepared>;
  /** Cached answers of small requests. */
  readonly replays?: ReplayCache;
}

/**
 * Takes a request with a JSON body through the remaining checks, in this order: form, uploads, idempotency claim and
 * quota. Returns null if it was answered with a retained reply. Throws the refusals.
 */
export async function openOperation<Prepared extends PreparedOperation>(
  request: FastifyRequest,
  reply: FastifyReply,
  { admission, endpoint, prepare, replays }: OperationEndpoint<Prepared>,
): Promise<OpenedOperation<Prepared> | null> {
  const { body, identity, id: requestId } = request;
  if (!Buffer.isBuffer(body)) throw unsupportedMediaType();
  const key = idempotencyKeyOf(request, body);
  const asked = { identity, endpoint, requestId, key };
  const earlier = await admission.earlierReply(asked);
  if (earlier !== null) {
    sendReply(reply, earlier);
    return null;
  }
  const replay = key === null && replays !== undefined ? replayOf(request, body, endpoint) : null;
  const replayed = replay === null ? null : replays?.find(replay);
  if (replayed != null) {
    reply.header(REPLAY_HEADER, '1');
    sendReply(reply, withUsage(replayed, await admission.usage(identity)));
    return null;
  }
  const prepared = await prepare(body);
  const release = prepared.reserve?.() ?? ((): void => undefined);
  try {
    const admitted = await admission.admit(asked, prepared.units, prepared.large ?? null);
    if (isReply(admitted)) {
      release();
      sendReply(reply, admitted);
      return null;
    }
    const signal = admitted.keyed ? new AbortController().signal : departureOf(reply);
    const remember = (given: RetainedReply): void => {
      if (replay !== null && prepared.replayable === true) replays?.remember(replay, given);
    };
    return { prepared, operation: admitted, signal, release, remember };
  } catch (fault) {
    release();
    throw fault;
  }
}

const USAGE = Buffer.from('"usage":{');

/**
 * A cached answer with the caller's usage now. The member is found by its bytes. No string inside a JSON text has these
 * bytes, because its quotes are escaped there.
 */
function withUsage(reply: RetainedReply, usage: Usage): RetainedReply {
  const body = Buffer.from(reply.body);
  const start = body.indexOf(USAGE);
  const end = start < 0 ? -1 : body.indexOf('}', start);
  if (end < 0) return reply;
  const now = Buffer.from(`"usage":${JSON.stringify(usage)}`);
  return { ...reply, body: Buffer.concat([body.subarray(0, start), now, body.subarray(end + 1)]) };
}

/** Marks the answer as an earlier one of the replay cache. */
const REPLAY_HEADER = 'x-diffsvc-replay';

/** The request's identity in the replay cache; null if the caller wants a fresh answer that is not cached. */
function replayOf(request: FastifyRequest, body: Buffer, endpoint: string): ReplayKey | null {
  const { accept = '', 'cache-control': cacheControl = '' } = request.headers;
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return null;
  return replayKey(request.identity.subject, `${endpoint} ${accept}`, body);
}

/** The result of an operation: its answer, and the rows that are stored with the operation's end. */
export interface FinishedOperation {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: Uint8Array;
  readonly alongside?: (transaction: Transaction) => Promise<void>;
}

/**
 * Serves an operation with one JSON answer: admits it, works, completes the claim and answers. A failure refunds the
 * units, and under a key it is retained like a result. The handler returns `reply` afterwards.
 */
export async function serveOperation<Prepared extends PreparedOperation>(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: OperationEndpoint<Prepared>,
  work: (opened: OpenedOperation<Prepared>) => Promise<FinishedOperation>,
): Promise<void> {
  const opened = await openOperation(request, reply, endpoint);
  if (opened !== null) await finishOperation(request, reply, opened, work);
}

/** Serves an admitted operation like `serveOperation`. */
export async function finishOperation<Prepared extends PreparedOperation>(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenedOperation<Prepared>,
  work: (opened: OpenedOperation<Prepared>) => Promise<FinishedOperation>,
): Promise<void> {
  const { operation, signal, release, remember } = opened;
  let finished: FinishedOperation;
  try {
    finished = await work(opened);
  } catch (fault) {
    if (signal.aborted) {
      await operation.cancel();
      // The caller has left, so nobody receives an answer.
      reply.hijack();
      return;
    }
    await failOperation(request, reply, operation, fault);
    return;
  } finally {
    release();
  }
  const { status = 200, headers = {}, body, alongside } = finished;
  const retained: RetainedReply = {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    requestId: request.id,
    body,
  };
  // If its end cannot be stored, admission gives the units back as soon as the store can.
  await operation.complete(retained, alongside);
  remember(retained);
  sendReply(reply, retained);
}

/** Ends an operation that delivered nothing, and answers with its error. */
async function failOperation(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: AdmittedOperation,
  fault: unknown,
): Promise<void> {
  const answer = errorAnswer(fault, request.id);
  if (answer.unexpected) request.log.error({ requestId: request.id, err: fault }, 'a request failed');
  const retained: RetainedReply = {
    status: answer.status,
    headers: { 'content-type': 'application/json', ...answer.headers },
    requestId: request.id,
    body: Buffer.from(JSON.stringify(answer.body)),
  };
  await operation.fail(retained);
  sendReply(reply, retained);
}

/** Sends a retained reply: status, headers, request id and every byte. */
function sendReply(reply: FastifyReply, { status, headers, requestId, body }: RetainedReply): void {
  reply
    .code(status)
    .headers({ ...headers, 'x-request-id': requestId })
    .send(body);
}

/** A signal that aborts if the connection closes before the answer was sent. */
export function departureOf(reply: FastifyReply): AbortSignal {
  const departure = new AbortController();
  if (reply.raw.destroyed) departure.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) departure.abort();
  });
  return departure.signal;
}
