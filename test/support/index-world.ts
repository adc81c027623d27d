import pg from 'pg';
import { ChainNode, readDeployment } from '#chain';
import { systemClock, toAddress } from '#values';
import { Indexer, type IndexerOptions, type Step } from '../../apps/indexer/src/indexer.js';
import { openWriter } from '../../apps/indexer/src/store/writer-connection.js';
import { LOCAL_ADDRESSES, LOCAL_CHAIN_ID } from '../../apps/devnet/src/local-addresses.js';
import { createTestDatabase, type TestDatabase } from './postgres.js';

export const INDEXER_OPTIONS: IndexerOptions = {
  startBlock: 0,
  finalityBlocks: 64,
  maxRange: 50,
  local: false,
};

/** An index of its own over a chain: a fresh database and an indexer in this process, stepped by the test. */
export class IndexWorld {
  private constructor(
    readonly database: TestDatabase,
    readonly indexer: Indexer,
    private readonly writer: pg.Client,
  ) {}

  static async open(rpcUrl: string, options: Partial<IndexerOptions> = {}): Promise<IndexWorld> {
    const database = await createTestDatabase();
    const writer = await openWriter(database.url, () => undefined);
    if (writer === null) throw new Error('a fresh database has a writer already');
    const node = new ChainNode(rpcUrl);
    const { launchpad, platformToken, priceFeed } = LOCAL_ADDRESSES;
    const contracts = {
      launchpad: toAddress(launchpad),
      platformToken: toAddress(platformToken),
      priceFeed: toAddress(priceFeed),
    };
    const deployment = await readDeployment(node, contracts, LOCAL_CHAIN_ID);
    const indexer = new Indexer(writer, node, deployment, { ...INDEXER_OPTIONS, ...options }, systemClock);
    return new IndexWorld(database, indexer, writer);
  }

  /** Steps until the index is level with the chain; returns every step on the way. */
  async catchUp(): Promise<Step[]> {
    const steps: Step[] = [];
    for (;;) {
      const step = await this.indexer.step();
      steps.push(step);
      if (step.kind === 'level') return steps;
      if (step.kind === 'node-behind') throw new Error('the node is behind the index');
    }
  }

  async close(): Promise<void> {
    await this.writer.end();
    await this.database.drop();
  }
}

/**
 * Tables of the index, with the columns that depend on when a row was written rather than on the chain. `blocks` is left
 * out: how far back its hashes reach depends on how high the chain once was.
 */
const INDEX_TABLES: Record<string, readonly string[]> = {
  deployment: [],
  head: ['level_at'],
  apps: [],
  curves: [],
  trades: [],
  transfers: [],
  balances: [],
  oracle_prices: [],
  reserves: [],
  candles: [],
  app_stats: [],
};

/** Every row of every table of an index, in an order that depends on the rows alone. */
export async function dumpIndex(databaseUrl: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const dump: Record<string, string[]> = {};
    for (const [table, omitted] of Object.entries(INDEX_TABLES)) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT (to_jsonb(t) - $1::text[])::text AS row FROM chain.${table} t ORDER BY row`,
        [omitted],
      );
      dump[table] = rows.map(({ row }) => row);
    }
    return dump;
  } finally {
    await client.end();
  }
}

/** What a fresh index of the chain as it is now holds. */
export async function dumpFreshIndex(
  rpcUrl: string,
  options: Partial<IndexerOptions> = {},
): Promise<Record<string, string[]>> {
  const world = await IndexWorld.open(rpcUrl, options);
  try {
    await world.catchUp();
    return await dumpIndex(world.database.url);
  } finally {
    await world.close();
  }
}
