import { context, propagation, SpanStatusCode, trace, type TextMapPropagator } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Comparer } from '../../../../service/comparison/ports.ts';
import type { JobRecord } from '../../../../service/comparison/exports/job.ts';
import { traceComparisons, traceJob, traceRequests } from '../../../../service/cluster/replica/tracing.ts';

const exporter = new InMemorySpanExporter();
const NO_PROGRESS = { block: () => undefined, text: () => undefined };
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

/** As an operator's SDK registers itself. */
beforeAll(() => {
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator() as TextMapPropagator);
});
afterEach(() => exporter.reset());
afterAll(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

const comparer = traceComparisons({
  reserve: () => null,
  compare: async () => await Promise.resolve({ facts: { format: 'html', engine: 'structure', fallback: false } }),
} as unknown as Comparer);
const failing = traceComparisons({
  compare: () => Promise.reject(new RangeError('Clause 4 of the contract')),
} as unknown as Comparer);

function server(compare: Comparer) {
  const app = fastify();
  traceRequests(app);
  app.post('/v1/things/:id', async () => {
    await compare.compare({} as never, new AbortController().signal, NO_PROGRESS);
    return {};
  });
  return app;
}

describe('the spans of a replica', () => {
  it('hold the request in the trace of its caller, and its comparison inside', async () => {
    const app = server(comparer);
    const response = await app.inject({
      method: 'POST',
      url: '/v1/things/secret-id?token=secret-token',
      headers: { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` },
      payload: { text: 'secret text' },
    });
    expect(response.statusCode).toBe(200);
    const [comparison, request] = exporter.getFinishedSpans();
    expect(request).toMatchObject({
      name: 'POST /v1/things/:id',
      parentSpanContext: CALLER,
      attributes: { 'http.route': '/v1/things/:id', 'http.response.status_code': 200 },
    });
    expect(request!.attributes['diffsvc.request_id']).toEqual(expect.any(String));
    expect(comparison).toMatchObject({
      name: 'compare',
      parentSpanContext: { traceId: CALLER.traceId, spanId: request!.spanContext().spanId },
      attributes: { 'diffsvc.format': 'html', 'diffsvc.engine': 'structure', 'diffsvc.fallback': false },
    });
    const told = JSON.stringify(exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes]));
    expect(told).not.toContain('secret');
    await app.close();
  });

  it('tell a fault by its name, and never by what it quotes', async () => {
    const app = server(failing);
    await app.inject({ method: 'POST', url: '/v1/things/1', payload: {} });
    const [comparison, request] = exporter.getFinishedSpans();
    expect(comparison!.status).toEqual({ code: SpanStatusCode.ERROR, message: 'RangeError' });
    expect(comparison!.events).toEqual([]);
    expect(request!.status.code).toBe(SpanStatusCode.ERROR);
    await app.close();
  });

  it('hold the comparison of a job inside the job', async () => {
    const job = { jobId: 'job_1', comparisonId: 'cmp_1', artifactType: 'report_pdf', runs: 1 } as unknown as JobRecord;
    const signal = new AbortController().signal;
    await traceJob(job, async () => await comparer.compare({} as never, signal, NO_PROGRESS));
    const [comparison, run] = exporter.getFinishedSpans();
    expect(run).toMatchObject({ name: 'job', attributes: { 'diffsvc.job_id': 'job_1', 'diffsvc.run': 1 } });
    expect(comparison!.parentSpanContext!.spanId).toBe(run!.spanContext().spanId);
  });

  it('end when the caller leaves', async () => {
    const app = fastify();
    traceRequests(app);
    const reached = Promise.withResolvers<undefined>();
    app.get('/slow', () => {
      reached.resolve(undefined);
      return new Promise(() => undefined);
    });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const call = fetch(`${address}/slow`, { signal: leaving.signal }).catch(() => undefined);
    await reached.promise;
    leaving.abort();
    await call;
    await expect.poll(() => exporter.getFinishedSpans().length).toBe(1);
    expect(exporter.getFinishedSpans()[0]!.status.message).toBe('the caller left');
    app.server.closeAllConnections();
    await app.close();
  });
});
