import { ratioName } from './render-rules.mjs';

const SOURCE = { type: 'prometheus', uid: '${source}' };
/** Grafana's grid has 24 columns. */
const COLUMNS = 3;
const [WIDTH, HEIGHT] = [24 / COLUMNS, 8];

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
