import { BlockWriter } from '../bench/market/block-writer.js';
import { generateMarket } from '../bench/market/generate-market.js';
import { inventAddress } from '../bench/market/invent-address.js';
import { ApiProcess } from '../support/api-process.js';
import { inReadOrder } from '../support/in-read-order.js';
import { isReadFrom } from '../support/is-read-from.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { PUBLIC_BASE_URL, SIGNING_KEYS } from '../support/running-api.js';
import { StreamClient } from '../support/stream-client.js';
import { until } from '../support/until.js';

const SIZE = { apps: 5, trades: 400, wallets: 20 };
/** As many trades of a block as have the busiest app among them. */
const TRADES = 20;
const FINALITY_BLOCKS = 2;
const TOKEN = inventAddress('app 0');
const TOPICS = `topics=head,trades,candles:${TOKEN}:1m`;

describe('a stream of standbys', () => {
  let primary: OwnPostgres;
  let standbys: OwnPostgres[];
  let writer: BlockWriter;
  let api: ApiProcess;
  let client: StreamClient;

  const settings = {
    PUBLIC_BASE_URL,
    JWT_SIGNING_KEYS: SIGNING_KEYS,
    LOG_LEVEL: 'error',
    FINALITY: String(FINALITY_BLOCKS),
  };

  beforeAll(async () => {
    primary = await OwnPostgres.start();
    await generateMarket(primary.url, SIZE);
    writer = await BlockWriter.open(primary.url, SIZE);
    await writer.write(TRADES);
    standbys = [await primary.startStandby(), await primary.startStandby()];
    api = await ApiProcess.start({
      ...settings,
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standbys.map(({ url }) => url).join(','),
    });
  });

  beforeEach(async () => {
    client = await StreamClient.open(`${api.origin}/v1/stream?${TOPICS}`);
    await until('it has begun', () => client.lastId !== null);
  });

  afterEach(() => {
    client.cut();
  });

  afterAll(async () => {
    await api.stop();
    await writer.close().catch(() => undefined);
    for (const server of [...standbys, primary]) await server.remove();
  });

  const heads = (): unknown[] => client.of('head').map(({ data }) => data['block']);

  /** Writes a block, and waits until the client was told of it. */
  async function hear(): Promise<number> {
    const { number } = await writer.write(TRADES);
    await until(`block ${number} is told of`, () => heads().at(-1) === number);
    return number;
  }

  /** Starts the server that reads go to first, and waits until they have returned to it. */
  async function startAgain(first: OwnPostgres): Promise<void> {
    await first.start();
    await until('reads have returned', () => isReadFrom(first));
  }

  async function onServer(server: OwnPostgres, sql: string): Promise<void> {
    const connection = await server.connect();
    await connection.query(sql);
    await connection.end();
  }

  it('goes on at one that is behind what it told, of which it believes nothing', async () => {
    const [first, second] = await inReadOrder(standbys);
    const began = await hear();
    await onServer(second, 'SELECT pg_wal_replay_pause()');
    await hear();
    await first.stop('SIGQUIT');
    await until('reads go to the second', () => isReadFrom(second));
    // A listener that comes now is not told the standby's rows as events.
    const other = await StreamClient.open(`${api.origin}/v1/stream?${TOPICS}`);
    await until('the other has begun', () => other.lastId !== null);
    const candles = other.of('snapshot').find(({ data }) => 'candles' in data);
    expect(candles?.data['block']).toBe(heads().at(-1));
    other.cut();
    const last = await hear();
    expect(client.of('candle').at(-1)?.data['block']).toBe(last);
    await onServer(second, 'SELECT pg_wal_replay_resume()');
    await primary.untilReplayed(second);
    await hear();
    await startAgain(first);
    expect(heads()).toEqual([0, 1, 2, 3].map((i) => began + i));
    const names = client
      .of('trade')
      .map(({ data }) => `${String(data['txHash'])} ${String(data['logIndex'])}`);
    expect(names).toHaveLength(4 * TRADES);
    expect(new Set(names).size).toBe(names.length);
    expect([client.isEnded, client.of('reset')]).toEqual([false, []]);
  });

  it('has no latest block for aggregators that is ahead of their events, at one that is behind', async () => {
    const [first, second] = await inReadOrder(standbys);
    await onServer(second, 'SELECT pg_wal_replay_pause()');
    for (let i = 0; i < FINALITY_BLOCKS + 2; i += 1) await hear();
    const path = '/v1/integrations/dexscreener';
    const response = await api.get(`${path}/latest-block`);
    const { block } = (await response.json()) as { block: { blockNumber: number } };
    await first.stop('SIGQUIT');
    await until('reads go to the second', () => isReadFrom(second));
    const { blockNumber } = block;
    const events = await api.get(`${path}/events?fromBlock=${blockNumber}&toBlock=${blockNumber}`);
    expect(events.status).toBe(200);
    expect(((await events.json()) as { events: unknown[] }).events).toHaveLength(TRADES);
    const ahead = await api.get(`${path}/events?fromBlock=${blockNumber}&toBlock=${blockNumber + 1}`);
    const { error } = (await ahead.json()) as { error: { code: string; details: unknown } };
    expect([error.code, error.details]).toEqual(['block_not_final', { latestBlock: blockNumber }]);
    await onServer(second, 'SELECT pg_wal_replay_resume()');
    await primary.untilReplayed(second);
    await startAgain(first);
  });

  it('begins anew at one that was promoted, which gives numbers of lost entries to others', async () => {
    const [one, other] = standbys as [OwnPostgres, OwnPostgres];
    await primary.untilReplayed(one);
    for (const server of [one, other]) await server.stop();
    await hear();
    const lost = client.lastId ?? '';
    await writer.close();
    await primary.stop('SIGQUIT');
    await one.start();
    await one.promote();
    writer = await BlockWriter.open(one.url, SIZE);
    // As many entries as were lost, and more.
    for (let i = 0; i < 3; i += 1) await writer.write(TRADES);
    const promoted = await ApiProcess.start({ ...settings, DATABASE_URL: one.url });
    const again = await StreamClient.open(`${promoted.origin}/v1/stream?${TOPICS}`, lost);
    try {
      await until('it has begun', () => again.lastId !== null);
      const [before, after] = [lost, again.lastId ?? ''].map((id) => /^(\d+)-(\d+):(\d+)$/.exec(id));
      expect([before?.[2], after?.[2]]).toEqual(['1', '2']);
      expect(Number(after?.[3])).toBeGreaterThan(Number(before?.[3]));
      expect(again.frames.map(({ event }) => event)).toEqual(['reset', 'snapshot', 'snapshot', 'snapshot']);
    } finally {
      again.cut();
      await promoted.stop();
    }
  });
});
