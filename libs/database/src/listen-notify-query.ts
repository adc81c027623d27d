import pg from 'pg';
import { coalesced } from '@slipway/domain';
import { KeptConnection } from './kept-connection.js';
import { connectionSettings, type PoolSettings } from './pool.js';

/** Notifications can be lost with their connection; this is how long a lost one can go unseen. */
const POLL_INTERVAL_MS = 1_000;

interface ListenNotifyQueryOptions<Row extends pg.QueryResultRow> {
  readonly settings: Omit<PoolSettings, 'size'>;
  /** Where changes of the rows are announced by NOTIFY. */
  readonly channel: string;
  readonly query: { readonly name: string; readonly text: string };
  /** Hears of every reading. */
  readonly onRead?: (rows: readonly Row[]) => void;
  /** Hears of every failure; the next reading tries again. */
  readonly onError: (error: unknown) => void;
}

/**
 * The rows of a small query as they are now: LISTEN on a connection of its own, and a poll as a net. After the
 * database is gone it keeps the last rows, and reconnects by itself.
 */
export class ListenNotifyQuery<Row extends pg.QueryResultRow> {
  private last: readonly Row[] | null = null;
  private readonly connection: KeptConnection;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(private readonly options: ListenNotifyQueryOptions<Row>) {
    const { settings, channel, onError } = options;
    // A frozen server sends nothing: without a limit of our own a read would wait for ever.
    const config = { ...connectionSettings(settings), query_timeout: 1_800 };
    this.connection = new KeptConnection(config, onError, (client) => {
      client.on('notification', () => void this.refresh());
      return client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    });
  }

  /** The rows last read; null before the first reading. Never waits. */
  get rows(): readonly Row[] | null {
    return this.last;
  }

  /** Reads the rows now; calls during a reading lead to one more after it. Failures are reported, not thrown. */
  readonly refresh = coalesced(() => this.readOrReport());

  /** Connects and reads once. A database that is away is reported and retried, not thrown. */
  async start(): Promise<void> {
    await this.refresh();
    this.timer = setInterval(() => void this.refresh(), POLL_INTERVAL_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.refresh();
    await this.disconnect();
  }

  private async readOrReport(): Promise<void> {
    if (this.stopped) return;
    try {
      await this.read();
    } catch (error) {
      this.options.onError(error);
      await this.disconnect();
    }
  }

  private async read(): Promise<void> {
    const client = await this.connection.get();
    const { rows } = await client.query<Row>(this.options.query);
    this.last = rows;
    this.options.onRead?.(rows);
  }

  private async disconnect(): Promise<void> {
    try {
      await this.connection.close();
    } catch (error) {
      this.options.onError(error);
    }
  }
}
