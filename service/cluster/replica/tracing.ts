import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JobRecord } from '../../comparison/exports/job.ts';
import type { Comparer } from '../../comparison/ports.ts';

/** Resolved at each span: the SDK may be registered later. */
const tracer = trace.getTracer('diffsvc');
/** The context of each request that is not answered yet. */
const requests = new WeakMap<FastifyRequest, Context>();

/**
 * Spans of requests for OpenTelemetry. All spans go to the SDK that the operator loads before the service, as
 * docs/scale.md shows. The SDK reads the standard environment. Without it a span costs nothing. Spans hold routes
 * and ids; they never hold addresses, tokens, names or text.
 */
export function traceRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const caller = propagation.extract(ROOT_CONTEXT, request.headers);
    const route = request.routeOptions.url ?? 'none';
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'diffsvc.request_id': request.id,
    };
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, caller);
    const own = trace.setSpan(caller, span);
    requests.set(request, own);
    context.with(own, done);
  });
  // What reads the body calls back outside of the context.
  server.addHook('preValidation', (request, _reply, done) => {
    context.with(requests.get(request) ?? context.active(), done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    end(request, (span) => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    });
    done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    end(request, (span) => span.setStatus({ code: SpanStatusCode.ERROR, message: 'the caller left' }));
    done();
  });
}

function end(request: FastifyRequest, finish: (span: Span) => void): void {
  const own = requests.get(request);
  const span = own && trace.getSpan(own);
  if (span === undefined) return;
  requests.delete(request);
  finish(span);
  span.end();
}

/** Comparisons with a span each, inside that of their request or job. */
export function traceComparisons(comparer: Comparer): Comparer {
  return {
    reserve: (inputBytes, owner) => comparer.reserve(inputBytes, owner),
    compare: async (task, signal, progress) =>
      await traced('compare', {}, async (span) => {
        const result = await comparer.compare(task, signal, progress);
        const { format, engine, fallback } = result.facts;
        span.setAttributes({
          'diffsvc.format': format,
          'diffsvc.engine': engine,
          'diffsvc.fallback': fallback,
        });
        return result;
      }),
  };
}

/** A run of a job with a span. */
export async function traceJob<T>(job: JobRecord, run: () => Promise<T>): Promise<T> {
  const attributes = {
    'diffsvc.job_id': job.jobId,
    'diffsvc.comparison_id': job.comparisonId,
    'diffsvc.artifact_type': job.artifactType,
    'diffsvc.run': job.runs,
  };
  return await traced('job', attributes, run);
}

/** Does the work inside a span. The span names a fault and leaves out its message, which may quote a document. */
async function traced<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T> {
  return await tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (fault) {
      const message = fault instanceof Error ? fault.name : 'unknown';
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw fault;
    } finally {
      span.end();
    }
  });
}
