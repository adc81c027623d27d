import type pg from 'pg';
import type { Address } from '@slipway/domain';
import { addressOfId } from '@slipway/database';
import { ApiProcess } from './api-process.js';
import { insertManyApps } from './many-apps.js';
import { OwnPostgres } from './own-postgres.js';
import { openClient } from './pg-client.js';
import { PUBLIC_BASE_URL, SIGNING_KEYS } from './running-api.js';
import { until } from './until.js';

const APPS = 40;
/** Of each API. */
export const POOL_SIZE = 4;
const ANY_CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FAR_ABOVE = '1000000';

/** An API with what suites ask of one. */
export class StandbyApi {
  constructor(readonly process: ApiProcess) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.process.get(`/v1${path}`, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.process.origin}/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  async readiness(): Promise<{ status: number; block: string | undefined }> {
    const response = await this.process.get('/health/ready');
    const body = (await response.json()) as { checks?: { indexer: { block: string } } };
    return { status: response.status, block: body.checks?.indexer.block };
  }

  async untilReady(): Promise<void> {
    await until(
      () => `the API is ready:\n${this.process.log}`,
      async () => (await this.readiness()).status === 200,
    );
  }
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
    readonly atPrimary: StandbyApi,
    readonly atStandby: StandbyApi,
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
    await admin.query('UPDATE deployment SET platform_token = $1, price_feed = $1', [ANY_CONTRACT]);
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
      ApiProcess.start(settings),
      ApiProcess.start({ ...settings, DATABASE_READ_URL: standby.url }),
    ]);
    const apis = [new StandbyApi(atPrimary), new StandbyApi(atStandby)] as const;
    const system = new StandbySystem(
      primary,
      standby,
      admin,
      rows.map(({ token }) => token),
      ...apis,
      settings,
    );
    await Promise.all(apis.map((api) => api.untilReady()));
    return system;
  }

  /** Another API with the same settings, for which a server is the primary. The caller ends it. */
  async startAt(server: OwnPostgres): Promise<StandbyApi> {
    const api = new StandbyApi(await ApiProcess.start({ ...this.settings, DATABASE_URL: server.url }));
    await api.untilReady();
    return api;
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

  async isHeadReadAtStandby(): Promise<boolean> {
    const rows = await this.onStandby(
      `SELECT FROM pg_stat_activity WHERE application_name = 'slipway_api' AND query LIKE '%index_writer%'
        AND state_change > clock_timestamp() - interval '500 milliseconds'`,
    );
    return rows.length > 0;
  }

  async stop(): Promise<void> {
    await Promise.all([this.atPrimary.process.stop(), this.atStandby.process.stop()]);
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
