import { OwnPostgres } from '../../support/own-postgres.js';
import { median } from '../median.js';
import { copyAgain } from './copy-again.js';
import { measureApart } from './measure-apart.js';
import { measureProgram } from './measure-program.js';
import { startReplay } from './replay.js';

/**
 * How fast the indexer takes in a chain, from JSON-RPC over HTTP to committed rows with everything derived from them;
 * reading and writing apart; and a bare COPY of the rows that came out, which is the limit of these tables. A number of
 * events that is given several times is told once more, with the median of each figure.
 *
 *     npm run bench:index                              300,000 events, once
 *     npm run bench:index -- 100000 1000000            other numbers of events
 *     npm run bench:index -- 300000 300000 300000      several runs
 */
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '8GB' };

/** Of one run. Rates are events a second, `copyRate` that of the bare COPY, `heapRate` of one without keys and indexes. */
interface Figures {
  readonly rate: number;
  readonly readRate: number;
  readonly writeRate: number;
  readonly copyRate: number;
  readonly heapRate: number;
  /** Of {@link copyRate}. */
  readonly share: number;
  readonly writeShare: number;
  readonly peakMb: number;
  /** Milliseconds of a core for 1,000 events: the whole indexer, and the server while written to. */
  readonly indexerMs: number;
  readonly serverMs: number;
}

const sizes = process.argv.slice(2).map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function measure(size: number): Promise<Figures> {
  const replay = await startReplay(size);
  const { events, logs, blocks } = replay;
  const postgres = await OwnPostgres.start(SETTINGS);
  const client = await postgres.connect();
  try {
    say(
      `${events} events (70 % trades, 25 % transfers, 5 % others; 500 apps, 5,000 wallets) in ${logs} logs, ${blocks} blocks`,
    );
    const program = await measureProgram(replay, postgres.url, client);
    const copied = await copyAgain(client);
    await client.query(
      `SELECT public.open_index_rebuild(); SELECT public.swap_index_rebuild(); DROP SCHEMA chain_old CASCADE`,
    );
    const apart = await measureApart(replay, postgres.url);
    return {
      rate: events / program.seconds,
      readRate: events / apart.readSeconds,
      writeRate: events / apart.writeSeconds,
      copyRate: events / copied.indexed,
      heapRate: events / copied.bare,
      share: copied.indexed / program.seconds,
      writeShare: copied.indexed / apart.writeSeconds,
      peakMb: program.peakMb,
      indexerMs: (program.cpuSeconds / events) * 1e6,
      serverMs: (apart.writeCpu.postgres / events) * 1e6,
    };
  } finally {
    await client.end();
    await postgres.remove();
    replay.stop();
  }
}

function tell(figures: Figures): void {
  const rate = (perSecond: number): string =>
    `${Math.round(perSecond).toLocaleString('en').padStart(7)} events/s`;
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  const { peakMb, indexerMs, serverMs } = figures;
  say(`  from RPC to committed rows  ${rate(figures.rate)}, peak memory ${peakMb} MB`);
  say(`  reading alone               ${rate(figures.readRate)}`);
  say(`  writing alone               ${rate(figures.writeRate)}`);
  say(
    `  a bare COPY of those rows   ${rate(figures.copyRate)}: the program reaches ${percent(figures.share)} of it, writing alone ${percent(figures.writeShare)}`,
  );
  say(`  without keys and indexes    ${rate(figures.heapRate)}`);
  say(
    `  what bounds it              of ${(1e6 / figures.rate).toFixed(0)} ms for 1,000 events PostgreSQL's connection computes ${serverMs.toFixed(0)}, the indexer ${indexerMs.toFixed(0)} (reading, decoding, folding)`,
  );
}

const runs = new Map<number, Figures[]>();
for (const size of sizes.length > 0 ? sizes : [300_000]) {
  const figures = await measure(size);
  tell(figures);
  runs.set(size, [...(runs.get(size) ?? []), figures]);
}
for (const [size, all] of runs) {
  if (all.length === 1) continue;
  say(`${size} events, medians of ${all.length} runs`);
  const names = Object.keys(all[0]!) as (keyof Figures)[];
  tell(Object.fromEntries(names.map((name) => [name, median(all.map((run) => run[name]))])) as never);
}
