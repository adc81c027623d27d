import { parseArgs } from 'node:util';
import pg from 'pg';
import { OwnPostgres } from '../../support/own-postgres.js';
import { median } from '../median.js';
import { copyAgain } from './copy-again.js';
import { measureApart } from './measure-apart.js';
import { measureProgram, measureWithKeys, type ProgramRun } from './measure-program.js';
import { databaseOf } from './other-tree.js';
import { profileFolder, readProfiles } from './profile-parts.js';
import { startReplay, type Replay } from './replay.js';

/**
 * How fast the indexer takes in a chain, from JSON-RPC over HTTP to committed rows with everything derived from them;
 * reading and writing apart; a bare COPY of the rows that came out, which is the limit of these tables; and what computed
 * how long. A number of events that is given several times is told once more, with the median of each figure.
 *
 *     npm run bench -- index                                   300,000 events, once
 *     npm run bench -- index 100000 1000000                 other numbers of events
 *     npm run bench -- index 300000 300000 300000           several runs
 *     npm run bench -- index 100000 --against ../before     and another tree, built, by turns
 *     npm run bench -- index 300000 300000 300000 --against ../before --keys   and of both the second half, while keys exist
 *     npm run bench -- index 100000 --profile               and what computed, by part and by function
 */
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '8GB' };

/** Functions that a profile tells of. */
const MOST_FUNCTIONS = 25;

/** Milliseconds of a core for 1,000 events. */
interface Cpu {
  readonly mainMs: number;
  readonly othersMs: number;
  readonly serverMs: number;
  readonly replayMs: number;
}

/** Of one run. Rates are events a second, `copyRate` that of the bare COPY, `heapRate` of one without keys and indexes. */
interface Figures extends Cpu {
  readonly rate: number;
  readonly readRate: number;
  readonly writeRate: number;
  readonly copyRate: number;
  readonly heapRate: number;
  /** Of {@link copyRate}. */
  readonly share: number;
  readonly writeShare: number;
  readonly peakMb: number;
  /** Of the other tree. */
  readonly otherRate: number;
}

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, keys: { type: 'boolean' }, profile: { type: 'boolean' } },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [300_000];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function measure(size: number, isOtherFirst: boolean): Promise<Figures> {
  const replay = await startReplay(size);
  const { events, logs, blocks } = replay;
  const postgres = await OwnPostgres.start(SETTINGS);
  const client = await postgres.connect();
  try {
    say(
      `${events} events (70 % trades, 25 % transfers, 5 % others; 500 apps, 5,000 wallets) in ${logs} logs, ${blocks} blocks`,
    );
    const before = isOtherFirst ? await measureOther(replay, client, postgres.url) : null;
    const program = await measureProgram({ folder: '.' }, replay, postgres.url, client);
    const other = before ?? (await measureOther(replay, client, postgres.url));
    const copied = await copyAgain(client);
    await client.query(
      `SELECT public.open_index_rebuild(); SELECT public.swap_index_rebuild(); DROP SCHEMA chain_old CASCADE`,
    );
    const apart = await measureApart(replay, postgres.url);
    return {
      rate: events / program.seconds,
      otherRate: other === null ? 0 : events / other.seconds,
      readRate: events / apart.readSeconds,
      writeRate: events / apart.writeSeconds,
      copyRate: events / copied.indexed,
      heapRate: events / copied.bare,
      share: copied.indexed / program.seconds,
      writeShare: copied.indexed / apart.writeSeconds,
      peakMb: program.peakMb,
      ...cpuOf(program, events),
    };
  } finally {
    await client.end();
    await postgres.remove();
    replay.stop();
  }
}

/** The other tree's program, over a database of its own; null when there is none. */
async function measureOther(replay: Replay, beside: pg.Client, url: string): Promise<ProgramRun | null> {
  const { against } = options;
  if (against === undefined) return null;
  const databaseUrl = await databaseOf(against, beside, url);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const run = await measureProgram({ folder: against }, replay, databaseUrl, client);
    say(
      `  ${against}  ${rate(replay.events / run.seconds)}, peak memory ${run.peakMb} MB; ${cpuText(cpuOf(run, replay.events))}`,
    );
    return run;
  } finally {
    await client.end();
  }
}

function cpuOf({ cpu }: ProgramRun, events: number): Cpu {
  const per = (seconds: number): number => (seconds / events) * 1e6;
  return {
    mainMs: per(cpu.main),
    othersMs: per(cpu.others),
    serverMs: per(cpu.server),
    replayMs: per(cpu.replay),
  };
}

function cpuText({ mainMs, othersMs, serverMs, replayMs }: Cpu): string {
  const parts = [
    `the indexer's main thread ${mainMs.toFixed(0)}`,
    `its others (compiler, garbage, heartbeat) ${othersMs.toFixed(0)}`,
    `PostgreSQL's connections ${serverMs.toFixed(0)}`,
    `the replayed node ${replayMs.toFixed(0)}`,
  ];
  return `CPU of 1,000 events in ms: ${parts.join(', ')}`;
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en').padStart(7)} events/s`;
}

function tell(figures: Figures): void {
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  say(`  from RPC to committed rows  ${rate(figures.rate)}, peak memory ${figures.peakMb} MB`);
  if (figures.otherRate > 0)
    say(
      `  of the other tree           ${rate(figures.otherRate)}: this is ${(figures.rate / figures.otherRate).toFixed(2)} of it`,
    );
  say(`  reading alone               ${rate(figures.readRate)}`);
  say(`  writing alone               ${rate(figures.writeRate)}`);
  say(
    `  a bare COPY of those rows   ${rate(figures.copyRate)}: the program reaches ${percent(figures.share)} of it, writing alone ${percent(figures.writeShare)}`,
  );
  say(`  without keys and indexes    ${rate(figures.heapRate)}`);
  say(`  of ${(1e6 / figures.rate).toFixed(0)} ms for 1,000 events   ${cpuText(figures)}`);
}

/** One more run, under the profiler: what of the indexer computed how long, in milliseconds for 1,000 events. */
async function tellProfile(size: number): Promise<void> {
  const replay = await startReplay(size);
  const postgres = await OwnPostgres.start(SETTINGS);
  const client = await postgres.connect();
  try {
    const { folder, nodeOptions } = await profileFolder();
    await measureProgram({ folder: '.', nodeOptions }, replay, postgres.url, client);
    const line = ([name, ms]: readonly [string, number]): void => {
      say(`  ${((ms / replay.events) * 1_000).toFixed(2).padStart(6)}  ${name}`);
    };
    for (const { parts, functions } of await readProfiles(folder, MOST_FUNCTIONS)) {
      say('a thread by part');
      parts.forEach(line);
      say('the same by function');
      functions.forEach(line);
    }
  } finally {
    await client.end();
    await postgres.remove();
    replay.stop();
  }
}

/** Events a second of this tree, and of the other, while all keys exist: each over a server of its own. */
async function tellWithKeys(size: number, other: string): Promise<void> {
  const replay = await startReplay(size);
  const rates = new Map<string, number[]>([
    ['.', []],
    [other, []],
  ]);
  const measureTree = async (folder: string): Promise<number> => {
    const postgres = await OwnPostgres.start(SETTINGS);
    const beside = await postgres.connect();
    const url = folder === '.' ? postgres.url : await databaseOf(folder, beside, postgres.url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return replay.events / 2 / (await measureWithKeys({ folder }, replay, url, client));
    } finally {
      await client.end();
      await beside.end();
      await postgres.remove();
    }
  };
  for (const run of sizes.keys())
    for (const tree of run % 2 === 0 ? ['.', other] : [other, '.'])
      rates.get(tree)?.push(await measureTree(tree));
  replay.stop();
  const [own = [], others = []] = [...rates.values()];
  const each = own.map((rate, run) => (rate / (others[run] ?? Number.NaN)).toFixed(2)).join(', ');
  say(
    `while keys exist, the second half of ${size} events, medians of ${own.length} runs: ${rate(median(own))}, the other tree ${rate(median(others))}: ` +
      `${(median(own) / median(others)).toFixed(2)} of it (${each})`,
  );
}

const runs = new Map<number, Figures[]>();
for (const [i, size] of sizes.entries()) {
  const figures = await measure(size, i % 2 === 0);
  tell(figures);
  runs.set(size, [...(runs.get(size) ?? []), figures]);
}
for (const [size, all] of runs) {
  if (all.length === 1) continue;
  say(`${size} events, medians of ${all.length} runs`);
  const names = Object.keys(all[0]!) as (keyof Figures)[];
  tell(Object.fromEntries(names.map((name) => [name, median(all.map((run) => run[name]))])) as never);
}
if (options.profile === true) await tellProfile(sizes[0]!);
if (options.keys === true && options.against !== undefined) await tellWithKeys(sizes[0]!, options.against);
