import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ChainNode, type PoolOptions } from '@slipway/chain';
import { readDeployment, type Deployment, type Protocol } from '@slipway/protocols';
import { slipway } from '@slipway/protocols/slipway';
import { systemClock, toAddress, type Address } from '@slipway/domain';
import { HolderCheckpoints } from '../../apps/indexer/src/maintenance/holder-checkpoints.js';
import { IndexRebuild, type MakeIndexer } from '../../apps/indexer/src/maintenance/index-rebuild.js';
import { rewindIndex } from '../../apps/indexer/src/rollback/rewind-index.js';
import { Indexer } from '../../apps/indexer/src/ingest/indexer.js';
import { SecondReading } from '../../apps/indexer/src/ingest/second-reading.js';
import type { Step } from '../../apps/indexer/src/ingest/step.js';
import type { IndexerOptions } from '../../apps/indexer/src/registry/indexer-options.js';
import { IndexRepair, type RepairPort } from '../../apps/indexer/src/repair/index-repair.js';
import type { Writer } from '../../apps/indexer/src/postgres/transaction.js';
import { rereadUpTo } from '../../apps/indexer/src/tables/head.js';
import { readState } from '../../apps/indexer/src/tables/index-state.js';
import { LOCAL_ADDRESSES, LOCAL_CHAIN_ID } from '../../apps/devnet/src/chain/local-addresses.js';
import { askForWriter } from './ask-for-writer.js';
import { withClient } from './pg-client.js';
import { createTestDatabase, type TestDatabase } from './postgres.js';

export const INDEXER_OPTIONS: IndexerOptions = {
  startBlock: 0,
  finalityBlocks: 64,
  maxRange: 50,
  local: false,
};

/** @property feeds the local chain's own, unless told; as are protocol and launchpad */
export type FixtureOptions = Partial<IndexerOptions> & {
  readonly feeds?: readonly Address[];
  readonly protocol?: Protocol;
  readonly launchpad?: Address;
};

/** So long a chain's nodes may be behind an index of it. */
const LONGEST_LAG_MS = 500_000;

/** A node that fails is given up on soon. One that only takes long, as on a machine with other suites, is waited for. */
const NODE_OPTIONS = { timeoutMs: 60_000, attempts: 3, retryMs: 20 };

/** A fixture's index is nobody's to serve. */
export const repairedInPlace = (): RepairPort => ({
  isServed: false,
  proofs: new Map(),
  tell: () => Promise.resolve(),
  orderRebuild: () => Promise.resolve(false),
  rebuilt: () => Promise.resolve(null),
});

interface Reread {
  readonly reading: SecondReading;
  readonly isDone: () => Promise<boolean>;
  /** @returns what the index lacks; null when nothing is known to */
  readonly goOn: (ms?: number) => Promise<string | null>;
}

/** An index of its own over a chain: a fresh database and an indexer in this process, stepped by the test. */
export class IndexFixture {
  /** Steps of one connection are made one after the other, whoever asks for them. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly database: TestDatabase,
    /** By the settings of now. */
    public indexer: Indexer,
    private readonly writer: Writer,
    private readonly makeIndexer: MakeIndexer,
    private readonly rewindTo: (block: number) => Promise<unknown>,
    private readonly nameFeeds: (feeds: readonly Address[]) => Promise<void>,
    private readonly sources: readonly ChainNode[],
    private readonly deployment: Deployment,
    private readonly options: IndexerOptions,
  ) {}

  /**
   * @param prepare fills the database before the first block is read
   * @param own a migrated database to use instead of one of the suites' server
   */
  static async open(
    rpcUrl: string | readonly string[],
    {
      feeds = [toAddress(LOCAL_ADDRESSES.priceFeed)],
      protocol = slipway,
      launchpad = toAddress(LOCAL_ADDRESSES.launchpad),
      ...options
    }: FixtureOptions = {},
    prepare: (databaseUrl: string) => Promise<void> = () => Promise.resolve(),
    nodeOptions: Partial<PoolOptions> = NODE_OPTIONS,
    chainId = LOCAL_CHAIN_ID,
    own?: TestDatabase,
  ): Promise<IndexFixture> {
    const database = own ?? (await createTestDatabase());
    await prepare(database.url);
    const writer = await askForWriter(database.url);
    if (writer === null) throw new Error('a fresh database has a writer already');
    const node = new ChainNode([rpcUrl].flat(), chainId, nodeOptions);
    const contracts = { launchpad, platformToken: toAddress(LOCAL_ADDRESSES.platformToken) };
    // Not by the node under test, which may be given up on soon.
    const read = (priceFeeds: readonly Address[]): Promise<Deployment> =>
      readDeployment(
        new ChainNode([rpcUrl].flat(), chainId),
        protocol,
        { ...contracts, priceFeeds },
        chainId,
      );
    let deployment = await read(feeds);
    const all = { ...INDEXER_OPTIONS, ...options };
    const sources = [rpcUrl].flat().map((url) => new ChainNode([url], chainId, nodeOptions));
    const port = repairedInPlace();
    const makeIndexer: MakeIndexer = (to) => {
      const repair = new IndexRepair(to, node, sources, deployment, all, port);
      return new Indexer(to, node, deployment, all, systemClock, repair);
    };
    const rewindTo = (block: number): Promise<unknown> => rewindIndex(writer, node, deployment, all, block);
    const made = makeIndexer(writer);
    const rename = async (named: readonly Address[]): Promise<void> => {
      deployment = await read(named);
    };
    return new IndexFixture(database, made, writer, makeIndexer, rewindTo, rename, sources, deployment, all);
  }

  /**
   * Steps until the index is level with the chain; returns every step on the way.
   * @param mayFail failures after which it is tried again
   */
  async catchUp(mayFail: (error: unknown) => boolean = () => false): Promise<Step[]> {
    const steps: Step[] = [];
    const giveUpAt = Date.now() + LONGEST_LAG_MS;
    for (;;) {
      const step = await this.nextStep().catch((error: unknown) => {
        if (mayFail(error) && Date.now() < giveUpAt) return null;
        throw error;
      });
      if (step === null) continue;
      steps.push(step);
      if (step.kind === 'level') return steps;
      if (step.kind !== 'node-behind') continue;
      // Of two nodes, the one with the blocks may have been slow once. Then it is left alone for a while.
      if (Date.now() > giveUpAt) throw new Error('the node is behind the index');
      await delay(100);
    }
  }

  private nextStep(): Promise<Step> {
    const next = this.last.then(() => this.indexer.step());
    this.last = next.catch(() => undefined);
    return next;
  }

  /** A second reading of this index, to which a minute passes each time that it goes on. */
  async reread(nodes: readonly ChainNode[] = this.sources): Promise<Reread> {
    const { session } = this.writer;
    let now = Date.now();
    const clock = { now: () => new Date(now) };
    const reading = new SecondReading(this.writer, nodes, this.deployment, this.options, clock);
    const state = await readState(session, this.deployment);
    const { head } = state;
    if (head === null) throw new Error('there is nothing to read again');
    return {
      reading,
      isDone: async () => (await rereadUpTo(session)) >= head.number,
      goOn: async (ms = 60_000) => {
        now += ms;
        await delay(1);
        return (await reading.goOn(state, head))?.contradiction.what ?? null;
      },
    };
  }

  /** Reads all blocks a second time. @returns what the index lacks; null when nothing */
  async readAgain(): Promise<string | null> {
    const { reading, isDone, goOn } = await this.reread();
    while (!(await isDone())) {
      const found = await goOn();
      if (found !== null) return found;
      if (reading.failure !== null) throw new Error(reading.failure.why);
    }
    return null;
  }

  /** Goes on as a new process would, by settings with other price feeds. */
  async restart(feeds: readonly Address[]): Promise<void> {
    await this.nameFeeds(feeds);
    this.indexer = this.makeIndexer(this.writer);
  }

  /** Makes all checkpoints of holders, each app looked at. @param transfers of an app between two of them, at least */
  async makeCheckpoints(transfers: number): Promise<void> {
    await new HolderCheckpoints(this.writer, this.options.finalityBlocks, transfers, 1).makeSome();
  }

  /** Takes the index back to a block, as an operator may. */
  async rewind(block: number): Promise<void> {
    await this.rewindTo(block);
    this.indexer.forget();
  }

  /** Builds the index anew beside this one, and puts it in its place. @throws also errors that were passed over on the way */
  async rebuild(): Promise<void> {
    const errors: Error[] = [];
    const rebuild = await IndexRebuild.begin(
      this.database.url,
      this.writer,
      this.makeIndexer,
      (error) => errors.push(error),
      1,
    );
    await rebuild.finish().finally(() => rebuild.stop());
    this.indexer.forget();
    if (errors[0] !== undefined) throw errors[0];
  }

  async close(): Promise<void> {
    await this.writer.session.end();
    await this.database.drop();
  }
}

/** Columns that depend on when a row was written rather than on the chain. */
const OMITTED_COLUMNS: Record<string, readonly string[]> = {
  head: ['level_at', 'revision', 'final_before', 'reread_block'],
};

/** Balances before a change, checkpoints, the cut-offs of boards and the stream's outbox depend on how one got here. */
const OMITTED_TABLES = [
  'addresses',
  'app_history',
  'app_leaderboard_bounds',
  'balance_history',
  'head_history',
  'holder_checkpoints',
  'leaderboard_candidates',
  'leaderboard_cut_offs',
  'outbox',
  'outbox_state',
  'trader_leaderboard_bounds',
];

/** The addresses of a row's ids, which depend on how one got here as well. */
const addressesOf = (ids: string): string => `(
  SELECT jsonb_object_agg(key, (SELECT address FROM chain.addresses a WHERE a.id = value::int))
  FROM jsonb_each_text(to_jsonb(t)) WHERE key = ANY (${ids})
)`;

/** Every row of every table of an index, in an order that depends on the rows alone. New tables are in by themselves. */
export async function dumpIndex(databaseUrl: string): Promise<Record<string, string[]>> {
  return withClient(databaseUrl, async (client) => {
    const dump: Record<string, string[]> = {};
    for (const { name, rows: select } of await listDumped(client)) {
      const { rows } = await client.query<{ row: string }>(select);
      dump[name] = rows.map(({ row }) => row);
    }
    return dump;
  });
}

/** One text that is the same for the same dump, in one statement. */
export async function digestIndex(client: pg.Client): Promise<string> {
  const parts = (await listDumped(client)).map(
    ({ name, rows }) => `(SELECT '${name} ' || md5(coalesce(string_agg(row, ','), '')) FROM (${rows}) rows)`,
  );
  const { rows } = await client.query<{ digest: string }>(`SELECT concat_ws(',', ${parts.join()}) AS digest`);
  return rows[0]!.digest;
}

/** The tables that are compared, and statements that give their rows as text. */
async function listDumped(client: pg.Client): Promise<{ name: string; rows: string }[]> {
  const { rows: tables } = await client.query<{ name: string; ids: string }>(
    `SELECT relname AS name, quote_literal(coalesce(array_agg(attname) FILTER (WHERE atttypid = 'int4'::regtype AND attname LIKE '%\\_id'), '{}')) AS ids
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
    WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r' AND relname <> ALL ($1) GROUP BY 1 ORDER BY 1`,
    [OMITTED_TABLES],
  );
  return tables.map(({ name, ids }) => {
    const omitted = (OMITTED_COLUMNS[name] ?? []).map((column) => ` - '${column}'`).join('');
    const row = `(to_jsonb(t)${omitted} || coalesce(${addressesOf(ids)}, '{}'))::text`;
    return { name, rows: `SELECT ${row} AS row FROM chain.${name} t ORDER BY row` };
  });
}

/** What a fresh index of the chain as it is now holds. */
export async function dumpFreshIndex(
  rpcUrl: string,
  options: FixtureOptions = {},
  prepare?: (databaseUrl: string) => Promise<void>,
  chainId = LOCAL_CHAIN_ID,
): Promise<Record<string, string[]>> {
  const indexed = await IndexFixture.open(rpcUrl, options, prepare, NODE_OPTIONS, chainId);
  try {
    await indexed.catchUp();
    const missing = await indexed.readAgain();
    if (missing !== null) throw new Error(missing);
    return await dumpIndex(indexed.database.url);
  } finally {
    await indexed.close();
  }
}
