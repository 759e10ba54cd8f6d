/** Registers an SDK of OpenTelemetry, as an operator does with `--import`, and writes each span as a line of a file. */
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { SimpleSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['TEST_SPANS'];
if (isMainThread && file !== undefined) {
  const exporter: SpanExporter = {
    export: (spans, done) => {
      for (const span of spans) {
        const { traceId, spanId } = span.spanContext();
        const line = { name: span.name, traceId, spanId, parent: span.parentSpanContext?.spanId ?? null };
        appendFileSync(file, `${JSON.stringify({ ...line, attributes: span.attributes })}\n`);
      }
      done({ code: ExportResultCode.SUCCESS });
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
}
