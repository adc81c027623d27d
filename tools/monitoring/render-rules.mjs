import { stringify } from 'yaml';

/**
 * Alerts by burn rates over two windows each: the long one says that much of the budget goes, the short one that it still does.
 * After the SRE workbook's recommended parameters, of a window of 30 days.
 */
const BURN_RATES = [
  { severity: 'page', factor: 14.4, long: '1h', short: '5m', for: '2m' },
  { severity: 'page', factor: 6, long: '6h', short: '30m', for: '15m' },
  { severity: 'ticket', factor: 3, long: '1d', short: '2h', for: '1h' },
  { severity: 'ticket', factor: 1, long: '3d', short: '6h', for: '3h' },
];

const RUNBOOK = 'docs/operate/runbook.md';

/** The name of the recorded share of errors of an objective over a window. */
export function ratioName({ name }, window) {
  return `slipway:${name}:error_ratio:${window}`;
}

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

/** Prometheus' rules of an SLO file, as YAML. */
export function renderRules(slo) {
  const groups = [
    ...slo.objectives.map((objective) => ({
      name: `slipway-${objective.name}`,
      rules: [...recordings(objective, slo.window), ...burnsOf(objective).map(({ rule }) => rule)],
    })),
    { name: 'slipway-alerts', rules: slo.alerts.map(toAlert) },
  ];
  return `# Made of slo.yaml by npm run write -- monitoring.\n${stringify({ groups }, { lineWidth: 0 })}`;
}

function recordings(objective, window) {
  const windows = [...new Set(BURN_RATES.flatMap(({ short, long }) => [short, long])), window];
  const ratios = windows.map((each) => ({
    record: ratioName(objective, each),
    expr: ratioOf(objective, each),
  }));
  if (objective.bad === undefined) return ratios;
  return [{ record: badName(objective), expr: objective.bad }, ...ratios];
}

/** Of bad time: recorded, since a subquery over a month loads more samples than Prometheus allows. */
export function badName({ name }) {
  return `slipway:${name}:bad`;
}

function ratioOf(objective, window) {
  const over = (text) => text.replaceAll('$window', window);
  return objective.bad === undefined
    ? `(${over(objective.errors)}) / (${over(objective.total)})`
    : `avg_over_time(${badName(objective)}[${window}])`;
}

/** The alerts of an objective, each with its share of errors, its windows, and how long that has to last. */
export function burnsOf(objective) {
  const budget = 1 - objective.objective / 100;
  return BURN_RATES.map(({ severity, factor, long, short, for: wait }) => {
    const limit = Number((factor * budget).toPrecision(6));
    const rule = {
      alert: `Slipway${pascal(objective.name)}Burn${long}`,
      expr: `${ratioName(objective, long)} > ${limit} and ${ratioName(objective, short)} > ${limit}`,
      for: wait,
      labels: { severity },
      annotations: {
        summary: `${objective.promise} The budget of a month goes ${factor} times too fast.`,
        runbook: `${RUNBOOK}#${anchorOf(objective.runbook)}`,
      },
    };
    return { limit, long, short, wait, rule };
  });
}

function toAlert({ name, severity, expr, for: wait, summary, runbook }) {
  const annotations = { summary, runbook: `${RUNBOOK}#${anchorOf(runbook)}` };
  return { alert: name, expr, for: wait, labels: { severity }, annotations };
}

function pascal(name) {
  return `${name[0].toUpperCase()}${name.slice(1)}`;
}
