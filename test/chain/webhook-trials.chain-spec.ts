import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Address, PublicClient } from 'viem';
import type { ApiProcess } from '../support/api-process.js';
import { untilLevel } from '../support/index-level.js';
import { type IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { ProgramProcess } from '../support/program-process.js';
import { eventAbi, recountClient } from '../support/recount-abi.js';
import { tellTrial, trials } from '../support/trials.js';
import { TrialProcesses } from '../support/trial-processes.js';
import { until } from '../support/until.js';
import { WebhookMirror, keyOf, type Item } from '../support/webhook-mirror.js';
import { VerifyingReceiver, type Answer } from '../support/verifying-receiver.js';

const RUNS = trials(20, 2_000);
const FINALITY_BLOCKS = 64;

/** More than a reorganisation goes back: of 64, anvil loses one or two over many deep reorganisations. */
const PAST_STATES = 8 * FINALITY_BLOCKS;
const MOST_APPS = 4;
const HAPPENINGS = 7;

const SEALING_KEY = Buffer.alloc(32, 7).toString('base64');
const BUILDER_KEY = `slw_${Buffer.alloc(32, 8).toString('base64url')}`;

interface Wanted {
  readonly finality: 'pending' | 'final';
  readonly tokens?: readonly Address[];
  readonly wallets?: readonly Address[];
  readonly minUsd?: number;
}

interface Subscription extends Wanted {
  readonly id: string;
  readonly createdAtBlock: number;
  /** At the receiver. */
  readonly place: string;
  readonly receiver: VerifyingReceiver;
  /** What it was before. */
  readonly before: readonly Wanted[];
}

type Happening = (random: () => number) => Promise<string>;

describe('webhooks, whatever fails', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let postgres: OwnPostgres;
  let client: pg.Client;
  let processes: TrialProcesses;
  let indexer: IndexerProcess;
  let api: ApiProcess;
  let workers: ProgramProcess[] = [];
  const receivers: VerifyingReceiver[] = [];
  let subscriptions: Subscription[] = [];
  let answers: readonly Answer[] = ['take'];
  let random = seededRandom(0);
  let hasCrashed = false;
  const met = { retractions: 0, replays: 0, repeated: 0, items: 0, resumed: 0 };

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start([], { pastStates: PAST_STATES });
    market = new MarketActivity(fixture, seededRandom(46));
    await market.open(3);
    await market.graduate(market.tokens[0]!);
    await market.act(5);
    await fixture.client.mine({ blocks: FINALITY_BLOCKS });
    postgres = await OwnPostgres.start();
    await connect();
    await client.query(
      `INSERT INTO builders (name, key_hash, read_per_minute, heavy_per_minute, is_server, has_webhooks)
      VALUES ('ann', $1, 1000000, 1000000, true, true)`,
      [createHash('sha256').update(BUILDER_KEY).digest()],
    );
    processes = new TrialProcesses(fixture, postgres, FINALITY_BLOCKS);
    indexer = processes.startIndexer();
    await startApi();
    const answerTo = (): Answer => answers[Math.floor(random() * answers.length)] ?? 'take';
    for (const host of ['127.0.0.1', '127.0.0.2'])
      receivers.push(await VerifyingReceiver.start(host, answerTo));
    startWorkers();
    await untilLevel(client, fixture.client);
  });

  afterAll(async () => {
    for (const process of [...workers, indexer]) await process.end('SIGKILL');
    await api.stop();
    for (const receiver of receivers) receiver.close();
    await client.end();
    await postgres.remove();
    await fixture.stop();
  });

  async function connect(): Promise<void> {
    client = await postgres.connect();
    await client.query('SET search_path = chain, public');
  }

  async function startApi(): Promise<void> {
    api = await processes.startApi({ WEBHOOK_SECRET_KEY: SEALING_KEY });
  }

  function startWorkers(): void {
    workers = workers.filter(({ hasEnded }) => !hasEnded);
    while (workers.length < 2)
      workers.push(
        new ProgramProcess('dist/apps/webhooks/main.js', {
          DATABASE_URL: postgres.url,
          FINALITY: String(FINALITY_BLOCKS),
          WEBHOOK_SECRET_KEY: SEALING_KEY,
        }),
      );
  }

  /** As a builder does, whose requests are made again until they are answered. @returns null when it is not there */
  async function call(method: string, path: string, body?: object): Promise<Record<string, unknown> | null> {
    let response: Response | null = null;
    await until(
      () => `${method} ${path} is answered: ${response?.status ?? 'no response'}\n${api.log.slice(-2_000)}`,
      async () => {
        response = await fetch(`${api.origin}/v1/webhooks${path}`, {
          method,
          headers: { 'Content-Type': 'application/json', 'X-Api-Key': BUILDER_KEY },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }).catch(() => null);
        return response !== null && response.status < 500;
      },
    );
    const { ok, status } = response!;
    if (!ok && status !== 409 && status !== 400) throw new Error(`${method} ${path}: ${status}`);
    return ok && status !== 204 ? ((await response!.json()) as Record<string, unknown>) : null;
  }

  async function subscribe(wanted: Wanted, receiver: VerifyingReceiver): Promise<Subscription> {
    const types = ['launch', 'trade', 'graduation', 'claim'];
    const place = `s${receiver.secrets.size}`;
    const made = await call('POST', '', { url: receiver.url(place), types, ...wanted });
    receiver.secrets.set(place, [String(made?.['secret'])]);
    return {
      ...wanted,
      place,
      id: String(made?.['id']),
      createdAtBlock: Number(made?.['createdAtBlock']),
      receiver,
      before: [],
    };
  }

  const upTo = (limit: number): number => 1 + Math.floor(random() * limit);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

  const trade: Happening = async () => {
    const times = upTo(5);
    await market.act(times);
    return `${times} events`;
  };

  const launch: Happening = async () => {
    await market.launch(upTo(1_000));
    await market.act(2);
    return 'a launch';
  };

  /** Each receiver does one of these with each message, at random. */
  const MOODS: readonly (readonly Answer[])[] = [
    ['take', 'take', 'take', 'take-and-close'],
    ['take', 'refuse'],
    ['take', 'take-and-close'],
    ['close', 'take'],
    ['redirect', 'flood', 'take'],
    ['take-and-flood', 'take-slowly'],
    ['refuse'],
    ['take', 'take', 'take', 'take', 'take', 'take', 'take', 'take', 'hang'],
  ];

  const turn: Happening = () => {
    answers = pick(MOODS);
    return Promise.resolve(`receivers ${answers.join()}`);
  };

  const reorganise: Happening = async () => {
    // Before: what it undoes was told to somebody.
    if (random() < 0.7) await untilLevel(client, fixture.client);
    if (random() < 0.7) await delay(50);
    const depth = upTo(random() < 0.6 ? 8 : FINALITY_BLOCKS - 1);
    const again = random() < 0.6 ? await fixture.reorganiseSome(depth, random) : 0;
    if (again === 0) await fixture.reorganise(depth);
    await fixture.client.mine({ blocks: 1 });
    await market.takeStock();
    return `reorganisation of ${depth}, ${again} transactions again`;
  };

  const kill: Happening = async () => {
    const signal = random() < 0.7 ? 'SIGKILL' : 'SIGTERM';
    const ended = delay(random() * 100).then(() => pick(workers).end(signal));
    await market.act(2);
    await ended;
    startWorkers();
    return `${signal} of a worker`;
  };

  const killIndexer: Happening = async () => {
    const ended = delay(random() * 100).then(() => indexer.end('SIGKILL'));
    await market.act(2);
    await ended;
    indexer = processes.startIndexer();
    return 'SIGKILL of the indexer';
  };

  const killApi: Happening = async () => {
    const ended = delay(random() * 50).then(() => api.stop('SIGKILL'));
    const replayed = replay(random);
    await market.act(2);
    await ended;
    await startApi();
    return `SIGKILL of the API, ${await replayed}`;
  };

  /** What was not written to disk is forgotten. */
  const crash: Happening = async () => {
    const signal = random() < 0.7 ? 'SIGQUIT' : 'SIGINT';
    hasCrashed = true;
    const stopped = delay(random() * 100).then(() => postgres.stop(signal));
    await market.act(2);
    await stopped;
    await delay(random() * 500);
    await postgres.start();
    await connect();
    return `${signal} of PostgreSQL`;
  };

  const freeze: Happening = async () => {
    await postgres.freeze();
    await market.act(2);
    await delay(random() * 2_000);
    await postgres.thaw();
    return 'PostgreSQL stood still';
  };

  const restart: Happening = async () => {
    const restarted = pick(receivers).restart(random() * 1_000);
    await market.act(2);
    await restarted;
    return 'a receiver restarted';
  };

  const pause: Happening = async () => {
    const { id } = pick(subscriptions);
    await call('PATCH', `/${id}`, { status: 'paused' });
    await market.act(2);
    return 'a pause';
  };

  const rotate: Happening = async () => {
    const { id, place, receiver } = pick(subscriptions);
    const rotated = await call('POST', `/${id}/rotate-secret`);
    receiver.secrets.get(place)?.push(String(rotated?.['secret']));
    await market.act(1);
    return 'a rotation';
  };

  const replay: Happening = async () => {
    const { id, createdAtBlock } = pick(subscriptions);
    const head = Number(await fixture.client.getBlockNumber());
    // 400 where nothing was planned so far.
    await call('POST', `/${id}/replay`, { fromBlock: Math.max(createdAtBlock, head - upTo(40)) });
    return 'a replay';
  };

  /** From the next block on. */
  async function change(one: Subscription, to: Partial<Wanted>): Promise<string> {
    expect(await call('PATCH', `/${one.id}`, to)).not.toBeNull();
    const changed = { ...one, ...to, before: [...one.before, one] };
    subscriptions = subscriptions.map((other) => (other === one ? changed : other));
    await market.act(2);
    return `${one.place} has ${JSON.stringify(to)}`;
  }

  /** At the end all blocks are final, and both have the same. */
  const changeFinality: Happening = () => {
    const one = pick(subscriptions);
    return change(one, { finality: one.finality === 'final' ? 'pending' : 'final' });
  };

  /** The first goes on to say what there is. */
  const changeFilters: Happening = () =>
    change(pick(subscriptions.slice(1)), {
      tokens: random() < 0.5 ? [] : [pick(market.tokens)],
      wallets: random() < 0.5 ? [] : [fixture.trader(upTo(3)), fixture.trader(upTo(3))],
      minUsd: random() < 0.5 ? 0 : 500,
    });

  const OFTEN = [
    trade,
    trade,
    launch,
    turn,
    turn,
    reorganise,
    reorganise,
    kill,
    killIndexer,
    killApi,
    crash,
    freeze,
    restart,
    pause,
    rotate,
    replay,
    replay,
  ];

  /** As a builder does who has mended a receiver: nothing waits for its time. */
  async function resumeAll(): Promise<void> {
    await client.query(
      'UPDATE webhook_deliveries SET attempts = 0, next_attempt_at = now() WHERE delivered_at IS NULL AND next_attempt_at > now()',
    );
    const { rowCount } = await client.query(
      'UPDATE webhook_subscriptions SET paused_reason = NULL, paused_at = NULL WHERE paused_at IS NOT NULL',
    );
    met.resumed += rowCount ?? 0;
  }

  async function isAllTold(): Promise<boolean> {
    await resumeAll();
    const { rows } = await client.query(
      `SELECT FROM webhook_subscriptions s CROSS JOIN head h
      WHERE planned_block < CASE finality WHEN 'final' THEN h.block_number - $1 - 1 ELSE h.block_number END
        OR EXISTS (SELECT FROM webhook_deliveries d WHERE d.subscription_id = s.id AND d.delivered_at IS NULL)
        OR EXISTS (SELECT FROM webhook_replays r WHERE r.subscription_id = s.id)`,
      [FINALITY_BLOCKS],
    );
    return rows.length === 0;
  }

  const repository = (): PublicClient => recountClient(fixture.anvil.rpcUrl);

  /** Every launch, trade and graduation that the node has from a block on. */
  async function eventsOfChain(fromBlock: bigint, toBlock: bigint): Promise<string[]> {
    const node = repository();
    const { launchpad } = fixture.addresses;
    const types = { Launched: 'launch', Bought: 'buy', Sold: 'sell', Graduated: 'graduation' } as const;
    const events: string[] = [];
    const placed = (
      type: string,
      log: { blockNumber: bigint; logIndex: number; transactionHash: string },
    ): string =>
      keyOf({
        type,
        blockNumber: Number(log.blockNumber),
        logIndex: log.logIndex,
        txHash: log.transactionHash,
      });
    for (const [name, type] of Object.entries(types)) {
      const event = eventAbi(name as keyof typeof types);
      for (const log of await node.getLogs({ address: launchpad, event, fromBlock, toBlock }))
        events.push(placed(type, log));
    }
    const graduations = await node.getLogs({
      address: launchpad,
      event: eventAbi('Graduated'),
      fromBlock: 0n,
      toBlock,
    });
    for (const { args } of graduations) {
      const isFirst = args.token!.toLowerCase() < fixture.addresses.platformToken.toLowerCase();
      const swaps = await node.getLogs({ address: args.pair!, event: eventAbi('Swap'), fromBlock, toBlock });
      for (const log of swaps) {
        const bought = isFirst ? log.args.amount0Out! > 0n : log.args.amount1Out! > 0n;
        events.push(placed(bought ? 'buy' : 'sell', log));
      }
    }
    return events.sort();
  }

  const isWanted = ({ tokens = [], wallets = [], minUsd = 0 }: Wanted, item: Item): boolean => {
    if (tokens.length > 0 && !tokens.includes(item.tokenAddress as Address)) return false;
    const wallet = item.type === 'launch' ? (item as unknown as { from: string }).from : item.trader;
    if (wallets.length > 0 && !wallets.includes(wallet as Address)) return false;
    const isTrade = item.type === 'buy' || item.type === 'sell';
    return minUsd === 0 || !isTrade || (item.valueUsd !== null && item.valueUsd >= minUsd);
  };

  /** What filters of any time wanted may have been told, what all of them wanted must have been; of one that never changed, both are the same. */
  function check(events: readonly string[]): void {
    const mirrors = subscriptions.map((subscription) => ({
      subscription,
      mirror: new WebhookMirror(
        subscription.receiver.received.filter(({ subscriptionId }) => subscriptionId === subscription.id),
        hasCrashed,
        subscription.before.length > 0,
      ),
    }));
    const known = new Map(mirrors[0]!.mirror.items.map((item) => [keyOf(item), item]));
    for (const { subscription, mirror } of mirrors) {
      expect(mirror.mistakes).toEqual([]);
      const kept = new Set(mirror.items.map(keyOf));
      if (subscription.before.length === 0) expect(kept.size).toBe(mirror.items.length);
      const everWanted = [subscription, ...subscription.before];
      expect([...kept].sort()).toEqual(
        events.filter((key) => {
          const isTold = everWanted.map((one) => isWanted(one, known.get(key)!));
          return isTold.every(Boolean) || (kept.has(key) && isTold.some(Boolean));
        }),
      );
      if (everWanted.every(({ finality }) => finality === 'final')) expect(mirror.retractions).toBe(0);
      met.retractions += mirror.retractions;
      met.replays += mirror.replays;
      met.repeated += mirror.repeated;
      met.items += kept.size;
    }
    for (const { mistakes, mostAtOnce } of receivers) {
      expect(mistakes).toEqual([]);
      // The other worker has the locks of a session that was cut off, whose messages are on their way.
      expect(mostAtOnce).toBeLessThanOrEqual(hasCrashed ? 8 : 4);
    }
  }

  async function runTrial(run: number, happenings: readonly Happening[]): Promise<void> {
    random = seededRandom(run * 7_919);
    answers = ['take'];
    hasCrashed = false;
    await untilLevel(client, fixture.client);
    market.tokens.splice(1, market.tokens.length - MOST_APPS);
    const first = await fixture.client.getBlockNumber();
    const [token, , other = token!] = market.tokens;
    const wanted: Wanted[] = [
      { finality: 'pending' },
      { finality: 'final' },
      { finality: 'pending', tokens: [token!, other] },
      { finality: 'pending', wallets: [fixture.trader(1), fixture.trader(2)], minUsd: 500 },
      { finality: 'final', tokens: [token!, other], wallets: [fixture.trader(1), fixture.trader(3)] },
    ];
    subscriptions = [];
    for (const [i, one] of wanted.entries()) subscriptions.push(await subscribe(one, receivers[i % 2]!));
    // Made by a request that was answered too late, and made again.
    await client.query('DELETE FROM webhook_subscriptions WHERE id <> ALL ($1::uuid[])', [
      subscriptions.map(({ id }) => id),
    ]);
    const done: string[] = [];
    try {
      // What the head's block had is told too.
      await trade(random);
      for (let i = 0; i < HAPPENINGS; i++) done.push(await pick(happenings)(random));
      answers = ['take'];
      await fixture.client.mine({ blocks: FINALITY_BLOCKS + 2 });
      await untilLevel(client, fixture.client);
      await until('everything is told', isAllTold);
      const head = await fixture.client.getBlockNumber();
      check(await eventsOfChain(first, head));
      tellTrial(`run ${run}: ${done.join(', ')}`);
    } catch (error) {
      tellTrial(`run ${run} failed: ${String(error)}`);
      const logs = workers.map(({ log }) => log.slice(-2_000));
      throw new Error([String(error), ...done, ...logs].join('\n'), { cause: error });
    } finally {
      await client.query('DELETE FROM webhook_subscriptions');
      for (const receiver of receivers) receiver.forget();
    }
  }

  it.each(Array.from({ length: RUNS }, (_, i) => i + 1))(
    'leave each receiver with the events of the chain: run %i',
    (run) => runTrial(run, OFTEN),
  );

  it.each(Array.from({ length: RUNS / 5 }, (_, i) => i + 1))(
    'leave it with them where finality and filters change meanwhile: run %i',
    (run) => {
      const changes = [changeFinality, changeFilters];
      return runTrial(run, [...OFTEN, ...changes, ...changes, ...changes, reorganise, reorganise]);
    },
  );

  it('met what they are about', () => {
    tellTrial(JSON.stringify(met));
    expect(Object.entries(met).filter(([, times]) => times === 0)).toEqual([]);
  });
});
