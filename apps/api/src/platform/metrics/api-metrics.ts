import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { RequestObserver, type AccessRecord, type ConnectionEnd, type ErrorCode } from '@slipway/http';

/** Seconds; a cached response takes some 0.0001, and nothing of ours may take longer than a statement's 2. */
const LATENCY_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What no route took: paths that do not exist, preflights. */
const NO_ROUTE = 'none';

/** Where figures come from that no event tells us of. The app binds it to the pool and to the indexed head. */
export interface MetricsSource {
  pool(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Reads that no standby served though the settings name any, by reason. */
  standbyMisses(): Readonly<Record<'away' | 'behind' | 'conflict' | 'refused', number>>;
  /** Nulls when nothing is indexed. */
  indexer(): {
    readonly block: number | null;
    readonly lagSeconds: number | null;
    readonly isHalted: boolean;
  };
  /** Programs whose distributor enforces a tree that was not published here; null when it cannot be asked. */
  staleRoots(): Promise<number | null>;
}

/** The figures of this process, in Prometheus' format. Routes are templates, so that their number is bounded. */
export class ApiMetrics extends RequestObserver {
  private readonly registry = new Registry();
  private readonly requests = this.counter('http_requests_total', 'Requests with a response', [
    'method',
    'route',
    'status',
  ]);
  private readonly cacheHits = this.counter('cache_hits_total', 'Responses sent from the read cache alone', [
    'route',
  ]);
  private readonly throttled = this.counter('throttled_total', 'Requests refused by a rate limit', ['route']);
  private readonly connections = new Gauge({
    name: 'slipway_connections',
    help: 'Connections that clients hold',
    registers: [this.registry],
  });
  private readonly ended = this.counter(
    'connections_ended_total',
    'Connections that were refused, or ended by us',
    ['reason'],
  );
  private readonly unparsed = this.counter('parser_refusals_total', 'Requests that the HTTP parser refused', [
    'code',
  ]);
  private readonly latency = new Histogram({
    name: 'slipway_http_request_duration_seconds',
    help: 'From the first byte understood to the response handed over',
    labelNames: ['route'],
    buckets: LATENCY_BUCKETS,
    registers: [this.registry],
  });

  constructor(source: MetricsSource) {
    super();
    this.gauge('database_connections', 'Connections of the pool that are open', () => source.pool().open);
    this.gauge(
      'database_connections_idle',
      'Connections of the pool that wait for work',
      () => source.pool().idle,
    );
    this.gauge('database_waiting', 'Requests that wait for a connection', () => source.pool().waiting);
    this.countMisses(source);
    this.gauge(
      'indexer_lag_seconds',
      'How long ago the index was level with its chain',
      () => source.indexer().lagSeconds,
    );
    this.gauge('indexer_block', 'The indexed head', () => source.indexer().block);
    this.gauge('indexer_halted', '1 when the indexer stands still until an operator decides', () =>
      Number(source.indexer().isHalted),
    );
    this.gauge('reward_stale_roots', 'Programs whose root on chain is of no published tree', () =>
      source.staleRoots(),
    );
  }

  /** Adds the figures of Node.js itself: memory, event loop, garbage collection. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  observe({ method, route, status, durationMs, cache }: AccessRecord): void {
    const template = route ?? NO_ROUTE;
    this.requests.inc({ method, route: template, status });
    this.latency.observe({ route: template }, durationMs / 1_000);
    if (cache === 'hit') this.cacheHits.inc({ route: template });
    if (status === 429) this.throttled.inc({ route: template });
  }

  observeConnections(open: number): void {
    this.connections.set(open);
  }

  observeUnparsed(code: ErrorCode): void {
    this.unparsed.inc({ code });
  }

  observeEnd(why: ConnectionEnd): void {
    this.ended.inc({ reason: why });
  }

  async render(): Promise<string> {
    return this.registry.metrics();
  }

  private counter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): Counter<Label> {
    return new Counter({ name: `slipway_${name}`, help, labelNames, registers: [this.registry] });
  }

  /** They are counted where reads are made. */
  private countMisses(source: MetricsSource): void {
    const misses = new Counter<'reason'>({
      name: 'slipway_standby_misses_total',
      help: 'Reads that no standby served: they were made at the primary, or refused',
      labelNames: ['reason'],
      registers: [this.registry],
      collect: () => {
        misses.reset();
        for (const [reason, count] of Object.entries(source.standbyMisses())) misses.inc({ reason }, count);
      },
    });
  }

  /** A figure that is asked for when it is wanted; null where it is not known. */
  private gauge(name: string, help: string, read: () => number | null | Promise<number | null>): void {
    const gauge: Gauge = new Gauge({
      name: `slipway_${name}`,
      help,
      registers: [this.registry],
      collect: async () => {
        gauge.set((await read()) ?? Number.NaN);
      },
    });
  }
}
