import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { toAddress, toJsonNumber, unitsToJsonNumber } from '@slipway/domain';
import type { AppListDto } from '../../apps/api/src/modules/apps/list/list.dto.js';
import type { HolderListDto } from '../../apps/api/src/modules/apps/holders/holders.dto.js';
import type { CandleDto, CandleSeriesDto } from '../../apps/api/src/modules/market/candles/candles.dto.js';
import type { LeaderboardDto } from '../../apps/api/src/modules/market/leaderboards/leaderboards.dto.js';
import { PortfolioService } from '../../apps/api/src/modules/portfolio/portfolio.service.js';
import { slipwayLaunchpad } from '../../apps/devnet/src/launchpads/slipway-launchpad.js';
import { planScenario } from '../../apps/devnet/src/scenario/plan-scenario.js';
import { playBlocks } from '../../apps/devnet/src/scenario/run-scenario.js';
import { startAnvil, type RunningAnvil } from '../support/anvil.js';
import { askAgain } from '../support/ask-again.js';
import { IndexFixture } from '../support/index-fixture.js';
import { withClient } from '../support/pg-client.js';
import { andCursor, readPages } from '../support/read-pages.js';
import { startApi, type RunningApi } from '../support/running-api.js';

type Row = Readonly<Record<string, string | number | null>>;

interface Published {
  readonly segments: readonly {
    readonly fromBlock: number;
    readonly toBlock: number;
    readonly files: readonly {
      file: string;
      set: string;
      format: string;
      rows: number;
      bytes: number;
      sha256: string;
    }[];
  }[];
}

/** Transfers: some twenty segments. */
const SEGMENT = '500';

const GUIDE = readFileSync('docs/build/exports.md', 'utf8');

/** A statement of the guide, by the words that its paragraph begins with. */
function queryOf(title: string): string {
  const [, query] =
    new RegExp(`\\*\\*${title}\\*\\*[^\`]*(?:\`[^\`]+\`[^\`]*)*?\`\`\`sql\\n([^\`]+)\`\`\``).exec(GUIDE) ??
    [];
  if (query === undefined) throw new Error(`the guide has no query ${title}`);
  return query;
}

/** At 15 digits, as the API rounds. */
function rounded(decimal: string | number | null | undefined): number | null {
  if (decimal === null || decimal === undefined) return null;
  const [whole = '', fraction = ''] = String(decimal).split('.');
  return unitsToJsonNumber((whole + fraction).replace(/^0+(?=\d)/, ''), fraction.length);
}

describe('an export', () => {
  let anvil: RunningAnvil;
  let indexed: IndexFixture;
  let api: RunningApi;
  let folder: string;
  let duck: DuckDBConnection;
  let tokens: readonly string[];

  beforeAll(async () => {
    anvil = await startAnvil();
    const plan = planScenario(slipwayLaunchpad, { seed: 17, endTime: Math.floor(Date.now() / 1_000) });
    await playBlocks(anvil.rpcUrl, slipwayLaunchpad, plan);
    // Everything that happened is final.
    await anvil.client.mine({ blocks: 70 });
    indexed = await IndexFixture.open(anvil.rpcUrl);
    await indexed.catchUp();
    folder = mkdtempSync(path.join(tmpdir(), 'slipway-export-'));
    api = await startApi(indexed.database.url, { rpc: { http: [anvil.rpcUrl], ws: [] }, exportsDir: folder });
    duck = await (await DuckDBInstance.create()).connect();
    const pages = await readPages((cursor) => get<AppListDto>(`/apps?limit=100${andCursor(cursor)}`));
    tokens = pages.flatMap(({ apps }) => apps.map(({ tokenAddress }) => tokenAddress));
  });

  afterAll(async () => {
    duck.closeSync();
    await api.close();
    await indexed.close();
    await anvil.stop();
    rmSync(folder, { recursive: true });
  });

  const start = (to: string, ...words: string[]) =>
    spawn(process.execPath, ['dist/apps/ops/main.js', 'export', '--out', to, ...words], {
      env: { PATH: process.env.PATH, DATABASE_URL: indexed.database.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  async function run(to: string, ...words: string[]): Promise<{ code: number; output: string }> {
    const child = start(to, ...words);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  const manifestOf = (of: string): Published =>
    JSON.parse(readFileSync(path.join(of, 'manifest.json'), 'utf8')) as Published;

  const filesOf = (of: string): Published['segments'][number]['files'] =>
    manifestOf(of).segments.flatMap(({ files }) => files);

  /** Hash and time of each published file. */
  const stateOf = (of: string): readonly string[] =>
    filesOf(of).map(({ file }) => {
      const full = path.join(of, file);
      return `${file} ${createHash('sha256').update(readFileSync(full)).digest('hex')} ${statSync(full).mtimeMs}`;
    });

  async function query(sql: string, variables: Readonly<Record<string, string>> = {}): Promise<Row[]> {
    for (const [name, value] of Object.entries(variables)) await duck.run(`SET VARIABLE ${name} = ${value}`);
    const reader = await duck.runAndReadAll(sql.replaceAll("'exports/", `'${folder}/`));
    return reader.getRowObjectsJson() as Row[];
  }

  async function get<T>(url: string): Promise<T> {
    const response = await askAgain(() => api.get(url));
    expect([url, response.status]).toEqual([url, 200]);
    return (await response.json()) as T;
  }

  it('publishes segments of final blocks, and says how far it is', async () => {
    const { code, output } = await run(folder, '--segment', SEGMENT);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/\d+ %: block \d+ of \d+, \d+ rows, \d+ s left/) as string,
    ]);
    const { segments } = manifestOf(folder);
    expect(segments.length).toBeGreaterThan(3);
    const head = Number(await anvil.client.getBlockNumber());
    expect(segments.at(-1)?.toBlock).toBe(head - 65);
    for (const [i, { fromBlock }] of segments.entries())
      expect(fromBlock).toBe(i === 0 ? 0 : segments[i - 1]!.toBlock + 1);
    for (const { file, bytes, sha256 } of filesOf(folder)) {
      const content = readFileSync(path.join(folder, file));
      expect([file, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
        file,
        bytes,
        sha256,
      ]);
    }
  });

  it('has the same rows in both formats', async () => {
    for (const set of new Set(filesOf(folder).map((one) => one.set))) {
      const count = async (format: string): Promise<unknown> => {
        const from = format === 'parquet' ? 'read_parquet' : 'read_ndjson';
        const columns = await query(
          `SELECT column_name, column_type FROM (DESCRIBE FROM 'exports/${set}/*.parquet')`,
        );
        const types = columns
          .map(({ column_name: name, column_type: type }) => `${String(name)}: '${String(type)}'`)
          .join();
        const typed = format === 'parquet' ? '' : `, columns = {${types}}`;
        return query(
          `SELECT count(*) AS rows, bit_xor(hash(r)) AS hash FROM ${from}('exports/${set}/*.${format}'${typed}) r`,
        );
      };
      expect([set, await count('ndjson')]).toEqual([set, await count('parquet')]);
    }
    const rows = (set: string): number =>
      filesOf(folder).reduce(
        (sum, one) => sum + (one.set === set && one.format === 'ndjson' ? one.rows : 0),
        0,
      );
    await withClient(indexed.database.url, async (client) => {
      const tables = {
        trades: 'trades',
        transfers: 'transfers',
        positions: 'ledger_entries',
        reserves: 'reserves',
        launches: 'apps',
      };
      for (const [set, table] of Object.entries({ ...tables, oracle_prices: 'oracle_prices' })) {
        const { rows: counted } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
        expect([set, rows(set)]).toEqual([set, Number(counted[0]?.count)]);
      }
    });
    expect(rows('graduations')).toBeGreaterThan(0);
  });

  it('has one row group a file, compressed by Zstandard', async () => {
    const groups = await query(
      `SELECT file_name, count(DISTINCT row_group_id) AS groups, string_agg(DISTINCT compression) AS compression FROM parquet_metadata('exports/trades/*.parquet') GROUP BY 1`,
    );
    for (const one of groups) expect(one).toMatchObject({ groups: '1', compression: 'ZSTD' });
  });

  it.each([60, 3_600, 86_400])('has the candles of %i seconds that the API has', async (seconds) => {
    const interval = { 60: '1m', 3600: '1h', 86400: '1d' }[seconds]!;
    const [last] = await query(
      `SELECT epoch(max(time))::INT AS time FROM (SELECT time FROM 'exports/reserves/*.parquet' UNION ALL SELECT time FROM 'exports/oracle_prices/*.parquet')`,
    );
    let compared = 0;
    for (const token of tokens) {
      const rows = await query(queryOf('Candles').replace('seconds = 3600', `seconds = ${seconds}`), {
        token: `'${token}'`,
      });
      const read = async (currency: string): Promise<CandleDto[]> => {
        const all: CandleDto[] = [];
        for (let from = '2000-01-01T00:00:00Z'; ;) {
          const url = `/candles/${token}?interval=${interval}&currency=${currency}&fill=false&limit=1000&from=${from}`;
          const { candles } = await get<CandleSeriesDto>(url);
          all.push(...candles);
          if (candles.length < 1_000) break;
          from = new Date(Date.parse(candles.at(-1)!.openTime) + 1_000 * seconds).toISOString();
        }
        return all.filter(({ openTime }) => Date.parse(openTime) / 1_000 + seconds <= Number(last?.time));
      };
      const told = (currency: '' | '_usd') =>
        rows.map((row) => ({
          openTime: new Date(`${String(row.open_time)}Z`).toISOString(),
          open: rounded(row[`open${currency}`]),
          high: rounded(row[`high${currency}`]),
          low: rounded(row[`low${currency}`]),
          close: rounded(row[`close${currency}`]),
          volumeUsd: rounded(row.volume_usd),
          volumePlatform: row.volume_platform,
          trades: row.trades,
          closed: true,
        }));
      expect([token, told('')]).toEqual([token, await read('platform')]);
      expect([token, told('_usd').filter(({ open }) => open !== null)]).toEqual([token, await read('usd')]);
      compared += rows.length;
    }
    expect(compared).toBeGreaterThan(tokens.length);
  });

  it('has the volumes of 24 hours that the API has', async () => {
    const { timestamp } = await anvil.client.getBlock();
    const asOf = `TIMESTAMP '${new Date(Number(timestamp) * 1_000).toISOString().slice(0, 19)}'`;
    const rows = await query(queryOf('Volume of 24 hours'), { as_of: asOf });
    const volumes = new Map(
      rows.map(({ token, volume_usd: volume, trades }) => [token, [rounded(volume), Number(trades)]]),
    );
    const pages = await readPages((cursor) => get<AppListDto>(`/apps?limit=100${andCursor(cursor)}`));
    for (const { tokenAddress, volume24hUsd, trades24h } of pages.flatMap(({ apps }) => apps))
      expect([tokenAddress, ...(volumes.get(tokenAddress) ?? [0, 0])]).toEqual([
        tokenAddress,
        volume24hUsd,
        trades24h,
      ]);
    expect(volumes.size).toBeGreaterThan(2);
  });

  it('has the holders that the API has', async () => {
    for (const token of tokens) {
      const rows = await query(queryOf('Holders'), { token: `'${token}'` });
      const pages = await readPages((cursor) =>
        get<HolderListDto>(`/apps/${token}/holders?limit=100${andCursor(cursor)}`),
      );
      const holders = pages.flatMap((page) => page.holders.map(({ address, balance }) => [address, balance]));
      expect([token, rows.map(({ holder, balance }) => [holder, balance])]).toEqual([token, holders]);
    }
  });

  it('has the positions of each wallet that the API has', async () => {
    const wallets = await query(`SELECT DISTINCT wallet FROM 'exports/positions/*.parquet'`);
    const portfolio = api.app.get(PortfolioService, { strict: false });
    let compared = 0;
    for (const { wallet } of wallets) {
      const rows = await query(queryOf("A wallet's positions"), { wallet: `'${String(wallet)}'` });
      const mine = rows.map(({ token, symbol, quantity, quantity_without_cost: unknown, cost_usd: cost }) => {
        const [whole = '', fraction = ''] = String(cost).split('.');
        const numerator = BigInt(whole + fraction) * 10n ** 18n;
        const denominator = BigInt(quantity!) * 10n ** BigInt(fraction.length);
        return {
          tokenAddress: token,
          symbol,
          balance: quantity,
          avg: unknown === '0' ? toJsonNumber({ numerator, denominator }) : undefined,
        };
      });
      const { response } = await portfolio.listPositions(toAddress(String(wallet)), null, null, null);
      const theirs = response.body.positions.map(
        ({ tokenAddress, symbol, balance, avgEntryPriceUsd: avg }) => ({
          tokenAddress,
          symbol,
          balance,
          avg,
        }),
      );
      const sorted = (list: readonly { tokenAddress: unknown }[]) =>
        list.toSorted((a, b) => (String(a.tokenAddress) < String(b.tokenAddress) ? -1 : 1));
      expect([wallet, sorted(mine)]).toEqual([wallet, sorted(theirs)]);
      compared += mine.length;
    }
    expect(compared).toBeGreaterThan(50);
  });

  it('has the top traders that the API has', async () => {
    const rows = await query(queryOf('Top traders'));
    const { entries } = await get<LeaderboardDto>('/leaderboards/traders?metric=volume&window=all&limit=100');
    expect(rows.map(({ wallet, volume_usd: volume }) => [wallet, rounded(volume)])).toEqual(
      entries.map(({ address, value }) => [address, rounded(value)]),
    );
    expect(entries.length).toBeGreaterThan(10);
  });

  it('is verified from the folder and over HTTP, apps counted anew', async () => {
    const verify = async (...words: string[]): Promise<{ code: number; output: string }> => {
      const child = spawn(process.execPath, ['libs/sdk/dist/verify/slipway-verify.js', ...words]);
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      const [code] = (await once(child, 'close')) as [number];
      return { code, output };
    };
    for (const token of tokens.slice(0, 4)) {
      const { code, output } = await verify(folder, '--app', token);
      const { totalHolders } = await get<HolderListDto>(`/apps/${token}/holders?limit=1`);
      expect([token, code, output]).toEqual([
        token,
        0,
        expect.stringContaining(`holders ${totalHolders},`) as string,
      ]);
    }
    const all = `${filesOf(folder).length} files are as published`;
    const served = await verify(`${api.origin}/exports`, '--app', tokens[0]!);
    expect(served).toMatchObject({ code: 0, output: expect.stringContaining(all) as string });
    const none = await verify(`${api.origin}/exports`, '--app', `0x${'1'.repeat(40)}`);
    expect(none).toMatchObject({
      code: 1,
      output: expect.stringContaining('no app has') as string,
    });
    expect((await verify(folder, '--app', 'x')).code).toBe(2);
  });

  /** An export that was killed on its way; null when it came to its end, as where this process stood still. */
  async function killedOnTheWay(): Promise<{ to: string; published: readonly string[] } | null> {
    const to = mkdtempSync(path.join(tmpdir(), 'slipway-export-'));
    let published: readonly string[] = [];
    for (const ms of [0, 30, 70, 120]) {
      const child = start(to, '--segment', SEGMENT);
      const ended = once(child, 'close');
      // A segment is published: it is at the next one.
      await Promise.race([once(child.stdout, 'data'), ended]);
      await delay(ms);
      child.kill('SIGKILL');
      await ended;
      const now = stateOf(to);
      expect(now.slice(0, published.length)).toEqual(published);
      expect(now.length).toBeGreaterThan(published.length);
      published = now;
      if (manifestOf(to).segments.length < manifestOf(folder).segments.length) continue;
      rmSync(to, { recursive: true });
      return null;
    }
    return { to, published };
  }

  it('goes on after it was killed at any time, and is what one run would be', async () => {
    let killed = await killedOnTheWay();
    while (killed === null) killed = await killedOnTheWay();
    const { to, published } = killed;
    expect((await run(to, '--segment', SEGMENT)).code).toBe(0);
    expect(stateOf(to).slice(0, published.length)).toEqual(published);
    expect(manifestOf(to)).toEqual(manifestOf(folder));
    const files = readdirSync(to, { recursive: true }).filter((name) => String(name).includes('.'));
    expect(files).toHaveLength(filesOf(to).length + 1);
    rmSync(to, { recursive: true });
  });

  it('rewrites nothing when it goes on, also after a reorganisation of what was not final', async () => {
    const before = stateOf(folder);
    expect((await run(folder)).output).toContain('nothing to export');
    expect(stateOf(folder)).toEqual(before);
    await anvil.client.request({ method: 'anvil_reorg', params: [40, []] } as never);
    await anvil.client.mine({ blocks: 10 });
    await indexed.catchUp();
    expect(await run(folder)).toMatchObject({
      code: 0,
      output: expect.stringContaining('of 1 segment published') as string,
    });
    expect(stateOf(folder).slice(0, before.length)).toEqual(before);
    expect(stateOf(folder).length).toBeGreaterThan(before.length);
  });

  it('is not gone on with by the export of another launchpad', async () => {
    const to = mkdtempSync(path.join(tmpdir(), 'slipway-export-'));
    const text = readFileSync(path.join(folder, 'manifest.json'), 'utf8');
    writeFileSync(path.join(to, 'manifest.json'), text.replace(/"launchpad":"0x./, '"launchpad":"0xf'));
    const { code, output } = await run(to);
    expect([code, output]).toEqual([1, expect.stringContaining('is an export of 0xf') as string]);
    rmSync(to, { recursive: true });
  });
});
