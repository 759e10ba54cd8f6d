import type { FastifyInstance } from 'fastify';
import { COMPARE_TEXT_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Admission } from '../../admission/admission.ts';
import type { ReplayCache } from '../../admission/replay-cache.ts';
import type { Transaction } from '../../admission/ports.ts';
import type { Uploads } from '../../admission/uploads.ts';
import type {
  TextComparisons,
  ComparisonListener,
  ComparisonOutcome,
} from '../../comparison/texts/text-comparisons.ts';
import { acceptsEventStream } from '../reply/accepted-types.ts';
import { openTextSources } from '../../comparison/texts/text-sources.ts';
import { finishOperation, openOperation } from '../reply/serve-operation.ts';
import { readTextRequest } from './read-text-request.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { streamOperation } from '../reply/stream-operation.ts';
import { StreamedProgress } from '../reply/streamed-progress.ts';
import { textAnswer } from './text-answer.ts';
import { addressOf } from '../openapi/operation.ts';
import { COMPARE_TEXT } from './operations.ts';

/** Dependencies of the endpoint besides the use case. */
export interface CompareTextDeps {
  readonly admission: Admission;
  readonly replays: ReplayCache;
  readonly uploads: Uploads;
}

/** `POST /v1/diffsvc/html`: compares two texts and answers with JSON or a stream. */
export function addCompareTextEndpoint(
  server: FastifyInstance,
  comparisons: TextComparisons,
  { admission, replays, uploads }: CompareTextDeps,
  settings: ServerSettings,
): void {
  server.route({
    ...addressOf(COMPARE_TEXT),
    config: { access: { to: 'anyone' } },
    handler: async (request, reply) => {
      const { identity } = request;
      const endpoint = {
        admission,
        replays,
        endpoint: `POST ${COMPARE_TEXT_PATH}`,
        prepare: async (body: Buffer) => {
          const asked = readTextRequest(body, identity);
          const sources = await openTextSources(asked.inputs, identity, uploads);
          // Each request gets a new hosted link.
          const replayable = sources.inline && asked.wishes.hosted === null;
          return {
            asked,
            sources,
            units: sources.units,
            replayable,
            large: asked.wishes.wantsJson || asked.wishes.hosted !== null ? ('result' as const) : ('reply' as const),
            reserve: () => comparisons.reserve(sources.bytes, request.identity),
          };
        },
      };
      const opened = await openOperation(request, reply, endpoint);
      if (opened === null) return reply;
      const { asked, sources, units } = opened.prepared;
      const { signal, operation } = opened;
      const compare = async (listener?: ComparisonListener): Promise<ComparisonOutcome> =>
        comparisons.compare({ ...asked.wishes, ...(await sources.read()), units }, identity, signal, listener);
      const keep = (outcome: ComparisonOutcome) => (transaction: Transaction) =>
        comparisons.keep(transaction, identity.subject, outcome);
      const answer = (outcome: ComparisonOutcome) => textAnswer(asked.wishes, outcome, operation.usage, settings);

      if (asked.stream && acceptsEventStream(request.headers.accept)) {
        await streamOperation(request, reply, opened, settings.streamTimes ?? {}, async (stream) => {
          const outcome = await compare(new StreamedProgress(stream, true));
          return { last: [{ name: 'complete', parts: answer(outcome) }], alongside: keep(outcome) };
        });
      } else {
        await finishOperation(request, reply, opened, async () => {
          const outcome = await compare();
          return { body: Buffer.concat(answer(outcome)), alongside: keep(outcome) };
        });
      }
      return reply;
    },
  });
}
