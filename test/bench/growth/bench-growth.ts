import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { toAddress } from '@slipway/domain';
import { ApiProcess } from '../../support/api-process.js';
import { insertManyApps } from '../../support/many-apps.js';
import { insertManyWallets } from '../../support/many-wallets.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { withClient } from '../../support/pg-client.js';
import { sumApps } from '../../support/sum-apps.js';
import { signIn, testWallet } from '../../support/wallet.js';
import { withoutIndexes } from '../../support/without-indexes.js';
import { growthReads, type GrowthRead } from './growth-requests.js';

/**
 * How reads grow with apps and wallets: each is asked of an index of 1,000 apps and 1,000 wallets and of a large one, in
 * turns, by one client, without the API's cache.
 *
 *     npm run bench:growth                       20,000 apps, 20,000 wallets
 *     npm run bench:growth -- 1000000 1000000    a million of each: some 15 minutes
 */
const SMALL = { apps: 1_000, wallets: 1_000 };
const LARGE = { apps: Number(process.argv[2] ?? 20_000), wallets: Number(process.argv[3] ?? 20_000) };
const REQUESTS = 40;
/** The first requests of a read, in which programs and plans become warm. */
const WARM = 8;
/** Times what a small index takes. */
const WANTED = 2;

const OWNER = testWallet(3);
const FILLED = ['trades', 'balances', 'positions', 'ledger_entries', 'app_stats', 'apps'];

class Market {
  private constructor(
    readonly postgres: OwnPostgres,
    readonly api: ApiProcess,
    private readonly token: string,
    private readonly accessToken: string,
  ) {}

  static async open({ apps, wallets }: typeof SMALL): Promise<Market> {
    const began = performance.now();
    const postgres = await OwnPostgres.start({ shared_buffers: '1GB', max_wal_size: '8GB' });
    const token = await withClient(postgres.url, async (client) => {
      await client.query(`SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'`);
      const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
      const fill = FILLED.reduceRight<() => Promise<void>>(
        (filled, table) => () => withoutIndexes(client, table, filled),
        async () => {
          await insertManyApps(client, apps, at);
          await client.query('ANALYZE');
          await insertManyWallets(client, wallets, [OWNER.address]);
        },
      );
      await fill();
      await client.query('ANALYZE');
      await withoutIndexes(client, 'app_stats', () => sumApps(client, at));
      await client.query(`UPDATE head SET level_at = now() + interval '2 hours'`);
      await client.query('VACUUM ANALYZE');
      return writeInFull(client);
    });
    process.stdout.write(
      `${apps} apps and ${wallets} wallets made in ${((performance.now() - began) / 1_000).toFixed(0)} s\n`,
    );
    const api = await ApiProcess.start({
      DATABASE_URL: postgres.url,
      READ_CACHE_MB: '0',
      RATE_LIMIT_READ_PER_MINUTE: '100000000',
      RATE_LIMIT_HEAVY_PER_MINUTE: '100000000',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
    });
    const post = (path: string, body: unknown): Promise<Response> =>
      fetch(`${api.origin}/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    return new Market(postgres, api, token, await signIn({ post }, OWNER));
  }

  reads(): GrowthRead[] {
    return growthReads(this.token, OWNER.address);
  }

  /** @returns its path; of a later page, the one that follows the first */
  async pathOf({ path, isLater = false }: GrowthRead): Promise<string> {
    if (!isLater) return path;
    const { nextCursor } = (await this.ask(path)).body as { nextCursor: string };
    return `${path}&cursor=${nextCursor}`;
  }

  async ask(path: string): Promise<{ ms: number; body: unknown }> {
    const began = performance.now();
    const response = await fetch(`${this.api.origin}/v1${path}`, {
      headers: { authorization: `Bearer ${this.accessToken}` },
    });
    const text = await response.text();
    const ms = performance.now() - began;
    if (response.status !== 200) failed.add(`${path} returned ${response.status}`);
    return { ms, body: JSON.parse(text) };
  }

  async close(): Promise<void> {
    await this.api.stop();
    await this.postgres.remove();
  }
}

/** An app whose address is in the letters that the API asks for: those of many apps are made up by the server. */
async function writeInFull(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ token: string }>(
    'SELECT token FROM app_rows WHERE "launchBlock" = 500',
  );
  const token = toAddress(rows[0]!.token);
  await client.query('UPDATE addresses SET address = $1 WHERE address = lower($1)', [token]);
  return token;
}

/** Percentiles of a read of both markets, asked in turns. */
async function measure(small: Market, large: Market, place: number): Promise<string> {
  const markets = [small, large];
  const paths = await Promise.all(markets.map((market) => market.pathOf(market.reads()[place]!)));
  const times: number[][] = [[], []];
  for (let i = 0; i < WARM + REQUESTS; i += 1) {
    for (const [which, market] of markets.entries()) {
      const { ms } = await market.ask(paths[which]!);
      if (i >= WARM) times[which]!.push(ms);
    }
  }
  const at = (which: number, part: number): number =>
    times[which]!.toSorted((a, b) => a - b)[Math.floor(REQUESTS * part)]!;
  const p50 = at(1, 0.5) / at(0, 0.5);
  if (p50 > WANTED) over.push(small.reads()[place]!.name);
  const cells = [at(0, 0.5), at(0, 0.99), at(1, 0.5), at(1, 0.99)].map((ms) => ms.toFixed(1));
  return `| ${[small.reads()[place]!.name, ...cells, p50.toFixed(2)].join(' | ')} |\n`;
}

const over: string[] = [];
/** What was not read: a statement that took longer than the API lets it. */
const failed = new Set<string>();
const folder = mkdtempSync(join(tmpdir(), 'bench-growth-'));
const opened: Market[] = [];
try {
  for (const size of [SMALL, LARGE]) opened.push(await Market.open(size));
  const [small, large] = opened as [Market, Market];
  process.stdout.write(`\nMilliseconds of ${REQUESTS} requests each, one client, READ_CACHE_MB=0\n\n`);
  process.stdout.write(
    `| Read | ${SMALL.apps} p50 | p99 | ${LARGE.apps} p50 | p99 | Ratio of p50 |\n|---|---|---|---|---|---|\n`,
  );
  for (const place of small.reads().keys()) process.stdout.write(await measure(small, large, place));
  process.stdout.write(`\nabove ${WANTED} times: ${over.length === 0 ? 'none' : over.join('; ')}\n`);
  process.stdout.write(`failed: ${failed.size === 0 ? 'none' : [...failed].join('; ')}\n`);
} finally {
  for (const market of opened) await market.close();
  rmSync(folder, { recursive: true, force: true });
}
