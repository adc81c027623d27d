import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { ApiMetrics } from '../apps/api/src/platform/metrics/api-metrics.js';
import { WorkerMetrics } from '../apps/webhooks/src/metrics/worker-metrics.js';
import { describeWith } from './support/describe-with.js';
import { findProgram } from './support/find-program.js';

interface Slo {
  readonly objectives: readonly { readonly runbook: string }[];
  readonly alerts: readonly { readonly runbook: string }[];
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly record?: string; readonly alert?: string }[];
  }[];
}

const run = promisify(execFile);

const FOLDER = path.resolve(import.meta.dirname, '../docs/operate/monitoring');
const WRITER = path.resolve(import.meta.dirname, '../tools/monitoring/write-monitoring.mjs');
const TESTS = ['slipway.rules.test.yaml', 'slipway.burns.test.yaml'];
const RUNBOOK = path.join(FOLDER, '../runbook.md');

const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');
const slo = parse(read('slo.yaml')) as Slo;
const rules = read('slipway.rules.yaml');
const dashboard = read('slipway.dashboard.json');

describe('monitoring', () => {
  it('has the rules and the dashboard that slo.yaml makes: npm run write -- monitoring', async () => {
    await expect(run(process.execPath, [WRITER, '--check'])).resolves.toMatchObject({ stderr: '' });
  });

  it('names only metrics that a process exports', async () => {
    const metrics = new ApiMetrics({
      pool: () => ({ open: 1, idle: 1, waiting: 0 }),
      standbyMisses: () => ({ away: 5, behind: 6, conflict: 7, refused: 8 }),
      indexer: () => ({ block: 1, lagSeconds: 0, isHalted: false }),
      staleRoots: () => Promise.resolve(0),
    });
    metrics.watchProcess();
    const worker = new WorkerMetrics(() => Promise.resolve([]));
    const all = `${await metrics.render()}${await worker.render()}`;
    const exported = [...all.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    const named = new Set(
      [...`${rules}${dashboard}`.matchAll(/\b(?:slipway|nodejs|process)_\w+/g)]
        .map(([name]) => name)
        // Links to entries of the runbook that are called like a metric.
        .filter((name) => !rules.includes(`#${name}\n`) || exported.includes(name)),
    );
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !exported.includes(name))).toEqual([]);
  });

  it('has an entry in the runbook, and a test, for each alarm', () => {
    const headings = [...readFileSync(RUNBOOK, 'utf8').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    const entries = [...slo.objectives, ...slo.alerts].map(({ runbook }) => runbook);
    expect(headings).toEqual(expect.arrayContaining(entries));
    const { groups } = parse(rules) as Rules;
    const alerts = groups.flatMap(({ rules: all }) => all.flatMap(({ alert }) => alert ?? []));
    const tests = TESTS.map(read).join('');
    expect(alerts.filter((alert) => !tests.includes(`alertname: ${alert}\n`))).toEqual([]);
  });
});

describeWith('promtool', 'the rules', () => {
  it('raise alarms when they should, by promtool', async () => {
    const promtool = findProgram('promtool') ?? '';
    const { stdout } = await run(promtool, ['check', 'rules', 'slipway.rules.yaml'], { cwd: FOLDER });
    expect(stdout).toContain('SUCCESS');
    await expect(run(promtool, ['test', 'rules', ...TESTS], { cwd: FOLDER })).resolves.toMatchObject({
      stdout: expect.stringContaining('SUCCESS') as string,
    });
  });
});
