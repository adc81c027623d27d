import pg from 'pg';
import { coalesced } from '@slipway/domain';
import { toIndexedHead, type HeadRow, type IndexedHead } from './as-of.js';
import { ListenNotifyQuery } from './listen-notify-query.js';
import { connectionSettings, type PoolSettings } from './pool.js';
import type { ReadServers } from './read-servers.js';

/** The channel on which the indexer announces a new head, and operators a change of public data. */
export const HEAD_CHANNEL = 'slipway_head';

/** The writer's row is always there: why it stands still is known before anything is indexed. */
const READ_HEAD = {
  name: 'index-head',
  text: `SELECT w.halted_reason, w.failure, w.failing_block, w.failing_since, w.repair, head.*
    FROM index_writer w LEFT JOIN indexed_head head ON true`,
};

type IndexHeadRow = (HeadRow | { readonly block_number: null }) & {
  readonly halted_reason: string | null;
  readonly failure: string | null;
  readonly failing_block: string | null;
  readonly failing_since: Date | null;
  readonly repair: IndexRepair | null;
};

/** Logs that nodes had withheld are read anew. */
interface IndexRepair {
  /** Its token; null when the index does not know whose row did not fit. */
  readonly app: string | null;
  /** The block that showed that logs are missing. */
  readonly block: number;
  /** The block that lacked them; null while it is looked for. */
  readonly missing: number | null;
  /** Of the search, then of the blocks that are read again. */
  readonly percent: number;
}

/** What the indexer fails at again and again. */
interface IndexFailure {
  /** The first block that is not indexed. */
  readonly block: string | null;
  /** The kind of error; what it says may name machines, and is in the indexer's log. */
  readonly error: string;
  readonly since: Date | null;
}

/** What the writer says of its index, as last read. */
export interface IndexerState {
  /** Why it writes no more, though it runs: an operator has to decide. */
  readonly halted: string | null;
  /** What the index is repaired for: it goes on by itself, and is older than the chain until then. */
  readonly repairing: IndexRepair | null;
  /** What it fails at again and again; null while it goes on. */
  readonly failing: IndexFailure | null;
}

/** The head's row is read so often. NOTIFY has it read at once: a hint, which can be lost, and of which a standby hears nothing. */
const POLL_MS = 100;

/** Servers that reads have left are tried again so often. */
const LOOK_AROUND_MS = 2_000;

/** What a server may take to say where it stands. */
const LOOK_TIMEOUT_MS = 900;

/**
 * Follows the indexed head. After the database is gone it keeps the last one, so that cached responses go on. Where there are
 * standbys, it has reads return to the one that is wanted most. It has them leave one that falls behind.
 */
export class PgIndexHead extends ListenNotifyQuery<IndexHeadRow> {
  private lookTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly settings: Omit<PoolSettings, 'size'>,
    private readonly onFailure: (error: unknown) => void,
    private readonly servers: ReadServers | null = null,
  ) {
    super({
      ...{ settings, servers, channel: HEAD_CHANNEL, query: READ_HEAD, onError: onFailure },
      pollIntervalMs: POLL_MS,
    });
  }

  override async start(): Promise<void> {
    await super.start();
    if (this.servers?.hasStandbys !== true) return;
    this.lookTimer = setInterval(() => {
      this.lookAround().catch(this.onFailure);
    }, LOOK_AROUND_MS);
    this.lookTimer.unref();
  }

  override async stop(): Promise<void> {
    if (this.lookTimer !== null) clearInterval(this.lookTimer);
    this.lookTimer = null;
    await this.lookAround();
    await super.stop();
  }

  /** The last head read; null before the first block is indexed. Never waits. */
  current(): IndexedHead | null {
    const row = this.rows?.[0];
    return row === undefined || row.block_number === null ? null : toIndexedHead(row);
  }

  state(): IndexerState {
    const row = this.rows?.[0];
    if (row === undefined) return { halted: null, repairing: null, failing: null };
    const {
      halted_reason: halted,
      repair: repairing,
      failure,
      failing_block: block,
      failing_since: since,
    } = row;
    const failing = failure === null ? null : { block, error: failure.split(':', 1)[0] ?? '', since };
    return { halted, repairing, failing };
  }

  /** Has reads go to a server that is wanted more and has no older head. From one that lags they go to any newer one. */
  private readonly lookAround = coalesced(async () => {
    const { servers } = this;
    if (servers === null || this.lookTimer === null) return;
    const head = this.current();
    const { current, urls } = servers;
    const others = head?.isLagging === true ? urls : urls.slice(0, urls.indexOf(current));
    for (const url of others.filter((other) => other !== current)) {
      const block = await this.blockAt(url);
      const isBetter = head === null || (head.isLagging ? block > head.block : block >= head.block);
      if (block >= 0n && isBetter) {
        servers.choose(url);
        await this.refresh();
        return;
      }
    }
  });

  /** Where a server stands; -1 for one that cannot be read from. */
  private async blockAt(url: string): Promise<bigint> {
    const client = new pg.Client({
      ...connectionSettings({ ...this.settings, url }),
      connectionTimeoutMillis: LOOK_TIMEOUT_MS,
      query_timeout: LOOK_TIMEOUT_MS,
    });
    client.on('error', this.onFailure);
    try {
      await client.connect();
      const { rows } = await client.query<IndexHeadRow>(READ_HEAD);
      return BigInt(rows[0]?.block_number ?? -1);
    } catch (error) {
      this.onFailure(error);
      return -1n;
    } finally {
      await client.end().catch(this.onFailure);
    }
  }
}
