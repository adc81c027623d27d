import type pg from 'pg';
import type { Address } from '@slipway/domain';
import { addressOfId } from '@slipway/database';
import { insertManyApps } from './many-apps.js';
import { OwnPostgres } from './own-postgres.js';
import { openClient } from './pg-client.js';
import { PUBLIC_BASE_URL, SIGNING_KEYS, startApiOf, type RunningApi } from './running-api.js';
import { until } from './until.js';

const APPS = 40;
/** Of each API. */
export const POOL_SIZE = 4;
const ANY_CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FAR_ABOVE = '1000000';

export interface Readiness {
  readonly status: number;
  readonly block: string | undefined;
}

/** What an API says of itself. */
export async function readReadiness({ origin }: Pick<RunningApi, 'origin'>): Promise<Readiness> {
  const response = await fetch(`${origin}/health/ready`);
  const body = (await response.json()) as { checks?: { indexer: { block: string } } };
  return { status: response.status, block: body.checks?.indexer.block };
}

/** Starts an API, and waits until it is ready. */
export async function startReadyApi(variables: Readonly<Record<string, string>>): Promise<RunningApi> {
  const api = await startApiOf(variables);
  await until('the API is ready', async () => (await readReadiness(api)).status === 200);
  return api;
}

/** A primary with made-up apps, a standby of it, and an API at each. The head goes on when it is told to. */
export class StandbySystem {
  private constructor(
    readonly primary: OwnPostgres,
    readonly standby: OwnPostgres,
    /** With all rights at the primary. */
    readonly admin: pg.Client,
    /** Oldest first. */
    readonly tokens: readonly Address[],
    readonly atPrimary: RunningApi,
    readonly atStandby: RunningApi,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** @param environment of both APIs */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<StandbySystem> {
    const primary = await OwnPostgres.start();
    const admin = await openClient(primary.url);
    // A suite stops the primary.
    admin.on('error', () => undefined);
    await insertManyApps(admin, APPS, new Date());
    await admin.query(`UPDATE head SET level_at = now() + interval '1 hour'`);
    await admin.query('UPDATE deployment SET platform_token = $1, price_feeds = ARRAY[$1]', [ANY_CONTRACT]);
    const { rows } = await admin.query<{ token: Address }>(
      `SELECT ${addressOfId('apps.token_id')} AS token FROM apps ORDER BY block_number`,
    );
    const standby = await primary.startStandby();
    const settings = {
      DATABASE_URL: primary.url,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      PUBLIC_BASE_URL,
      JWT_SIGNING_KEYS: SIGNING_KEYS,
      RATE_LIMIT_READ_PER_MINUTE: FAR_ABOVE,
      RATE_LIMIT_HEAVY_PER_MINUTE: FAR_ABOVE,
      ...environment,
    };
    const [atPrimary, atStandby] = await Promise.all([
      startReadyApi(settings),
      startReadyApi({ ...settings, DATABASE_READ_URL: standby.url }),
    ]);
    const tokens = rows.map(({ token }) => token);
    return new StandbySystem(primary, standby, admin, tokens, atPrimary, atStandby, settings);
  }

  /** Another API with the same settings, for which a server is the primary. The caller closes it. */
  startAt(server: OwnPostgres): Promise<RunningApi> {
    return startReadyApi({ ...this.settings, DATABASE_URL: server.url });
  }

  /** A block without events. Returns its number. */
  async addBlock(): Promise<string> {
    const { rows } = await this.admin.query<{ block: string }>(
      `UPDATE head SET block_number = block_number + 1, block_hash = sha256(block_number::text::bytea),
        block_time = block_time + interval '1 second', revision = nextval('index_revision')
      RETURNING block_number::text AS block`,
    );
    await this.admin.query('NOTIFY slipway_head');
    return rows[0]?.block ?? '';
  }

  /** The standby replays nothing until it is told to go on: it is behind. */
  async pauseReplay(): Promise<void> {
    await this.onStandby('SELECT pg_wal_replay_pause()');
    await until('the standby stands still', async () => {
      const rows = await this.onStandby('SELECT pg_get_wal_replay_pause_state() AS state');
      return rows[0]?.['state'] === 'paused';
    });
  }

  async resumeReplay(): Promise<void> {
    await this.onStandby('SELECT pg_wal_replay_resume()');
    await this.primary.untilReplayed(this.standby);
  }

  /** Reads leave a standby that does not respond, and return within seconds. The head is read where all reads go. */
  async untilReadAtStandby(): Promise<void> {
    await until('the standby is read from', async () => {
      const rows = await this.onStandby(
        `SELECT FROM pg_stat_activity WHERE application_name = 'slipway_api' AND query LIKE '%index_writer%'
            AND state_change > clock_timestamp() - interval '500 milliseconds'`,
      );
      return rows.length > 0;
    });
  }

  async stop(): Promise<void> {
    await Promise.all([this.atPrimary.close(), this.atStandby.close()]);
    await this.admin.end().catch(() => undefined);
    await this.standby.remove();
    await this.primary.remove();
  }

  private async onStandby(sql: string): Promise<Record<string, unknown>[]> {
    const client = await this.standby.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }
}
