import {
  HISTORY_SPANS,
  PORTFOLIO_HISTORY,
} from '../../apps/api/src/modules/portfolio/portfolio.repository.js';
import type {
  PortfolioDto,
  PortfolioHistoryDto,
  WalletActivityListDto,
} from '../../apps/api/src/modules/portfolio/portfolio.dto.js';
import { uniswapV2PairAbi } from '@slipway/protocols/slipway';
import { startApi } from '../support/running-api.js';
import { ServedOwner } from '../support/served-owner.js';
import { signIn } from '../support/wallet.js';

const HOUR = 3_600;
const PERIODS = Object.keys(HISTORY_SPANS);

describe('the history of a portfolio', () => {
  let owner: ServedOwner;

  beforeAll(async () => {
    owner = await ServedOwner.start(78);
  });

  afterAll(async () => {
    await owner.stop();
  });

  it.each(PERIODS)(
    'GET history?period=%s ends evenly spaced at the overview of its block',
    async (period) => {
      const { body: history, headers } = await owner.read<PortfolioHistoryDto>(`/history?period=${period}`);
      const { body: overview } = await owner.read<PortfolioDto>('');
      const times = history.points.map(({ timestamp }) => Date.parse(timestamp));
      expect(times.length).toBeGreaterThan(1);
      expect(times.length).toBeLessThanOrEqual(200);
      const step = (times.at(-1)! - times[0]!) / (times.length - 1);
      for (const [i, time] of times.entries())
        expect(Math.abs(time - times[0]! - i * step)).toBeLessThanOrEqual(1);
      const last = history.points.at(-1)!;
      expect(last.timestamp).toBe(headers.get('x-as-of-time'));
      expect(last.valueUsd).toBe(overview.totalValueUsd);
      expect(last.pnlUsd).toBeCloseTo(overview.realizedPnlUsd + overview.unrealizedPnlUsd!, 9);
    },
  );

  it('gives at each moment of the history what the overview said then', async () => {
    const { market, fixture, indexed } = owner.served;
    const { address } = owner.wallet;
    // Days with trades and without, of which the wallet's own are a part.
    const hours = [2, 2, 2, 30, 5, 26, 40 * 24, 3, 49, 300 * 24, 20, 5, 2];
    const own = await market.launch(20 * 9 + 1);
    market.tokens.pop();
    await fixture.buy(address, own, 10n ** 18n);
    await indexed.catchUp();
    const seen: { from: number; until: number; overview: PortfolioDto }[] = [];
    for (const [round, pause] of hours.entries()) {
      const { body, headers } = await owner.read<PortfolioDto>('');
      const from = Date.parse(headers.get('x-as-of-time')!);
      await fixture.client.increaseTime({ seconds: pause * HOUR });
      if (round % 3 === 0) await fixture.transfer(own, address, fixture.trader(7), 5n);
      else if (round % 4 === 1) await donate();
      else await market.act(3);
      await indexed.catchUp();
      seen.push({ from, until: from + (pause - 0.5) * HOUR * 1_000, overview: body });
    }
    expect(await first('/history?period=all')).toBe(await first('/activity?limit=100'));
    for (const period of PERIODS) {
      const { points } = (await owner.read<PortfolioHistoryDto>(`/history?period=${period}`)).body;
      let compared = 0;
      for (const { timestamp, valueUsd, pnlUsd } of points) {
        const time = Date.parse(timestamp);
        const rest = seen.find(({ from, until }) => from <= time && time < until);
        if (rest === undefined) continue;
        compared += 1;
        expect(valueUsd).toBe(rest.overview.totalValueUsd);
        expect(pnlUsd).toBeCloseTo(rest.overview.realizedPnlUsd + rest.overview.unrealizedPnlUsd!, 9);
      }
      expect(compared).toBeGreaterThan(5);
    }
    expect(new Set(seen.map(({ overview }) => overview.totalValueUsd)).size).toBeGreaterThan(6);
  });

  /** The price of the graduated app moves, and no trade is made. */
  async function donate(): Promise<void> {
    const { market, fixture } = owner.served;
    const { pair } = await fixture.curve(market.tokens[0]!);
    await fixture.platform('transfer', fixture.trader(1), [pair, 500n * 10n ** 18n]);
    const from = fixture.trader(1);
    await fixture.write({ address: pair, abi: uniswapV2PairAbi, functionName: 'sync', from });
  }

  /** The time of the wallet's first point, or event. */
  async function first(path: string): Promise<string> {
    const { body } = await owner.read<Partial<PortfolioHistoryDto & WalletActivityListDto>>(path);
    const items = body.points ?? body.activity ?? [];
    return items.map(({ timestamp }) => timestamp).sort()[0]!;
  }

  it('gives a wallet of many positions fewer points, evenly spaced up to the head', async () => {
    const { served } = owner;
    const { address } = owner.wallet;
    const { seconds, steps } = HISTORY_SPANS['30d'];
    const history = async (lookUps: number): Promise<{ at: string }[]> => {
      const values = [address, seconds, steps, lookUps];
      const [row] = await served.query<{ points: { at: string }[] }>(PORTFOLIO_HISTORY.text, values);
      return row!.points;
    };
    const whole = await history(1_000_000);
    expect(whole).toHaveLength(steps + 1);
    const [{ count }] = (await served.query<{ count: number }>(
      'SELECT count(*)::int FROM position_rows WHERE wallet = $1',
      [address],
    )) as [{ count: number }];
    const few = await history(2 * count * 6);
    expect(few).toEqual(whole.filter((_, i) => i % (steps / 6) === 0));
  });

  it('counts a history as a heavy request', async () => {
    const strict = await startApi(owner.served.indexed.database.url, { rateLimitHeavyPerMinute: 1 });
    const bearer = await signIn(strict, owner.wallet);
    const path = `/portfolio/${owner.wallet.address}/history`;
    const headers = { Authorization: `Bearer ${bearer}` };
    expect((await strict.get(path, headers)).status).toBe(200);
    expect((await strict.get(path, headers)).status).toBe(429);
    await strict.close();
  });
});
