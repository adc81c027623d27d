import { ratioName } from './render-rules.mjs';

const SOURCE = { type: 'prometheus', uid: '${source}' };
/** Grafana's grid has 24 columns. */
const COLUMNS = 3;
const [WIDTH, HEIGHT] = [24 / COLUMNS, 8];

/** Panels beside the objectives: a title, a unit of Grafana's, and lines by their legends. */
const PANELS = [
  [
    'Requests a second by status',
    'reqps',
    { '{{status}}': 'sum by (status) (rate(slipway_http_requests_total[5m]))' },
  ],
  [
    'Time of a response',
    's',
    {
      p50: 'histogram_quantile(0.5, sum by (le) (rate(slipway_http_request_duration_seconds_bucket[5m])))',
      p99: 'histogram_quantile(0.99, sum by (le) (rate(slipway_http_request_duration_seconds_bucket[5m])))',
    },
  ],
  [
    'Slowest routes, p99',
    's',
    {
      '{{route}}':
        'topk(5, histogram_quantile(0.99, sum by (le, route) (rate(slipway_http_request_duration_seconds_bucket[5m]))))',
    },
  ],
  [
    'Responses from the cache',
    'percentunit',
    { share: 'sum(rate(slipway_cache_hits_total[5m])) / sum(rate(slipway_http_requests_total[5m]))' },
  ],
  ['Refused by rate limits', 'reqps', { '{{route}}': 'sum by (route) (rate(slipway_throttled_total[5m]))' }],
  ['The index: seconds behind', 's', { '{{instance}}': 'slipway_indexer_lag_seconds' }],
  ['The index: block', 'none', { '{{instance}}': 'slipway_indexer_block' }],
  ['Connections of clients', 'none', { '{{instance}}': 'slipway_connections' }],
  [
    'Connections ended, by reason',
    'ops',
    { '{{reason}}': 'sum by (reason) (rate(slipway_connections_ended_total[5m]))' },
  ],
  [
    'Connections of the database',
    'none',
    {
      'open {{instance}}': 'slipway_database_connections',
      'idle {{instance}}': 'slipway_database_connections_idle',
      'waiting {{instance}}': 'slipway_database_waiting',
    },
  ],
  ['Event loop, p99 of its lag', 's', { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds' }],
  ['Memory of the processes', 'bytes', { '{{instance}}': 'process_resident_memory_bytes' }],
];

/** Grafana's dashboard of an SLO file, as JSON. */
export function renderDashboard(slo) {
  const objectives = slo.objectives.map((objective) => toPanel(budgetLeft(objective, slo.window)));
  const panels = [...objectives, ...slo.panels.map(toPanel)].map((panel, i) => ({
    id: i + 1,
    gridPos: { x: (i % COLUMNS) * WIDTH, y: Math.floor(i / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
    ...panel,
  }));
  const source = { name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' };
  const dashboard = {
    uid: 'slipway',
    title: 'Slipway',
    tags: ['slipway'],
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [source] },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

/** The rest of a month's errors: 1 is all, below 0 the promise is broken. */
function budgetLeft(objective, window) {
  const budget = Number((1 - objective.objective / 100).toPrecision(6));
  return {
    title: `${objective.name}: ${objective.objective} % of ${window}`,
    description: objective.promise,
    unit: 'percentunit',
    lines: {
      'budget left': `1 - ${ratioName(objective, window)} / ${budget}`,
      'errors of an hour': ratioName(objective, '1h'),
    },
  };
}

function toPanel({ title, description, unit, lines }) {
  return {
    type: 'timeseries',
    title,
    ...(description && { description }),
    datasource: SOURCE,
    fieldConfig: { defaults: { unit }, overrides: [] },
    targets: Object.entries(lines).map(([legendFormat, expr], i) => ({
      refId: String.fromCharCode(65 + i),
      datasource: SOURCE,
      expr,
      legendFormat,
    })),
  };
}
