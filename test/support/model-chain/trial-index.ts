import type pg from 'pg';
import { ChainNode, type PoolOptions } from '@slipway/chain';
import { readDeployment } from '@slipway/protocols';
import { slipway } from '@slipway/protocols/slipway';
import { systemClock, toAddress } from '@slipway/domain';
import { LOCAL_ADDRESSES, LOCAL_CHAIN_ID } from '../../../apps/devnet/src/chain/local-addresses.js';
import { Indexer } from '../../../apps/indexer/src/ingest/indexer.js';
import type { WriterTerm } from '../../../apps/indexer/src/leadership/writer-connection.js';
import type { IndexerOptions } from '../../../apps/indexer/src/registry/indexer-options.js';
import { IndexRepair, type RepairPort } from '../../../apps/indexer/src/repair/index-repair.js';
import { askForWriter } from '../ask-for-writer.js';
import { digestIndex } from '../index-fixture.js';
import { openClient } from '../pg-client.js';
import type { ModelChain } from './model-chain.js';
import { createTestDatabase, type TestDatabase } from '../postgres.js';

const { launchpad, platformToken, priceFeed } = LOCAL_ADDRESSES;
const CONTRACTS = {
  launchpad: toAddress(launchpad),
  platformToken: toAddress(platformToken),
  priceFeeds: [toAddress(priceFeed)],
};

/** Of so many newest blocks all hashes are kept. */
const NEWEST_BLOCKS = 16;

const TRIALS_BEFORE_TRUNCATING = 20;

/** A database whose index is emptied for each trial: to clone one, and to connect anew, takes longer than a trial. */
export class TrialIndex {
  private trials = 0;

  private constructor(
    private readonly database: TestDatabase,
    private readonly writer: WriterTerm,
    private readonly client: pg.Client,
    private readonly tables: readonly string[],
  ) {}

  /** @param fresh a database that nobody else uses; one of the test's server when not given */
  static async open(fresh?: TestDatabase): Promise<TrialIndex> {
    const database = fresh ?? (await createTestDatabase());
    const writer = await askForWriter(database.url);
    if (writer === null) throw new Error('a fresh database has a writer already');
    const client = await openClient(database.url);
    const { rows } = await client.query<{ name: string }>(
      `SELECT 'chain.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'chain'`,
    );
    return new TrialIndex(
      database,
      writer,
      client,
      rows.map(({ name }) => name),
    );
  }

  /** Small tables are deleted from faster than they are truncated, until what is dead slows them down. */
  async empty(): Promise<void> {
    const isDue = (this.trials += 1) % TRIALS_BEFORE_TRUNCATING === 0;
    await this.client.query(
      isDue ? `TRUNCATE ${this.tables.join()}` : this.tables.map((name) => `DELETE FROM ${name}`).join(';'),
    );
  }

  /** @throws NodeError when the nodes do not tell the contracts' constants */
  async follow(
    urls: readonly string[],
    options: IndexerOptions,
    nodeOptions: Partial<PoolOptions>,
  ): Promise<Indexer> {
    const node = new ChainNode(urls, LOCAL_CHAIN_ID, nodeOptions);
    const deployment = await readDeployment(node, slipway, CONTRACTS, LOCAL_CHAIN_ID);
    const sources = urls.map((url) => new ChainNode([url], LOCAL_CHAIN_ID, nodeOptions));
    const port: RepairPort = {
      isServed: false,
      proofs: new Map(),
      tell: () => Promise.resolve(),
      orderRebuild: () => Promise.resolve(false),
      rebuilt: () => Promise.resolve(null),
    };
    const repair = new IndexRepair(this.writer, node, sources, deployment, options, port);
    return new Indexer(this.writer, node, deployment, options, systemClock, repair);
  }

  /** Each holder's balance, each app's reserves of now, and how many trades and prices there are, as `knownOf` tells them. */
  async known(): Promise<string[]> {
    const { rows } = await this.client.query<{ line: string }>(`
      SELECT lower(concat_ws(' ', token, holder, balance)) AS line FROM balance_rows WHERE balance > 0
      UNION ALL SELECT * FROM (
        SELECT DISTINCT ON (token) lower(concat_ws(' ', token, venue, platform_reserve, token_reserve))
        FROM reserve_rows ORDER BY token, block_number DESC, log_index DESC
      ) last
      UNION ALL SELECT 'trades ' || count(*) FROM trades
      UNION ALL SELECT 'prices ' || count(*) FROM oracle_prices`);
    return rows.map(({ line }) => line).toSorted();
  }

  async rereadUpTo(): Promise<number> {
    const { rows } = await this.client.query<{ block: number }>(
      'SELECT reread_block::float8 AS block FROM head',
    );
    return rows[0]?.block ?? -1;
  }

  /** Digests of its tables. Of old blocks it depends on how they were read whose hashes are kept: those are compared with the chain's. */
  async digest({ blocks }: ModelChain): Promise<string> {
    const tables = (await digestIndex(this.client)).split(',');
    const { rows } = await this.client.query<{ number: number; hash: string }>(
      `SELECT number::float8 AS number, '0x' || encode(hash, 'hex') AS hash FROM blocks`,
    );
    const kept = new Map(rows.map(({ number, hash }) => [number, hash]));
    const known = blocks.filter(({ number, hash }) => kept.get(number) === hash);
    const isRight =
      known.length === kept.size && blocks.slice(-NEWEST_BLOCKS).every((one) => known.includes(one));
    return [
      ...tables.filter((table) => !table.startsWith('blocks ')),
      `blocks ${isRight ? 'right' : 'wrong'}`,
    ].join();
  }

  async close(): Promise<void> {
    await this.client.end();
    await this.writer.session.end();
    await this.database.drop();
  }
}
