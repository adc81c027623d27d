import type pg from 'pg';

/** Fills a table without its indexes but those of constraints, and builds them afterwards, as `pg_restore` does. */
export async function withoutIndexes(
  client: pg.Client,
  table: string,
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
    WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
}
