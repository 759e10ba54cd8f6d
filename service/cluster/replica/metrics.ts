import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FastifyInstance } from 'fastify';
import type { Comparer } from '../../comparison/ports.ts';
import type { ComparisonFacts } from '../../pipeline/inputs/tasks.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Jobs of the cluster by state. Those that wait for a part of it do not count as queued: another worker is no help. */
export interface JobCounts {
  readonly queued: number;
  readonly waiting: number;
  readonly running: number;
}

/** What is measured when the metrics are read. */
export interface Sources {
  readonly connections: () => { readonly open: number; readonly idle: number; readonly waiting: number };
  readonly jobs: () => Promise<JobCounts>;
  readonly isListening: () => boolean;
}

/** The metrics of a replica in the format of Prometheus, with those of Node: memory, processor, event loop. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #comparisons: Histogram<'format' | 'engine'>;
  readonly #fallbacks: Counter<'format'>;
  readonly #refused: Counter;
  readonly #degraded: Counter;
  readonly #reaped: Counter<'kind'>;

  constructor(sources: Sources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'diffsvc_http_request_seconds',
      help: 'Duration of answered requests, by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    });
    this.#comparisons = new Histogram({
      name: 'diffsvc_comparison_seconds',
      help: 'Duration of comparisons with their wait for a thread, by format and engine.',
      labelNames: ['format', 'engine'],
      buckets: SECONDS,
      registers,
    });
    this.#fallbacks = new Counter({
      name: 'diffsvc_comparison_fallbacks_total',
      help: 'Comparisons that were made as text.',
      labelNames: ['format'],
      registers,
    });
    this.#refused = new Counter({
      name: 'diffsvc_comparison_failures_total',
      help: 'Comparisons that ended without a result.',
      registers,
    });
    this.#degraded = new Counter({
      name: 'diffsvc_degraded_pairs_total',
      help: 'Pairs of blocks that were replaced whole. Any is a fault of the engine.',
      registers,
    });
    this.#reaped = new Counter({
      name: 'diffsvc_reaped_total',
      help: 'Operations and jobs of dead replicas that this replica ended.',
      labelNames: ['kind'],
      registers,
    });
    new Gauge({
      name: 'diffsvc_database_connections',
      help: 'Connections of this replica by use; waiting: callers without one.',
      labelNames: ['use'],
      registers,
      collect() {
        for (const [use, count] of Object.entries(sources.connections())) this.set({ use }, count);
      },
    });
    new Gauge({
      name: 'diffsvc_jobs',
      help: 'Jobs of the whole cluster by state.',
      labelNames: ['state'],
      registers,
      async collect() {
        // Without the database the gauge keeps no old value.
        this.reset();
        const counts = await sources.jobs().catch(() => null);
        if (counts === null) return;
        for (const state of ['queued', 'waiting', 'running'] as const) this.set({ state }, counts[state]);
      },
    });
    new Gauge({
      name: 'diffsvc_news_listening',
      help: '1 while news of other replicas arrive.',
      registers,
      collect() {
        this.set(sources.isListening() ? 1 : 0);
      },
    });
  }

  /** Media type of `text`. */
  get type(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    return await this.#registry.metrics();
  }

  watch(server: FastifyInstance): void {
    server.addHook('onResponse', (request, reply, done) => {
      const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
      this.#requests.observe(labels, reply.elapsedTime / 1_000);
      done();
    });
  }

  observe(comparer: Comparer): Comparer {
    return {
      reserve: (inputBytes, owner) => comparer.reserve(inputBytes, owner),
      compare: async (task, signal, progress) => {
        const since = performance.now();
        try {
          const result = await comparer.compare(task, signal, progress);
          this.#compared(result.facts, (performance.now() - since) / 1_000);
          return result;
        } catch (fault) {
          this.#refused.inc();
          throw fault;
        }
      },
    };
  }

  degraded(pairs: number): void {
    this.#degraded.inc(pairs);
  }

  reaped({ operations, jobs }: { readonly operations: number; readonly jobs: number }): void {
    this.#reaped.inc({ kind: 'operation' }, operations);
    this.#reaped.inc({ kind: 'job' }, jobs);
  }

  #compared({ format, engine, fallback }: ComparisonFacts, seconds: number): void {
    this.#comparisons.observe({ format, engine }, seconds);
    if (fallback) this.#fallbacks.inc({ format });
  }
}
