import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Usage } from '../../../shared/api/usage.ts';
import { isReply, type Admission } from '../../admission/admission.ts';
import type { Identity } from '../../admission/identity.ts';
import type { RetainedReply } from '../../admission/ports.ts';
import { replayKey, type ReplayCache, type ReplayKey } from '../../admission/replay-cache.ts';
import { unsupportedMediaType } from '../guards/error-answer.ts';
import { idempotencyKeyOf } from '../guards/idempotency-key.ts';
import { departureOf } from './departure.ts';
import { Operation, type AskedOperation } from './operation.ts';
import { sendReply } from './send-reply.ts';

/** How an endpoint takes part in admission. */
export interface OperationEndpoint<Asked extends AskedOperation> {
  readonly admission: Admission;
  /** Method and path pattern: the scope of idempotency keys besides the caller. */
  readonly endpoint: string;
  /** Checks the request's form, then its uploads. Throws their faults. */
  readonly read: (body: Buffer) => Promise<Asked>;
  /** Reserves a place among the workers and returns its release. Throws `rate_limited`. Absent: none is needed. */
  readonly places?: { reserve(inputBytes: number, identity: Identity): () => void };
  /** Cached answers of small requests. */
  readonly replays?: ReplayCache;
}

/**
 * Takes a request with a JSON body through the remaining checks, in this order: form, uploads, idempotency claim and
 * quota. Returns null if it was answered with a retained reply. Throws the refusals.
 */
export async function admit<Asked extends AskedOperation>(
  request: FastifyRequest,
  reply: FastifyReply,
  { admission, endpoint, read, places, replays }: OperationEndpoint<Asked>,
): Promise<Operation<Asked> | null> {
  const { body, identity, id: requestId } = request;
  if (!Buffer.isBuffer(body)) throw unsupportedMediaType();
  const key = idempotencyKeyOf(request, body);
  const claim = { identity, endpoint, requestId, key };
  const earlier = await admission.earlierReply(claim);
  if (earlier !== null) return answered(reply, earlier);
  const replay = key === null && replays !== undefined ? replayOf(request, body, endpoint) : null;
  const replayed = replay === null ? null : replays?.find(replay);
  if (replayed != null) {
    return answered(reply, withUsage(replayed, await admission.usage(identity)));
  }
  const asked = await read(body);
  const release = places?.reserve(asked.bytes ?? 0, identity) ?? ((): void => undefined);
  try {
    const admitted = await admission.admit(claim, asked.units, asked.large ?? null);
    if (isReply(admitted)) {
      release();
      return answered(reply, admitted);
    }
    const signal = admitted.keyed ? new AbortController().signal : departureOf(reply);
    const remember = (given: RetainedReply): void => {
      if (replay !== null && asked.replayable === true) replays?.remember(replay, given);
    };
    return new Operation({ request, reply, asked, admitted, signal, release, remember });
  } catch (fault) {
    release();
    throw fault;
  }
}

function answered(reply: FastifyReply, retained: RetainedReply): null {
  reply.header(REPLAY_HEADER, '1');
  sendReply(reply, retained);
  return null;
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

/** Marks the answer as an earlier one: of a key, or of the replay cache. */
const REPLAY_HEADER = 'x-diffsvc-replay';

/** The request's identity in the replay cache; null if the caller wants a fresh answer that is not cached. */
function replayOf(request: FastifyRequest, body: Buffer, endpoint: string): ReplayKey | null {
  const { accept = '', 'cache-control': cacheControl = '' } = request.headers;
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return null;
  // A key that is not honoured adds a warning to the answer.
  const hasKey = request.headers['idempotency-key'] !== undefined;
  return replayKey(request.identity.subject, `${endpoint} ${accept}${hasKey ? ' key' : ''}`, body);
}
