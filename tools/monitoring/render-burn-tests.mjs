import { stringify } from 'yaml';
import { badName, burnsOf } from './render-rules.mjs';

/** Requests an interval, so that the smallest share of errors is a whole number of them. */
const AT_A_TIME = 1_000_000;
/** How far above or below an alert's share of errors a test stays. */
const NEAR = 0.02;
const EVALUATION_MINUTES = 15;

const MINUTES = { m: 1, h: 60, d: 1_440 };

/** promtool's tests of all burn rates: each alert is raised just above its share of errors, not just below, and ends soon after them. */
export function renderBurnTests(slo) {
  const tests = slo.objectives.flatMap((objective) =>
    burnsOf(objective).map((burn) => testOf(objective, burn)),
  );
  const file = { rule_files: ['slipway.rules.yaml'], evaluation_interval: `${EVALUATION_MINUTES}m`, tests };
  return `# Made of slo.yaml by npm run write -- monitoring.\n${stringify(file, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

function testOf(objective, { limit, long, short, wait, rule }) {
  const { alert, labels, annotations } = rule;
  const raised = [{ exp_labels: labels, exp_annotations: annotations }];
  // Three days of minutes take promtool minutes.
  const interval = Math.max(1, Math.floor(minutesOf(short) / 6));
  const intervals = (minutes) => Math.ceil(minutes / interval);
  const toEnd = intervals(minutesOf(short) + EVALUATION_MINUTES);
  const parts = [
    { share: limit * (1 - NEAR), count: intervals(minutesOf(wait) + 2 * EVALUATION_MINUTES), alerts: [] },
    { share: limit * (1 + NEAR), count: intervals(minutesOf(long) + minutesOf(wait)), alerts: raised },
    // The long window stays above its share until the end.
    { share: limit * 2, count: toEnd, alerts: raised },
    { share: 0, count: toEnd, alerts: [] },
  ];
  let minutes = 0;
  const expected = parts.map(({ count, alerts }) => {
    minutes += count * interval;
    return { eval_time: `${minutes}m`, alertname: alert, exp_alerts: alerts };
  });
  return {
    name: `${alert}: errors just below its share, just above, twice as many, and none.`,
    interval: `${interval}m`,
    input_series: seriesOf(objective, parts),
    alert_rule_test: expected,
  };
}

/** What series are while shares of all are bad, one after the other, for so many intervals each. */
function seriesOf(objective, parts) {
  if (objective.bad !== undefined) {
    const values = parts.map(({ share, count }) => `${share}x${count}`).join(' ');
    return [{ series: badName(objective), values }];
  }
  return Object.entries(objective.series).map(([series, counts]) => {
    let from = 0;
    const values = parts.map(({ share, count }) => {
      const growth = Math.round(growthOf(counts, share));
      const text = `${from}+${growth}x${count}`;
      from += growth * (count + 1);
      return text;
    });
    return { series, values: values.join(' ') };
  });
}

function growthOf(counts, share) {
  if (counts === 'all') return AT_A_TIME;
  if (counts === 'bad') return share * AT_A_TIME;
  if (counts === 'good') return (1 - share) * AT_A_TIME;
  throw new Error(`series count good, bad or all, not ${counts}`);
}

function minutesOf(text) {
  return Number.parseInt(text, 10) * MINUTES[text.at(-1)];
}
