import { encodeAbiParameters, encodeFunctionData, maxInt192, type Hex } from 'viem';
import type pg from 'pg';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { awaitReceipt } from '../support/await-receipt.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient } from '../support/pg-client.js';

interface AppRow {
  name: string;
  symbol: string;
  image_url: string | null;
  website: string | null;
}

describe('hostile launches', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let indexed: IndexFixture;
  let client: pg.Client;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(3));
    await market.open(1);
    indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    client = await openClient(indexed.database.url);
  });

  afterAll(async () => {
    await client.end();
    await indexed.close();
    await fixture.stop();
  });

  /** Indexes the chain as it is now, and returns the newest app. */
  async function newestApp(): Promise<AppRow> {
    await indexed.catchUp();
    const { rows } = await client.query<AppRow>(
      'SELECT name, symbol, image_url, website FROM chain.apps ORDER BY block_number DESC, log_index DESC LIMIT 1',
    );
    return rows[0]!;
  }

  it('keeps duplicates and homoglyphs apart by their token', async () => {
    for (const name of ['Tidepool', 'Tidepool', 'Tіdepool', 'Ｔidepool']) {
      await fixture.launch(fixture.trader(0), { name });
      expect((await newestApp()).name).toBe(name);
    }
    const { rows } = await client.query(
      'SELECT name_key, count(*)::int FROM chain.apps GROUP BY name_key HAVING count(*) > 1',
    );
    expect(rows).toEqual([{ name_key: 'tidepool', count: 4 }]);
  });

  it('bounds keys of text that grows when it is folded', async () => {
    await fixture.launch(fixture.trader(0), { name: 'ﷺ'.repeat(128), symbol: 'ﷺ'.repeat(32) });
    expect(await newestApp()).toMatchObject({ name: 'ﷺ'.repeat(128), symbol: 'ﷺ'.repeat(32) });
    // Each letter folds to eighteen.
    const { rows } = await client.query<{ name: number; symbol: number }>(
      'SELECT length(name_key) AS name, length(symbol_key) AS symbol FROM chain.apps ORDER BY 1 DESC LIMIT 1',
    );
    for (const length of [rows[0]!.name, rows[0]!.symbol]) {
      expect(length).toBeGreaterThan(300);
      expect(length).toBeLessThanOrEqual(400);
    }
  });

  it('replaces NUL, and drops URLs that preflight refuses', async () => {
    await fixture.launch(fixture.trader(0), {
      name: 'a\0b',
      symbol: '\0',
      imageUrl: 'javascript:alert(1)',
      website: 'https://127.1/',
    });
    expect(await newestApp()).toEqual({ name: 'a\ufffdb', symbol: '\ufffd', image_url: null, website: null });
  });

  it('replaces bytes that are no UTF-8: lone surrogates, cut sequences, 0xFF', async () => {
    const bytes: Hex = '0x61eda08062e28228ff';
    const head = encodeFunctionData({
      abi: launchpadAbi,
      functionName: 'launch',
      args: ['', '', '', '', ''],
    });
    const args = encodeAbiParameters(
      ['bytes', 'bytes', 'bytes', 'bytes', 'bytes'].map((type) => ({ type })),
      [bytes, '0x414243', bytes, bytes, bytes],
    );
    const hash = await fixture.client.sendTransaction({
      account: fixture.trader(0),
      to: fixture.addresses.launchpad,
      data: `${head.slice(0, 10) as Hex}${args.slice(2)}`,
      gas: 8_000_000n,
      chain: null,
    });
    expect((await awaitReceipt(fixture.client, hash)).status).toBe('success');
    const app = await newestApp();
    expect(app.name).toMatch(/^a\ufffd+b\ufffd+\(\ufffd$/);
    expect(app).toMatchObject({ symbol: 'ABC', image_url: null, website: null });
  });

  it('clips a name of 100 KB', async () => {
    await fixture.launch(fixture.trader(0), { name: '🚀'.repeat(25_000) }, 150_000_000n);
    expect((await newestApp()).name).toBe('🚀'.repeat(128));
  });

  it('survives the largest prices that the feed takes, and takes none that is implausible or above nothing for a price', async () => {
    const token = market.tokens[0]!;
    for (const price of [10n ** 17n, maxInt192, -maxInt192 - 1n, 0n]) {
      await market.publishPrice(price);
      await fixture.buy(fixture.trader(0), token, 10n ** 21n);
      await indexed.catchUp();
    }
    const { rows } = await client.query<{ usd: boolean; price: number | null }>(
      `SELECT usd_amount IS NOT NULL AS usd, (SELECT max(high_usd) FROM chain.candles) AS price
      FROM chain.trade_rows ORDER BY block_number`,
    );
    expect(rows.map(({ usd }) => usd)).toEqual([true, false, false, false]);
    expect(rows[0]!.price).toBeLessThan(1e9);
    const volumes = async (): Promise<unknown[]> =>
      (
        await client.query<{ unpriced: number; candle: boolean }>(
          `SELECT unpriced_24h AS unpriced, (SELECT bool_or(volume_usd IS NOT NULL) FROM chain.candles WHERE trades > 0) AS candle
          FROM chain.app_stats WHERE token_id = (SELECT id FROM chain.addresses WHERE address = $1)`,
          [token],
        )
      ).rows;
    expect(await volumes()).toEqual([{ unpriced: 3, candle: false }]);
    await fixture.client.increaseTime({ seconds: 86_400 });
    await market.publishPrice(250_000_000n);
    await fixture.buy(fixture.trader(0), token, 10n ** 18n);
    await indexed.catchUp();
    expect(await volumes()).toEqual([{ unpriced: 0, candle: true }]);
  });

  it('survives trades and transfers of one wei, and transfers of nothing', async () => {
    const token = market.tokens[0]!;
    await fixture.transfer(token, fixture.trader(0), fixture.trader(1), 1n);
    await fixture.transfer(token, fixture.trader(0), fixture.trader(2), 0n);
    await fixture.transfer(token, fixture.trader(1), fixture.trader(1), 1n);
    await indexed.catchUp();
    const { rows } = await client.query(
      'SELECT holder, balance::text FROM chain.balance_rows WHERE balance = 1',
    );
    expect(rows).toEqual([{ holder: fixture.trader(1), balance: '1' }]);
  });

  it('leaves an index that equals a fresh one', async () => {
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
  });
});
