import type { FastifyInstance } from 'fastify';
import { COMPARE_TEXT_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Admission } from '../../admission/admission.ts';
import type { ReplayCache } from '../../admission/replay-cache.ts';
import type { Uploads } from '../../admission/uploads.ts';
import type { TextComparisons } from '../../comparison/texts/text-comparisons.ts';
import { unusedKey } from '../guards/idempotency-key.ts';
import { addressOf } from '../openapi/operation.ts';
import { acceptsEventStream } from '../reply/accepted-types.ts';
import { admit } from '../reply/admit.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { StreamedProgress } from '../reply/streamed-progress.ts';
import { COMPARE_TEXT } from './operations.ts';
import { readTextRequest } from './read-text-request.ts';
import { textAnswer } from './text-answer.ts';

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
      const operation = await admit(request, reply, {
        admission,
        replays,
        places: comparisons,
        endpoint: `POST ${COMPARE_TEXT_PATH}`,
        read: (body) => readTextRequest(body, identity, uploads, unusedKey(request)),
      });
      if (operation === null) return reply;
      const { asked, signal } = operation;
      try {
        const isStreamed = asked.stream && acceptsEventStream(request.headers.accept);
        const progress = isStreamed ? new StreamedProgress(operation.stream(settings.streamTimes), true) : undefined;
        const texts = { ...(await asked.sources.read()), units: asked.units };
        const outcome = await comparisons.compare({ ...asked.wishes, ...texts }, identity, signal, progress);
        const parts = textAnswer(asked.wishes, outcome, operation.usage, settings);
        await operation.complete({ parts }, comparisons.keeping(identity.subject, outcome));
      } catch (fault) {
        await operation.fail(fault);
      }
      return reply;
    },
  });
}
