import type pg from 'pg';
import { insertQuietApps } from '../../../../test/support/insert-quiet-apps.js';
import { openClient } from '../../../../test/support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/postgres.js';
import { Session } from '../postgres/session.js';
import { CHANGED, noteChangedApps } from './changed-apps.js';

const HOUR = 3_600_000;
/** When the base of the weights of `trending` moves. */
const BASE = new Date(28 * 24 * HOUR * 736);

describe('the apps that a step of the head may change', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = await openClient(database.url);
    await insertQuietApps(client, 3);
    await client.query('UPDATE app_stats SET trending = 1 WHERE launch_log_index > 1000001');
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  async function changedBetween(from: number, to: number): Promise<number> {
    await client.query('BEGIN');
    const at = (hours: number): Date => new Date(BASE.getTime() + hours * HOUR);
    await noteChangedApps(new Session(client), [], at(from), at(to));
    const { rowCount } = await client.query(`SELECT FROM ${CHANGED}`);
    await client.query('ROLLBACK');
    return rowCount ?? 0;
  }

  it('are not those that trend, however many hours pass, until the base of their weights moves', async () => {
    expect(await changedBetween(1, 8)).toBe(0);
    expect(await changedBetween(1, 28 * 24 - 1)).toBe(0);
    expect(await changedBetween(-1, 1)).toBe(2);
    expect(await changedBetween(28 * 24 - 1, 28 * 24 + 1)).toBe(2);
  });

  it('have weights that are integers, and double in six hours as far as a base reaches', async () => {
    const { rows } = await client.query<{ weight: string; doubles: boolean; base: string }>(
      `SELECT weight::text, lead(weight) OVER (ORDER BY hours) = 2 * weight AS doubles, base::text FROM (
        SELECT hours, decay_weight($1::timestamptz + hours * interval '1 hour', decay_base($1)) AS weight,
          decay_base($1::timestamptz + greatest(hours, 0) * interval '1 hour') AS base
        FROM generate_series(-24, 28 * 24 - 6, 6) hours
      ) weights ORDER BY hours`,
      [BASE],
    );
    expect(rows).toHaveLength(116);
    expect(new Set(rows.map(({ base }) => base)).size).toBe(1);
    expect(rows.slice(0, -1).every(({ doubles }) => doubles)).toBe(true);
    expect(rows.filter(({ weight }) => !/^\d+$/.test(weight))).toEqual([]);
  });
});
