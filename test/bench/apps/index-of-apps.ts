import type pg from 'pg';
import { IndexerProcess } from '../../support/indexer-process.js';
import { insertQuietApps } from '../../support/insert-quiet-apps.js';
import { LaunchpadFixture } from '../../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../../support/market-activity.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { StrictNode } from '../../support/strict-node.js';
import { until } from '../../support/until.js';
import { TradeBlocks } from '../lag/trade-blocks.js';
import { peakMb } from '../../support/peak-mb.js';
import { SECONDS, TRADES, type Kind } from './block-kinds.js';

const SETTINGS = { shared_buffers: '512MB', max_wal_size: '8GB' };

/** What hosted nodes take: bodies up to 256 KB, 500 addresses in a filter. */
const LIMITS = {
  bodyBytes: [256 * 1_024, 413],
  addresses: [500, { code: -32_602, message: 'exceed max addresses or topics per search position' }],
} as const;

/** Apps that are traded. */
const TRADED = 20;
const START_TIMEOUT_MS = 300_000;
const BLOCK_TIMEOUT_MS = 60_000;

/** A chain, a strict node before it, and the indexer over tables that hold many apps more than the chain has. */
export class IndexOfApps {
  private constructor(
    private readonly fixture: LaunchpadFixture,
    private readonly node: StrictNode,
    private readonly postgres: OwnPostgres,
    private readonly client: pg.Client,
    private readonly indexer: IndexerProcess,
    private readonly blocks: TradeBlocks,
    private readonly committedAt: ReadonlyMap<number, number>,
    /** From the process's start until it had every block. */
    readonly startSeconds: number,
  ) {}

  static async start(apps: number): Promise<IndexOfApps> {
    const fixture = await LaunchpadFixture.start();
    const market = new MarketActivity(fixture, seededRandom(1_000));
    await market.open(TRADED);
    // Every trader holds some of every app, so that each can sell.
    for (const token of market.tokens)
      for (const trader of fixture.traders) await fixture.buy(trader, token, 200n * 10n ** 18n);
    const postgres = await OwnPostgres.start(SETTINGS);
    const client = await postgres.connect();
    const committedAt = new Map<number, number>();
    client.on('notification', ({ payload }) => committedAt.set(Number(payload), performance.now()));
    await client.query('LISTEN slipway_head');
    const node = await StrictNode.start(fixture.anvil.rpcUrl, LIMITS);
    const start = async (): Promise<IndexerProcess> => {
      await fixture.client.mine({ blocks: 1 });
      const indexer = IndexerProcess.start({
        RPC_URL: `${node.url},${fixture.anvil.rpcUrl.replace('http', 'ws')}`,
        DATABASE_URL: postgres.url,
      });
      const head = Number(await fixture.client.getBlockNumber());
      await until('the index is level', () => committedAt.has(head), START_TIMEOUT_MS);
      return indexer;
    };
    // The apps are old: the index has its head before they are there.
    const first = await start();
    await first.end();
    await insertQuietApps(client, apps);
    const began = performance.now();
    const indexer = await start();
    const startSeconds = (performance.now() - began) / 1_000;
    await fixture.client.setAutomine(false);
    const blocks = new TradeBlocks(fixture, market.tokens);
    return new IndexOfApps(fixture, node, postgres, client, indexer, blocks, committedAt, startSeconds);
  }

  /** From a block's arrival at the node until it is committed, in milliseconds. */
  async timeBlock(kind: Kind): Promise<number> {
    const seconds = SECONDS[kind];
    if (seconds > 0) await this.fixture.client.increaseTime({ seconds });
    const trades = kind === '500 trades' ? TRADES : 0;
    const { number, arrivedAt } = await this.blocks.mine(trades);
    await until(`block ${number} is committed`, () => this.committedAt.has(number), BLOCK_TIMEOUT_MS);
    await this.expectTrades(number, trades);
    return (this.committedAt.get(number) ?? Number.NaN) - arrivedAt;
  }

  /** The most memory that the indexer has had. */
  get peakMb(): number {
    return peakMb(this.indexer.pid);
  }

  async stop(): Promise<void> {
    await this.client.end();
    await this.indexer.end();
    await this.node.stop();
    await this.postgres.remove();
    await this.fixture.stop();
  }

  private async expectTrades(block: number, trades: number): Promise<void> {
    const { rows } = await this.client.query<{ trades: string }>(
      'SELECT count(*) AS trades FROM chain.trades WHERE block_number = $1',
      [block],
    );
    const indexed = Number(rows[0]?.trades);
    if (indexed !== trades) throw new Error(`block ${block} has ${indexed} trades, not ${trades}`);
    const refused = this.node.seen.filter(({ refusal }) => refusal !== null).length;
    if (refused > 0) throw new Error(`the node refused ${refused} requests`);
  }
}
