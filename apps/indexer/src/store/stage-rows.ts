import { copyRows, type CopyColumns } from './copy-rows.js';
import type { Session } from './session.js';

/**
 * Puts rows where a statement of the same transaction can merge them into a table: by COPY, which the server takes in
 * while the next rows are encoded here. As parameters they cost it a tenth more of all its work, and it waits for the last.
 *
 * @param columns of the table, whose types those of the stage are
 * @returns the stage's name; it is this connection's alone, and empty again after the transaction
 */
export async function stageRows<Row>(
  session: Session,
  table: string,
  columns: CopyColumns<Row>,
  rows: readonly Row[],
): Promise<string> {
  const stage = `staged_${table}`;
  // A transaction that was undone took the stage that it made with it; this one may have used it before.
  await session.query(`
    CREATE TEMP TABLE IF NOT EXISTS ${stage} ON COMMIT DELETE ROWS AS
      SELECT ${Object.keys(columns).join(', ')} FROM ${table} WITH NO DATA;
    DELETE FROM ${stage}`);
  await copyRows(session, stage, columns, rows);
  return stage;
}
