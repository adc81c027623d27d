import type pg from 'pg';
import { addressOfId, HEAD_CHANNEL } from '@slipway/database';
import { insertManyApps } from '../../support/many-apps.js';

/** Made-up apps, and a head that goes on without events. */
export class MadeUpBlocks {
  private timer: NodeJS.Timeout | null = null;

  private constructor(
    private readonly database: pg.Client,
    /** Oldest first. */
    readonly tokens: readonly string[],
  ) {}

  static async begin(database: pg.Client, apps: number, everyMs: number): Promise<MadeUpBlocks> {
    await insertManyApps(database, apps, new Date());
    const { rows } = await database.query<{ token: string }>(
      `SELECT ${addressOfId('apps.token_id')} AS token FROM chain.apps ORDER BY block_number`,
    );
    const blocks = new MadeUpBlocks(
      database,
      rows.map(({ token }) => token),
    );
    await blocks.add();
    blocks.timer = setInterval(() => void blocks.add(), everyMs);
    return blocks;
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  private async add(): Promise<void> {
    const { rows } = await this.database.query<{ block: string }>(
      `UPDATE chain.head SET block_number = block_number + 1, block_hash = sha256((block_number + 1)::text::bytea),
         block_time = now(), level_at = now() + interval '1 hour' RETURNING block_number AS block`,
    );
    await this.database.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, rows[0]?.block]);
  }
}
