import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PageMarks } from '../../../shared/api/page-marks.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { MarkedComparison, PageMarking } from '../../comparison/pages/page-marking.ts';
import { isSample } from '../../comparison/samples/samples.ts';
import { visitorOf } from '../comparisons/visitor.ts';
import { single, type GivenQuery } from '../guards/query.ts';
import { addressOf } from '../openapi/operation.ts';
import { acceptsEventStream } from '../reply/accepted-types.ts';
import { EventStream, smallEvent } from '../reply/event-stream.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { GET_PAGE_MARKS } from './operations.ts';
import { pagesAnswer } from './source-pages.ts';

/** `GET /v1/diffsvc/comparisons/<id>/pages/marks`: where each change is printed, as JSON or as a stream of steps. */
export function addPageMarksEndpoint(server: FastifyInstance, marking: PageMarking, settings: ServerSettings): void {
  server.route<{ Params: { comparisonId: string }; Querystring: GivenQuery }>({
    ...addressOf(GET_PAGE_MARKS),
    config: { access: { to: 'viewer', isOpen: isSample } },
    handler: async (request, reply) => {
      const given = request.query.token;
      const visitor = visitorOf(request, given === undefined ? undefined : single('token', given));
      const { comparisonId } = request.params;
      const left = new AbortController();
      reply.raw.once('close', () => left.abort(new Error('the caller left')));
      if (!acceptsEventStream(request.headers.accept)) {
        const marked = await marking.mark(comparisonId, visitor, left.signal);
        return reply.type('application/json').send(answerOf(settings, marked));
      }
      const streams: EventStream[] = [];
      const open = (): EventStream => {
        const stream = streams[0] ?? new EventStream(reply, settings.streamTimes ?? {});
        streams[0] = stream;
        return stream;
      };
      try {
        // A refusal before the first step is an ordinary answer.
        const marked = await marking.mark(comparisonId, visitor, left.signal, ({ step, ...payload }) =>
          open().send(smallEvent(step, payload)),
        );
        open().send(smallEvent('complete', answerOf(settings, marked)));
      } catch (fault) {
        if (streams.length === 0) throw fault;
        if (!left.signal.aborted) open().send(smallEvent('error', failureOf(request, fault)));
      }
      open().end();
      return reply;
    },
  });
}

function answerOf(settings: ServerSettings, { found, ...rendered }: MarkedComparison): PageMarks {
  const { pages, ...placement } = found;
  const { renderer, pages: sides } = pagesAnswer(settings, rendered);
  return {
    schemaVersion: 'diffsvc.page_marks.v1',
    renderer,
    sides: sides.map((side) => ({ ...side, pages: [...pages[side.side]] })),
    ...placement,
  };
}

function failureOf(request: FastifyRequest, fault: unknown): object {
  const { id: requestId } = request;
  if (fault instanceof ServiceError) {
    return { code: fault.code, message: fault.message, requestId, ...(fault.details && { details: fault.details }) };
  }
  request.log.error({ requestId, err: fault }, 'pages could not be marked');
  return {
    code: 'internal_error',
    message: 'The pages could not be marked; the log of the service has the details.',
    requestId,
  };
}
