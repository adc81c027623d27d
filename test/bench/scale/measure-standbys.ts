import { Agent } from 'node:http';
import { ApiProcess } from '../../support/api-process.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { openClient } from '../../support/pg-client.js';
import { median } from '../median.js';
import { cpuMilliseconds } from '../worst/server-cpu.js';
import { childrenOf } from './children-of.js';
import { MadeUpBlocks } from './made-up-blocks.js';
import { untilReady } from './measure-restart.js';
import { ask, quantile, runFully, say } from './requests.js';

const ROUNDS = 7;
const SECONDS = 5;
const AT_ONCE = 8;
const BLOCK_MS = 1_000;
const WANTED = 1.5;

interface Round {
  readonly perSecond: number;
  readonly p99: number;
  /** Reads for each second that the busiest server of PostgreSQL computed. */
  readonly ofBusiest: number;
  /** Milliseconds that each server computed for a read. */
  readonly cpu: readonly number[];
}

/** Two processes whose reads all go to one node, then two that read from a standby each, in turn. No response is cached. */
export async function measureStandbys(): Promise<boolean> {
  const primary = await OwnPostgres.start();
  const database = await openClient(primary.url);
  const blocks = await MadeUpBlocks.begin(database, 100, BLOCK_MS);
  const standbys = [await primary.startStandby(), await primary.startStandby()];
  const servers = [primary, ...standbys];
  const start = (more: Readonly<Record<string, string>>): Promise<ApiProcess> =>
    ApiProcess.start({
      DATABASE_URL: primary.url,
      RATE_LIMIT_READ_PER_MINUTE: '100000000',
      READ_CACHE_MB: '0',
      LOG_LEVEL: 'error',
      ...more,
    });
  const ofOneNode = [await start({}), await start({})];
  // A process draws its standby: here each is given one, so that the draw decides nothing.
  const ofStandbys = [
    await start({ DATABASE_READ_URL: standbys[0]?.url ?? '' }),
    await start({ DATABASE_READ_URL: standbys[1]?.url ?? '' }),
  ];
  const setups = [ofOneNode, ofStandbys];
  const paths = [
    ...blocks.tokens.map((token) => `/v1/apps/${token}`),
    ...Array.from({ length: 50 }, (_, index) => `/v1/apps?limit=${index + 1}`),
  ];
  let failed = 0;
  async function measure(apis: readonly ApiProcess[]): Promise<Round> {
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const times: number[] = [];
    let sent = 0;
    const cpu = (): number[] => servers.map(computed);
    const before = cpu();
    const began = performance.now();
    await runFully(AT_ONCE, SECONDS, async () => {
      sent += 1;
      const origin = apis[sent % apis.length]?.origin ?? '';
      const response = await ask(agent, origin + (paths[(sent * 7) % paths.length] ?? ''));
      if (response.status === 200) times.push(response.milliseconds);
      else failed += 1;
    });
    const seconds = (performance.now() - began) / 1_000;
    const used = cpu().map((after, index) => after - (before[index] ?? 0));
    agent.destroy();
    return {
      perSecond: times.length / seconds,
      p99: quantile(times, 0.99),
      ofBusiest: (times.length / Math.max(...used)) * 1_000,
      cpu: used.map((one) => one / times.length),
    };
  }
  try {
    await untilReady(setups.flat().map(({ origin }) => origin));
    for (const apis of setups) await measure(apis);
    const rounds: { one: Round; several: Round }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ one: await measure(ofOneNode), several: await measure(ofStandbys) });
    const tell = (name: string, found: readonly Round[]): void => {
      const of = (pick: (round: Round) => number): number => median(found.map(pick));
      const cpu = servers.map((_, index) => of((round) => round.cpu[index] ?? 0).toFixed(3)).join(', ');
      say(
        `${name}: ${of((round) => round.perSecond).toFixed(0)} reads/s, p99 ${of((round) => round.p99).toFixed(1)} ms;`,
      );
      say(`  CPU a read of primary, standby 1, standby 2: ${cpu} ms`);
    };
    tell(
      'one node          ',
      rounds.map(({ one }) => one),
    );
    tell(
      'primary, 2 standbys',
      rounds.map(({ several }) => several),
    );
    const ratio = (pick: (round: Round) => number): number =>
      median(rounds.map(({ one, several }) => pick(several) / pick(one)));
    const busiest = ratio((round) => round.ofBusiest);
    say(
      `ratios: reads/s ${ratio((round) => round.perSecond).toFixed(2)}, p99 ${ratio((round) => round.p99).toFixed(2)}, reads for a second of CPU of the busiest server ${busiest.toFixed(2)} (wanted: ${WANTED}); ${failed} failed`,
    );
    say(
      'Servers, processes and clients share the cores of this machine: reads/s cannot rise here. The last ratio is',
    );
    say('what servers on machines of their own bring, as long as nothing else runs out.');
    return failed === 0 && busiest >= WANTED;
  } finally {
    blocks.stop();
    await Promise.all(setups.flat().map((api) => api.stop()));
    await database.end();
    for (const server of servers.reverse()) await server.remove();
  }
}

/** Milliseconds of a server's processes. */
function computed(server: OwnPostgres): number {
  return [server.pid, ...childrenOf(server.pid)].reduce((sum, pid) => sum + cpuMilliseconds(pid), 0);
}
