import { expectError } from '../support/http/expect-envelope.js';
import { withClient } from '../support/pg-client.js';
import { andCursor, readPages } from '../support/read-pages.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

interface Item {
  readonly type: string;
  readonly tokenAddress: string;
  readonly trader: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly blockNumber: number;
  readonly logIndex: number;
}

interface Page {
  readonly activity: readonly Item[];
  readonly nextCursor: string | null;
  readonly latestCursor: string | null;
}

const TYPES = ['launch', 'buy', 'sell', 'transfer', 'graduation'];

describe("the market's activity", () => {
  let served: ServedMarket;

  beforeAll(async () => {
    served = await ServedMarket.start(93, async (market) => {
      await market.open(6);
      await market.graduate(market.tokens[0]!);
      await market.act(80);
    });
  });

  afterAll(() => served.stop());

  async function page(query: string): Promise<Page> {
    const response = await served.api.get(`/activity?${query}`);
    expect([query, response.status]).toEqual([query, 200]);
    return (await response.json()) as Page;
  }

  async function all(query: string): Promise<Item[]> {
    const pages = await readPages((cursor) => page(query + andCursor(cursor)));
    return pages.flatMap(({ activity }) => activity);
  }

  /** What the activity of each app has, all together. */
  async function ofEveryApp(): Promise<Item[]> {
    const items: Item[] = [];
    for (const token of served.market.tokens) {
      const pages = await readPages(async (cursor) => {
        const response = await served.api.get(`/apps/${token}/activity?limit=100${andCursor(cursor)}`);
        return (await response.json()) as Page;
      });
      for (const { activity } of pages)
        items.push(...activity.map((item) => ({ ...item, tokenAddress: token })));
    }
    return items.sort((a, b) => b.blockNumber - a.blockNumber || b.logIndex - a.logIndex);
  }

  const bare = (items: readonly Item[]): unknown[] =>
    items.map(({ type, tokenAddress, blockNumber, logIndex, from, to }) => [
      type,
      tokenAddress,
      blockNumber,
      logIndex,
      from,
      to,
    ]);

  it('is that of all apps together, newest first, whatever the page and the filter', async () => {
    const expected = await ofEveryApp();
    expect(new Set(expected.map(({ type }) => type))).toEqual(new Set(TYPES));
    expect(bare(await all(`limit=7&type=${TYPES.join()}`))).toEqual(bare(expected));
    expect(bare(await all('limit=100'))).toEqual(bare(expected.filter(({ type }) => type !== 'transfer')));
    const [, token] = served.market.tokens;
    for (const type of TYPES) {
      const ofType = expected.filter((item) => item.type === type);
      expect(bare(await all(`limit=3&type=${type}`))).toEqual(bare(ofType));
      expect(bare(await all(`limit=3&type=${type}&token=${token!}`))).toEqual(
        bare(ofType.filter((item) => item.tokenAddress === token)),
      );
    }
  });

  it("has a wallet's trades, transfers and launches", async () => {
    const items = await all(`limit=100&type=${TYPES.join()}`);
    for (const wallet of served.fixture.traders.slice(0, 3)) {
      const own = items.filter(
        ({ type, trader, from, to }) =>
          type !== 'graduation' &&
          (trader === wallet || (trader === null && (from === wallet || to === wallet))),
      );
      expect(own.length).toBeGreaterThan(0);
      expect(bare(await all(`limit=4&type=${TYPES.join()}&wallet=${wallet.toLowerCase()}`))).toEqual(
        bare(own),
      );
      const [{ tokenAddress }] = own as [Item];
      expect(bare(await all(`type=${TYPES.join()}&wallet=${wallet}&token=${tokenAddress}`))).toEqual(
        bare(own.filter((item) => item.tokenAddress === tokenAddress)),
      );
    }
  });

  it('is followed by `after`, oldest first, which misses and repeats nothing', async () => {
    const { market } = served;
    const first = await page('limit=5');
    expect((await page(`after=${first.latestCursor!}`)).activity).toEqual([]);
    await market.act(12);
    await served.serveHead();
    const came: Item[] = [];
    for (let cursor = first.latestCursor!, more = true; more;) {
      const next: Page = await page(`limit=2&after=${cursor}`);
      came.push(...next.activity);
      expect(next.latestCursor).not.toBeNull();
      cursor = next.latestCursor!;
      more = next.nextCursor !== null;
    }
    const [seen] = first.activity as [Item];
    const now = await all('limit=100');
    const isNew = (item: Item): boolean =>
      item.blockNumber > seen.blockNumber ||
      (item.blockNumber === seen.blockNumber && item.logIndex > seen.logIndex);
    expect(came.length).toBeGreaterThan(0);
    expect(bare(came.reverse())).toEqual(bare(now.filter(isNew)));
  });

  it('leaves out what operators hide', async () => {
    const [, , token] = served.market.tokens;
    await withClient(served.indexed.database.url, (client) =>
      client.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'a copy')`, [token]),
    );
    const isLeftOut = async (): Promise<boolean> =>
      !(await all('limit=100')).some((item) => item.tokenAddress === token);
    await until('a hidden app is left out', isLeftOut);
    expect((await page(`token=${token!}`)).activity).toEqual([]);
  });

  it('says so when the block of `after` was undone', async () => {
    const { fixture } = served;
    await fixture.buy(fixture.trader(5), served.market.tokens[1]!, 10n ** 18n);
    await served.serveHead();
    const { latestCursor, nextCursor } = await page('limit=1');
    await fixture.reorganise(1, []);
    await served.serveHead();
    const { details } = await expectError(await served.api.get(`/activity?after=${latestCursor!}`), [
      400,
      'invalid_request',
    ]);
    expect(details.reason).toBe('cursor_expired');
    expect((await page(`cursor=${nextCursor!}`)).activity.length).toBeGreaterThan(0);
  });

  it('refuses what it cannot read, naming the parameter', async () => {
    const { latestCursor } = await page('limit=1');
    for (const [query, path] of [
      ['type=', 'type'],
      ['type=swap', 'type'],
      ['type=buy,,sell', 'type'],
      ['token=0x1', 'token'],
      ['wallet=me', 'wallet'],
      ['limit=101', 'limit'],
      ['after=x', 'cursor'],
      [`after=${latestCursor!}&type=buy`, 'cursor'],
      [`after=${latestCursor!}&cursor=${latestCursor!}`, 'after'],
      ['since=1', 'since'],
    ] as const) {
      const { details } = await expectError(await served.api.get(`/activity?${query}`), [
        400,
        'invalid_request',
      ]);
      expect([query, details.issues?.[0]?.path]).toEqual([query, path]);
    }
  });
});
