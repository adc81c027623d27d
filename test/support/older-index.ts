import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '@slipway/database';
import { TABLE_VIEWS } from './index-fixture.js';
import { openClient } from './pg-client.js';

/** Applies the migrations whose names come before one: the state of an older version. */
export async function migrateUpTo(databaseUrl: string, before: string): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), 'slipway-older-'));
  try {
    await mkdir(path.join(root, 'prisma/migrations'), { recursive: true });
    await cp('prisma/schema.prisma', path.join(root, 'prisma/schema.prisma'));
    for (const name of await readdir('prisma/migrations')) {
      const [from, to] = [path.join('prisma/migrations', name), path.join(root, 'prisma/migrations', name)];
      if (name < before || name === 'migration_lock.toml') await cp(from, to, { recursive: true });
    }
    await migrate(databaseUrl, root);
  } finally {
    await rm(root, { recursive: true });
  }
}

/**
 * Fills an index of an older version with the rows of one of today: those columns that it has, and what it had in others.
 * A version before decisions 0060 and 0061 priced a curve's sales without the fee, and put an entry of the ledger at the
 * transfer that carried a trade's tokens.
 */
export async function fillOlderIndex(olderUrl: string, url: string): Promise<void> {
  const [older, today] = await Promise.all([openClient(olderUrl), openClient(url)]);
  try {
    const { rows: tables } = await older.query<{ name: string; columns: string }>(
      `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
      FROM information_schema.columns WHERE table_schema = 'chain' AND is_generated = 'NEVER' GROUP BY table_name`,
    );
    for (const { name, columns } of tables.filter(({ name: table }) => table !== 'position_days')) {
      const { rows } = await today.query<{ row: string }>(
        `SELECT (to_jsonb(t) || jsonb_build_object('event_log_index', to_jsonb(t)->'log_index',
          'changed_on', '2026-11-21'))::text AS row
        FROM chain.${pg.escapeIdentifier(TABLE_VIEWS[name] ?? name)} t`,
      );
      await older.query(
        `INSERT INTO chain.${pg.escapeIdentifier(name)} (${columns})
        SELECT ${columns} FROM jsonb_populate_recordset(NULL::chain.${pg.escapeIdentifier(name)}, $1::jsonb)`,
        [`[${rows.map(({ row }) => row).join()}]`],
      );
    }
    await older.query(`
      UPDATE chain.trades SET price_platform = price_platform * 0.99, price_usd = price_usd * 0.99
      WHERE side = 'sell' AND venue = 'curve';
      UPDATE chain.candles SET low_platform = low_platform * 0.99, low_usd = low_usd * 0.99;
      UPDATE chain.ledger_entries e SET log_index = t.log_index FROM chain.transfers t
      WHERE t.block_number = e.block_number AND t.trade_log_index = e.event_log_index`);
  } finally {
    await Promise.all([older.end(), today.end()]);
  }
}
