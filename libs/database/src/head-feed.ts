import pg from 'pg';
import { HEAD_COLUMNS, HEAD_TABLES, toIndexedHead, type HeadRow, type IndexedHead } from './as-of.js';
import { connectionSettings, type PoolSettings } from './pool.js';

/** The channel on which the indexer announces a new head, and operators a change of public data. */
export const HEAD_CHANNEL = 'slipway_head';

/** Notifications can be lost with their connection; this is how long a lost one can go unseen. */
const POLL_INTERVAL_MS = 1_000;

const READ_HEAD = { name: 'head-feed', text: `SELECT ${HEAD_COLUMNS} FROM ${HEAD_TABLES}` };

/**
 * Follows the indexed head: LISTEN on a connection of its own, and a poll as a net. After the database is gone it
 * keeps the last head, so that warm answers can go on, and reconnects by itself.
 */
export class HeadFeed {
  private row: HeadRow | null = null;
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private reading: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(
    private readonly settings: Omit<PoolSettings, 'size'>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** The last head read; null before the first block is indexed. Never waits. */
  current(): IndexedHead | null {
    return this.row === null ? null : toIndexedHead(this.row);
  }

  /** Connects and reads the head once. A database that is away is reported and retried, not thrown. */
  async start(): Promise<void> {
    await this.refresh();
    this.timer = setInterval(() => void this.refresh(), POLL_INTERVAL_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.reading;
    await this.disconnect();
  }

  /** Reads the head now; calls during a read lead to one more read after it. */
  async refresh(): Promise<void> {
    if (this.reading !== null) {
      this.again = true;
      return this.reading;
    }
    this.reading = this.readUntilQuiet();
    try {
      await this.reading;
    } finally {
      this.reading = null;
    }
  }

  private async readUntilQuiet(): Promise<void> {
    do {
      try {
        await this.read();
      } catch (error) {
        this.onError(error);
        await this.disconnect();
        return;
      }
    } while (this.takeAgain());
  }

  private takeAgain(): boolean {
    const again = this.again && !this.stopped;
    this.again = false;
    return again;
  }

  private async read(): Promise<void> {
    if (this.stopped) return;
    this.client ??= await this.connect();
    const { rows } = await this.client.query<HeadRow>(READ_HEAD);
    this.row = rows[0] ?? null;
  }

  private async connect(): Promise<pg.Client> {
    // A frozen server answers nothing: without a limit of our own a read would wait for ever.
    const client = new pg.Client({ ...connectionSettings(this.settings), query_timeout: 1_800 });
    client.on('error', (error) => {
      this.onError(error);
      if (this.client === client) this.client = null;
    });
    client.on('notification', () => void this.refresh());
    await client.connect();
    await client.query(`LISTEN ${HEAD_CHANNEL}`);
    return client;
  }

  private async disconnect(): Promise<void> {
    const client = this.client;
    this.client = null;
    if (client === null) return;
    try {
      await client.end();
    } catch (error) {
      this.onError(error);
    }
  }
}
