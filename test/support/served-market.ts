import type pg from 'pg';
import type { Settings } from '@slipway/settings';
import type { AnvilOptions } from '../../apps/devnet/src/anvil.js';
import { askAgain } from './ask-again.js';
import { IndexFixture } from './index-fixture.js';
import { LaunchpadFixture } from './launchpad-fixture.js';
import { MarketActivity, seededRandom } from './market-activity.js';
import { withClient } from './pg-client.js';
import { startApi, type RunningApi } from './running-api.js';
import { until } from './until.js';

/** A response's body, and the block and time it is true at. */
export interface Served<T> {
  readonly body: T;
  readonly block: bigint;
  readonly time: Date;
}

/** Index and API are of one mind about final blocks. */
function finalityOf({ finality }: Partial<Settings>): { finalityBlocks?: number } {
  return finality === undefined ? {} : { finalityBlocks: finality.blocks };
}

/** A chain with a market on it, its index, and the API that serves it. */
export class ServedMarket {
  private constructor(
    readonly fixture: LaunchpadFixture,
    readonly market: MarketActivity,
    readonly indexed: IndexFixture,
    readonly api: RunningApi,
  ) {}

  /**
   * @param prepare what happens on the chain before it is indexed
   * @param settings of the API that are not those of development
   * @param chain options of the chain that are not those of tests
   */
  static async start(
    seed: number,
    prepare: (market: MarketActivity, fixture: LaunchpadFixture) => Promise<void>,
    settings: Partial<Settings> = {},
    chain: Partial<AnvilOptions> = {},
  ): Promise<ServedMarket> {
    const fixture = await LaunchpadFixture.start([], chain);
    let indexed: IndexFixture | null = null;
    try {
      const market = new MarketActivity(fixture, seededRandom(seed));
      await prepare(market, fixture);
      indexed = await IndexFixture.open(fixture.anvil.rpcUrl, finalityOf(settings));
      await indexed.catchUp();
      const rpc = { http: [fixture.anvil.rpcUrl] as const, ws: [] };
      const routerAddress = fixture.addresses.router;
      const api = await startApi(indexed.database.url, { rpc, routerAddress, ...settings });
      return new ServedMarket(fixture, market, indexed, api);
    } catch (error) {
      // A suite whose beginning fails has nothing that it could stop.
      await indexed?.close();
      await fixture.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.api.close();
    await this.indexed.close();
    await this.fixture.stop();
  }

  /** Indexes what the chain has, and waits until the API knows it. Returns the block. */
  async serveHead(): Promise<bigint> {
    const block = await this.fixture.client.getBlockNumber();
    const isHeard = async (): Promise<boolean> => {
      // Each time: a level index says so again only every few seconds, as the indexer's own loop has it.
      await this.indexed.catchUp();
      const response = await fetch(`${this.api.origin}/health/ready`);
      // A 503 has other words: a test, or a busy machine, may have let the index grow late.
      const ready = (await response.json()) as { checks?: { indexer: { block: string } } };
      return ready.checks?.indexer.block === String(block);
    };
    await until(`the API knows block ${block}`, isHeard);
    return block;
  }

  /** Gets a path, or posts a body to it: what is said at once, or when a busy machine has time for it. */
  ask(path: string, body?: unknown): Promise<Response> {
    return askAgain(() => (body === undefined ? this.api.get(path) : this.api.post(path, body)));
  }

  /** Gets a path that must return 200. */
  async get<T>(path: string): Promise<Served<T>> {
    const response = await this.ask(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return {
      body: (await response.json()) as T,
      block: BigInt(response.headers.get('x-as-of-block')!),
      time: new Date(response.headers.get('x-as-of-time')!),
    };
  }

  /** Runs a statement on the index; returns its rows. */
  async query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await withClient(this.indexed.database.url, (client) =>
      client.query<Row>(sql, [...values]),
    );
    return rows;
  }

  /** Replaces the last blocks by empty ones. */
  async reorganise(depth: number): Promise<void> {
    await this.fixture.client.request({ method: 'anvil_reorg', params: [depth, []] } as never);
  }
}
