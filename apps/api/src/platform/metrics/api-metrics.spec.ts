import { ApiMetrics } from './api-metrics.js';

const record = {
  requestId: 'r-1',
  method: 'GET',
  route: '/v1/apps',
  status: 200,
  durationMs: 2,
  cache: 'pass',
  client: '192.0.2.0/24',
} as const;

describe('ApiMetrics', () => {
  const open = (block: number | null): ApiMetrics =>
    new ApiMetrics({
      pool: () => ({ open: 4, idle: 3, waiting: 2 }),
      standbyMisses: () => ({ away: 5, behind: 6, conflict: 7, refused: 8 }),
      indexer: () => ({ block, lagSeconds: block === null ? null : 1.5, isHalted: true }),
      staleRoots: () => Promise.resolve(block === null ? null : 1),
    });

  it('counts requests by template and status, their time, hits and refusals', async () => {
    const metrics = open(7);
    metrics.observe(record);
    metrics.observe({ ...record, cache: 'hit' });
    metrics.observe({ ...record, status: 429 });
    metrics.observeConnections(3);
    metrics.observeUnparsed('invalid_request');
    metrics.observeEnd('not_reading');
    metrics.observe({ ...record, route: null, status: 404 });
    const lines = (await metrics.render()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'slipway_http_requests_total{method="GET",route="/v1/apps",status="200"} 2',
        'slipway_http_requests_total{method="GET",route="none",status="404"} 1',
        'slipway_cache_hits_total{route="/v1/apps"} 1',
        'slipway_throttled_total{route="/v1/apps"} 1',
        'slipway_http_request_duration_seconds_bucket{le="0.001",route="/v1/apps"} 0',
        'slipway_http_request_duration_seconds_bucket{le="0.0025",route="/v1/apps"} 3',
        'slipway_http_request_duration_seconds_count{route="/v1/apps"} 3',
        'slipway_connections 3',
        'slipway_parser_refusals_total{code="invalid_request"} 1',
        'slipway_connections_ended_total{reason="not_reading"} 1',
        'slipway_database_connections 4',
        'slipway_database_connections_idle 3',
        'slipway_database_waiting 2',
        'slipway_standby_misses_total{reason="away"} 5',
        'slipway_standby_misses_total{reason="refused"} 8',
        'slipway_indexer_lag_seconds 1.5',
        'slipway_indexer_block 7',
        'slipway_indexer_halted 1',
        'slipway_reward_stale_roots 1',
      ]),
    );
  });

  it('has no figure for what is not known', async () => {
    expect(await open(null).render()).toContain('slipway_indexer_lag_seconds Nan');
  });
});
