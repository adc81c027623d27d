import pg from 'pg';
import { coalesced } from '@slipway/domain';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { KeptConnection } from './kept-connection.js';
import { connectionSettings, type PoolSettings } from './pool.js';
import type { ReadServers } from './read-servers.js';

/** Notifications can be lost with their connection; this is how long a lost one can go unseen. */
const POLL_INTERVAL_MS = 1_000;

/** A frozen server sends nothing: without a limit of our own a read would wait for ever. */
const SILENCE_MS = 1_800;

/** The same of a standby, which another server can stand in for before its reads are refused. */
const STANDBY_SILENCE_MS = 700;

/** After a failure, where there is no other server, none is asked for so long. */
const COOL_DOWN_MS = 1_000;

interface ListenNotifyQueryOptions<Row extends pg.QueryResultRow> {
  readonly settings: Omit<PoolSettings, 'size'>;
  /** Where the rows are read; null for the server of the settings alone. */
  readonly servers?: ReadServers | null;
  /** How often they are read, whatever is announced: a standby can announce nothing. */
  readonly pollIntervalMs?: number;
  /** Where changes of the rows are announced by NOTIFY. */
  readonly channel: string;
  readonly query: { readonly name: string; readonly text: string };
  /** Hears of every reading. */
  readonly onRead?: (rows: readonly Row[]) => void;
  /** Hears of every failure; the next reading tries again. */
  readonly onError: (error: unknown) => void;
}

/**
 * The rows of a small query as they are now: LISTEN on a connection of its own, and a poll as a net. Where reads may go to
 * standbys, which refuse LISTEN, it only polls. After the database is gone it keeps the last rows, and reconnects by itself.
 */
export class ListenNotifyQuery<Row extends pg.QueryResultRow> {
  private last: readonly Row[] | null = null;
  private readAt = -Infinity;
  private readonly connection: KeptConnection;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private coolDownUntil = 0;

  constructor(private readonly options: ListenNotifyQueryOptions<Row>) {
    const { settings, servers, channel, onError } = options;
    const config = (): pg.ClientConfig => ({
      ...connectionSettings({ ...settings, url: servers?.current ?? settings.url }),
      query_timeout: servers?.isAtPrimary === false ? STANDBY_SILENCE_MS : SILENCE_MS,
    });
    this.connection = new KeptConnection(config, onError, async (client) => {
      if (servers?.hasStandbys === true) return;
      client.on('notification', () => {
        this.refresh().catch(onError);
      });
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    });
  }

  /** The rows last read; null before the first reading. Never waits. */
  get rows(): readonly Row[] | null {
    return this.last;
  }

  /** How long ago they were read: after a second, a server that is away, or one that refuses the query. */
  get unreadSeconds(): number {
    return (performance.now() - this.readAt) / 1_000;
  }

  /** Reads the rows now; calls during a reading lead to one more after it. Failures are reported, not thrown. */
  readonly refresh = coalesced(() => this.readOrReport());

  /** Connects and reads once. A database that is away is reported and retried, not thrown. */
  async start(): Promise<void> {
    await this.refresh();
    this.timer = setInterval(() => {
      if (performance.now() >= this.coolDownUntil) this.refresh().catch(this.options.onError);
    }, this.options.pollIntervalMs ?? POLL_INTERVAL_MS);
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
    const { servers, onError } = this.options;
    const server = servers?.current;
    try {
      await this.read();
    } catch (error) {
      onError(error);
      if (server !== undefined && isDatabaseUnavailable(error)) servers?.leave(server);
      // After the last of several servers too: they would be asked in turn without a pause.
      if (servers?.current === server || server === servers?.primary)
        this.coolDownUntil = performance.now() + COOL_DOWN_MS;
      await this.disconnect();
    }
  }

  private async read(): Promise<void> {
    const client = await this.connection.get();
    const { rows } = await client.query<Row>(this.options.query);
    this.last = rows;
    this.readAt = performance.now();
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
