import { loadavg } from 'node:os';
import { PrismaService, type HeadStatement } from '@slipway/database';
import { PLATFORM } from '../../../apps/api/src/modules/config/config.sql.js';
import { LAUNCH_RECORD } from '../../../apps/api/src/modules/preflight/preflight.sql.js';
import { PORTFOLIO_SUMS, POSITIONS_NOW } from '../../../apps/api/src/modules/portfolio/portfolio.sql.js';
import { rankAppsSql } from '../../../apps/api/src/modules/apps/apps.sql.js';
import { ACTIVE_PROGRAMS, WALLET_REWARDS } from '../../../apps/api/src/modules/rewards/rewards.sql.js';
import { openBarePool } from '../bare-pool.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { throwIt } from '../../support/throw-it.js';
import { generateMarket } from '../market/generate-market.js';
import { inventAddress } from '../market/invent-address.js';
import type { MarketSize } from '../market/market-size.js';
import { sampleRequests } from '../market/sample-requests.js';
import { median } from '../median.js';

/**
 * What the door to PostgreSQL costs: each hot statement through PrismaService against pg alone, with pools of the same
 * size, both prepared and warmed, in turn.
 *
 *     npm run bench:repositories                  200 apps, 20,000 trades
 *     npm run bench:repositories -- 1000000       200 apps, 1,000,000 trades
 */
const SIZE: MarketSize = { apps: 200, trades: Number(process.argv[2] ?? 20_000), wallets: 400 };
const RUNS = 5;
/** A run is made of short turns, so that what else the machine does falls on both. */
const TURNS = 10;
const TURN_MS = 50;
const CONNECTIONS = 4;
const WANTED = 0.9;

/** A statement with values that differ from one time to the next. */
interface Sample {
  readonly name: string;
  readonly statement: HeadStatement<never, object>;
  readonly values: readonly (readonly unknown[])[];
}

function samples(): Sample[] {
  const wallets = Array.from({ length: 60 }, (_, i) => [inventAddress(`trader ${i}`)]);
  const once = (...values: unknown[]): unknown[][] => [values];
  return [
    ...Object.entries(sampleRequests())
      .filter(([name]) => name !== '/apps' && !name.endsWith('/quote'))
      .map(([name, [first, ...rest]]) => {
        if (first === undefined) throw new Error(`${name} has no sample`);
        return { name, statement: first.statement, values: [first, ...rest].map(({ values }) => values) };
      }),
    { name: '/apps', statement: rankAppsSql('trending', { stage: null, creator: null }), values: once(26) },
    { name: '/config', statement: PLATFORM, values: once() },
    { name: '/portfolio/{address}', statement: PORTFOLIO_SUMS, values: wallets },
    { name: '/positions/{address}', statement: POSITIONS_NOW, values: wallets.map((own) => [...own, 26]) },
    { name: '/preflight/launch', statement: LAUNCH_RECORD, values: once(['pocket'], 'pocket', 'PCKT', null) },
    { name: '/rewards/programs', statement: ACTIVE_PROGRAMS, values: once(new Date(), null, 26) },
    { name: '/rewards/{address}', statement: WALLET_REWARDS, values: wallets },
  ];
}

/** Runs a second by as many callers as there are connections. */
async function rate(
  { values }: Sample,
  run: (values: readonly unknown[]) => Promise<unknown>,
): Promise<number> {
  let runs = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - started < TURN_MS) {
        const row = await run(values[runs++ % values.length] ?? []);
        if (row === null || row === undefined) throw new Error('there is no row');
      }
    }),
  );
  return (runs / (performance.now() - started)) * 1_000;
}

const postgres = await OwnPostgres.start();
const settings = {
  url: postgres.url,
  role: 'slipway_api',
  size: CONNECTIONS,
  statementTimeoutMs: 30_000,
} as const;
const prisma = new PrismaService(settings, throwIt);
const pool = openBarePool(settings);
try {
  await generateMarket(postgres.url, SIZE);
  console.log(
    `${SIZE.apps} apps, ${SIZE.trades} trades, ${CONNECTIONS} connections each, median of ${RUNS} interleaved runs of ` +
      `${TURNS} turns of ${TURN_MS} ms; load ${loadavg()[0]?.toFixed(1) ?? ''}`,
  );
  console.log('| statement of | pg alone, a second | PrismaService | ratio |');
  console.log('| --- | --- | --- | --- |');
  for (const sample of samples()) {
    const { name, text } = sample.statement;
    const statement = sample.statement as HeadStatement<unknown[], object>;
    const alone = (values: readonly unknown[]): Promise<unknown> =>
      pool
        .query({ ...(name !== undefined && { name }), text, values: [...values] })
        .then(({ rows }) => rows[0] as unknown);
    const through = (values: readonly unknown[]): Promise<unknown> => prisma.$runAsOf(statement, ...values);
    const rates = { alone: [] as number[], through: [] as number[], ratio: [] as number[] };
    for (let run = -1; run < RUNS; run += 1) {
      let [a, b] = [0, 0];
      for (let turn = 0; turn < TURNS; turn += 1) {
        // Each begins every other turn.
        if (turn % 2 === 1) b += await rate(sample, through);
        a += await rate(sample, alone);
        if (turn % 2 === 0) b += await rate(sample, through);
      }
      // The first run warms both.
      if (run < 0) continue;
      rates.alone.push(a / TURNS);
      rates.through.push(b / TURNS);
      rates.ratio.push(b / a);
    }
    const ratio = median(rates.ratio);
    const perSecond = (of: 'alone' | 'through'): string => median(rates[of]).toFixed(0);
    console.log(`| ${sample.name} | ${perSecond('alone')} | ${perSecond('through')} | ${ratio.toFixed(2)} |`);
    if (ratio < WANTED) process.exitCode = 1;
  }
  console.log(`wanted: at least ${WANTED} each; load ${loadavg()[0]?.toFixed(1) ?? ''}`);
} finally {
  await prisma.$close();
  await pool.end();
  await postgres.remove();
}
