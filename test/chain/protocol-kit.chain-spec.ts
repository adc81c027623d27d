import {
  createPublicClient,
  erc20Abi,
  http,
  numberToHex,
  parseEventLogs,
  type Address,
  type Hex,
  type Log,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { toRawLog, type ChainEvent, type EventOf } from '@slipway/chain';
import { QUOTE_REFUSALS } from '@slipway/protocols';
import type { AppListDto } from '../../apps/api/src/modules/apps/list/list.dto.js';
import type { CurveDto } from '../../apps/api/src/modules/market/curves/curves.dto.js';
import type { ExplainedCallDto } from '../../apps/api/src/extras/trading/dto/explain.dto.js';
import type { LaunchPayloadDto } from '../../apps/api/src/extras/trading/dto/launch.dto.js';
import type { TradePayloadDto } from '../../apps/api/src/extras/trading/dto/trade.dto.js';
import { ApiProcess } from '../support/api-process.js';
import { askAgain } from '../support/ask-again.js';
import { describedRequests, type Known } from '../support/described-requests.js';
import { InjectedWallet } from '../support/injected-wallet.js';
import { expectRecounted } from '../support/expect-recounted.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { seededRandom } from '../support/market-activity.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { RAMP, recountApps, SLIPWAY } from '../support/recount.js';
import { recordLogs, type KnownLog } from '../support/recorded-logs.js';
import { openProtocolChain, type ProtocolChain } from '../support/protocol-chain.js';
import { SIGNING_KEYS } from '../support/running-api.js';
import { until } from '../support/until.js';
import { signIn, testWallet } from '../support/wallet.js';

/** `npm run test:protocol -- NAME` tests that one; else the one that no other suite indexes is tested. */
const NAME = process.env.PROTOCOL ?? 'ramp';

const MOST_APPS = 8;
const LOCAL_ACCOUNTS = 20;
const LOGS_A_REQUEST = 1_000n;
/** Of what an account has. */
const PARTS = [1n, 1_000n, 250_000n, 1_000_000n];
const WHOLE = 1_000_000n;

const RECOUNTS = new Map([
  ['slipway', SLIPWAY],
  ['ramp', RAMP],
]);

/** The examples of the description. */
const [ANY_TOKEN, ANY_WALLET] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`) as [string, string];

/** Of a sign-in itself, of a program, or without an end. */
const NOT_ASKED = /\/auth\/|\/rewards\/programs\/|\/claim-payload|\/stream/;

/** For what they ask: a metric of another board, a pair that is none. */
const REFUSED = [
  'get /leaderboards/{board}: 400',
  'get /integrations/dexscreener/pair: 404',
  'get /integrations/geckoterminal/pair: 404',
];

type Call = Pick<TradePayloadDto['calls'][number], 'to' | 'data' | 'value'>;
type CurveTrade = EventOf<'Bought' | 'Sold'>;

interface Served<T> {
  readonly body: T;
  readonly block: bigint;
}

interface SimulatedCall {
  readonly status: Hex;
  readonly logs: readonly Log[];
}

const isCurveTrade = (event: ChainEvent): event is CurveTrade =>
  event.name === 'Bought' || event.name === 'Sold';

/** What any launchpad that is served has to hold, asked of the programs over HTTP and compared with what the chain itself says. */
describe(`the launchpad ${NAME}`, () => {
  let chain: ProtocolChain;
  let database: TestDatabase;
  let indexer: IndexerProcess;
  let api: ApiProcess;
  let client: ReturnType<typeof createPublicClient>;
  let apps: readonly Address[];
  let events: readonly ChainEvent[] = [];
  const known: KnownLog[] = [];
  const random = seededRandom(45);

  beforeAll(async () => {
    chain = await openProtocolChain(NAME);
    client = createPublicClient({ transport: http(chain.rpcUrl, { timeout: 60_000 }), cacheTime: 0 });
    database = await createTestDatabase();
    const environment = { ...chain.environment, DATABASE_URL: database.url };
    indexer = IndexerProcess.start({ ...environment, INDEXER_POLL_MS: '50' });
    api = await ApiProcess.start({
      ...environment,
      JWT_SIGNING_KEYS: SIGNING_KEYS,
      RATE_LIMIT_READ_PER_MINUTE: '1000000',
      RATE_LIMIT_HEAVY_PER_MINUTE: '1000000',
    });
    const head = await client.getBlockNumber();
    await until(
      () => `block ${head} is served:\n${indexer.log}`,
      () => isServed(head),
    );
    for (let from = chain.startBlock; from <= head; from += LOGS_A_REQUEST)
      known.push(...(await knownLogs(from, from + LOGS_A_REQUEST - 1n)));
    events = known.map(({ event }) => event);
    if (process.env.RECORD_LOGS !== undefined) await recordLogs(NAME, known);
    const { body } = await get<AppListDto>(`/apps?sort=volume&limit=${MOST_APPS}`);
    apps = body.apps.map(({ tokenAddress }) => tokenAddress as Address);
  }, 900_000);

  afterAll(async () => {
    await api.stop();
    await indexer.end();
    await database.drop();
    await chain.stop();
  });

  async function isServed(block: bigint): Promise<boolean> {
    const served = (await api.get('/v1/apps?limit=1')).headers.get('x-as-of-block');
    return served !== null && BigInt(served) >= block;
  }

  async function knownLogs(fromBlock: bigint, toBlock: bigint): Promise<KnownLog[]> {
    const address = chain.contracts.launchpad;
    const range = { address, fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) };
    const logs = await client.request({ method: 'eth_getLogs', params: [range] });
    return logs.flatMap((log) => {
      const raw = toRawLog(log);
      const event = raw === null ? null : chain.protocol.events.decode(raw);
      return raw === null || event === null ? [] : [{ log: raw, event }];
    });
  }

  async function get<T>(path: string): Promise<Served<T>> {
    const response = await askAgain(() => api.get(`/v1${path}`));
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return { body: (await response.json()) as T, block: BigInt(response.headers.get('x-as-of-block')!) };
  }

  const post = (path: string, body: object): Promise<Response> =>
    askAgain(() =>
      fetch(`${api.origin}/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );

  async function payload<T>(path: string, body: object): Promise<T> {
    const response = await post(path, body);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as T;
  }

  const balance = (token: Address, account: Address, blockNumber?: bigint): Promise<bigint> =>
    client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
      ...(blockNumber !== undefined && { blockNumber }),
    });

  /** Who holds most of the platform token, of those who traded. */
  async function richest(): Promise<Address> {
    const traders = [...new Set(events.filter(isCurveTrade).map(({ trader }) => trader))].slice(-40);
    const balances = await Promise.all(traders.map((one) => balance(chain.contracts.platformToken, one)));
    const most = balances.reduce((best, one, i) => (one > balances[best]! ? i : best), 0);
    return traders[most]!;
  }

  /** What calls of an account would log, one after the other, on top of a block. */
  async function simulate(from: Address, calls: readonly Call[], block: bigint): Promise<SimulatedCall[]> {
    const [simulated] = (await client.request({
      method: 'eth_simulateV1',
      params: [
        { blockStateCalls: [{ calls: calls.map(({ to, data }) => ({ from, to, data })) }] },
        numberToHex(block),
      ],
    } as never)) as unknown as [{ readonly calls: SimulatedCall[] }];
    return simulated.calls;
  }

  /** What an account has more of a token after a call, by the token's own logs. */
  function gained(logs: readonly Log[], token: Address, account: Address): bigint {
    return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: [...logs] })
      .filter((log) => log.address.toLowerCase() === token.toLowerCase())
      .reduce((sum, { args: { from, to, value } }) => {
        const is = (one: Address): boolean => one.toLowerCase() === account.toLowerCase();
        return sum + (is(to) ? value : 0n) - (is(from) ? value : 0n);
      }, 0n);
  }

  async function explain(from: Address, calls: readonly Call[]): Promise<void> {
    for (const { to, data, value } of calls) {
      const told = await payload<ExplainedCallDto>('/payloads/explain', { from, to, data, value });
      expect(told).toMatchObject({ known: true, summary: expect.stringMatching(/\.$/) as string });
    }
  }

  it('logs what its decoders know: launches and trades, each trade from where the one before it ended', () => {
    const names = new Set(events.map(({ name }) => name));
    expect([...names]).toEqual(expect.arrayContaining(['Launched', 'Bought', 'Sold']));
    const ends = new Map<Address, object>();
    let compared = 0;
    for (const trade of events.filter(isCurveTrade)) {
      const before = chain.protocol.reservesBefore(trade);
      const end = ends.get(trade.token);
      if (before !== null && end !== undefined) {
        expect(before).toEqual(end);
        compared += 1;
      }
      ends.set(trade.token, { platform: trade.virtualPlatform, token: trade.virtualToken });
    }
    expect(compared).toBeGreaterThan(0);
  });

  it('has the supplies, balances and prices that its contracts tell', async () => {
    expect(apps.length).toBeGreaterThan(0);
    for (const token of apps) {
      const { body: app, block } = await get<{ totalSupply: string; pool: { address: Address } | null }>(
        `/apps/${token}`,
      );
      const supply = {
        address: token,
        abi: erc20Abi,
        functionName: 'totalSupply',
        blockNumber: block,
      } as const;
      expect([token, app.totalSupply]).toEqual([token, String(await client.readContract(supply))]);
      const holders = await get<{ holders: { address: Address; balance: string; share: number }[] }>(
        `/apps/${token}/holders?limit=100`,
      );
      for (const one of holders.body.holders) {
        expect([one.address, one.balance]).toEqual([
          one.address,
          String(await balance(token, one.address, holders.block)),
        ]);
        expect(one.share).toBeCloseTo(Number(one.balance) / Number(app.totalSupply), 12);
      }
      const curve = await get<CurveDto>(`/curves/${token}`);
      expect([token, curve.body.priceInPlatform]).toEqual([
        token,
        await priceOf(token, app.pool, curve.block),
      ]);
      expect(curve.body.virtualPlatformReserve === null).toBe(!chain.protocol.hasVirtualReserves);
    }
  });

  it('has the figures that a recount of the chain has, where there is one of its launchpad', async () => {
    const reading = RECOUNTS.get(NAME);
    const { priceFeed, contracts } = chain;
    if (reading === undefined || priceFeed === null) {
      process.stdout.write('no recount: test/support/recount.ts knows the launchpads of local chains\n');
      return;
    }
    const { body, block } = await get<AppListDto>('/apps?limit=100');
    expectRecounted(body.apps, await recountApps(chain.rpcUrl, { ...contracts, priceFeed }, block, reading));
  });

  /** Of the local chain the one who holds most, whose key is known; of another one a wallet that has nothing. */
  async function owner(): Promise<Pick<PrivateKeyAccount, 'address' | 'signMessage'>> {
    const most = await richest();
    const accounts = Array.from({ length: LOCAL_ACCOUNTS }, (_, i) => new InjectedWallet('', i).account);
    return accounts.find(({ address }) => address === most) ?? testWallet(1);
  }

  it('serves each operation as it is described, those of a wallet to its owner', async () => {
    const token = apps[0]!;
    const account = await owner();
    const wallet = account.address;
    const authorization = `Bearer ${await signIn({ post }, account)}`;
    const known: Known = {
      [ANY_TOKEN]: token,
      [ANY_WALLET]: wallet,
      ...{ token, wallet, creator: wallet, q: 'a', query: 'a', minHolders: '1', limit: '1', countback: '2' },
      ...{ fromBlock: '1', toBlock: '20', ticker_id: `${token}_${chain.contracts.platformToken}` },
    };
    const asked = describedRequests(known).filter(
      ({ operation, path }) => !NOT_ASKED.test(operation) && !path.includes('cursor='),
    );
    const wrong = new Set<string>();
    // Responses are compared with the description by the suites' own `fetch`.
    for (const { operation, method, path, body } of asked) {
      const response = await askAgain(() =>
        fetch(`${api.origin}/v1${path}`, {
          method: method.toUpperCase(),
          headers: { 'content-type': 'application/json', authorization },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
      if (!response.ok) wrong.add(`${operation}: ${response.status}`);
      await response.body?.cancel();
    }
    expect([...wrong]).toEqual(REFUSED);
    expect(new Set(asked.map(({ operation }) => operation)).size).toBeGreaterThan(42);
  });

  /** As the contracts tell it, with the 18 decimals that responses have. */
  async function priceOf(
    token: Address,
    pool: { readonly address: Address } | null,
    blockNumber: bigint,
  ): Promise<string> {
    const read = async <T>(to: Address, one: { data: Hex; decode: (returned: Hex) => T }): Promise<T> => {
      const { data } = await client.call({ to, data: one.data, blockNumber });
      return one.decode(data!);
    };
    const { protocol, contracts } = chain;
    const onCurve = await read(contracts.launchpad, protocol.curveOf(token as never));
    expect(onCurve.isGraduated).toBe(pool !== null);
    let { platform, token: tokens } = onCurve.reserves;
    if (pool !== null) {
      const [zero, one] = await read(pool.address, protocol.poolReservesOf);
      [platform, tokens] = BigInt(contracts.platformToken) < BigInt(token) ? [zero, one] : [one, zero];
    }
    const scaled = (platform * 10n ** 18n) / tokens;
    const decimals = String(scaled % 10n ** 18n)
      .padStart(18, '0')
      .replace(/0+$/, '');
    return `${scaled / 10n ** 18n}${decimals === '' ? '' : `.${decimals}`}`;
  }

  it('trades to the wei as quoted, by payloads that are simulated and told', async () => {
    const buyer = await richest();
    const traded = { buy: 0, sell: 0 };
    for (const token of apps) {
      const { body } = await get<{ holders: { address: Address; label: string | null }[] }>(
        `/apps/${token}/holders?limit=20`,
      );
      const seller = body.holders.find(({ label }) => label === null || label === 'creator')?.address;
      for (const side of ['buy', 'sell'] as const) {
        const trader = side === 'buy' ? buyer : seller;
        if (trader === undefined) continue;
        const paid = side === 'buy' ? chain.contracts.platformToken : token;
        const got = side === 'buy' ? token : chain.contracts.platformToken;
        const most = (await balance(paid, trader)) / (side === 'buy' ? 50n : 1n);
        for (const part of PARTS) {
          const amount = (most * part) / WHOLE - BigInt(Math.floor(random() * 1_000));
          if (amount <= 0n) continue;
          const response = await post('/trades/payload', {
            ...{ tokenAddress: token, trader, side, amount: String(amount), slippageBps: 0 },
          });
          const trade = (await response.json()) as TradePayloadDto;
          // A curve that is full, and has not graduated, trades no more.
          if (JSON.stringify(trade).includes(QUOTE_REFUSALS.curve_complete)) continue;
          expect([response.status, trade.simulation]).toEqual([200, { ok: true, reason: null }]);
          const calls = await simulate(trader, trade.calls, BigInt(trade.asOf.block));
          expect(calls.map(({ status }) => status)).toEqual(trade.calls.map(() => '0x1'));
          const logs = calls.flatMap((call) => call.logs);
          expect([token, side, -gained(logs, paid, trader), gained(logs, got, trader)].map(String)).toEqual([
            ...[token, side, trade.amountIn, trade.amountOut],
          ]);
          traded[side] += 1;
        }
      }
    }
    process.stdout.write(`${NAME}: ${traded.buy} buys and ${traded.sell} sales equal their quotes\n`);
    expect(Math.min(traded.buy, traded.sell)).toBeGreaterThan(3);
  });

  it('tells each call of a trade and of a launch', async () => {
    const trader = await richest();
    const trading = await firstTrading(trader);
    await explain(trader, trading.calls);
    const launch = await payload<LaunchPayloadDto>('/launches/payload', {
      ...{ name: 'Kit of tests', symbol: 'KITT', description: 'a launch', website: 'https://example.org' },
      ...{ imageUrl: 'https://example.org/a.png', creator: trader },
    });
    expect(launch.preflight).toMatchObject({ errors: [] });
    expect(launch.simulation).toEqual({ ok: true, reason: null });
    await explain(trader, launch.calls);
    const simulated = await simulate(trader, launch.calls, BigInt(launch.asOf.block));
    expect(simulated.map(({ status }) => status)).toEqual(launch.calls.map(() => '0x1'));
    expect(-gained(simulated.at(-1)!.logs, chain.contracts.platformToken, trader)).toBe(BigInt(launch.cost!));
  });

  async function firstTrading(trader: Address): Promise<TradePayloadDto> {
    for (const tokenAddress of apps) {
      const response = await post('/trades/payload', {
        ...{ tokenAddress, trader, side: 'buy', amount: '1000000000000000', slippageBps: 100 },
      });
      if (response.status === 200) return (await response.json()) as TradePayloadDto;
    }
    throw new Error('no app trades');
  }
});
