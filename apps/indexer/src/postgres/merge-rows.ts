import { copyRows, type CopyColumns } from './copy-rows.js';
import { runConcurrently, type Session } from './session.js';

/** How rows are merged into a table. */
export interface Merge<Row> {
  readonly table: string;
  /** Columns of the key. */
  readonly key: readonly string[];
  readonly columns: CopyColumns<Row>;
  /**
   * What columns become where there is a row of that key already: SQL over `old` and `excluded`, which are that row and
   * the one merged. A column without an entry becomes what the merged one has.
   */
  readonly changed?: Readonly<Record<string, string>>;
}

/**
 * Adds rows to a table, and changes those that are there. They are staged in a table of the connection's own by COPY,
 * which the server takes in while the next rows are encoded here; as parameters they would cost it more, and it would
 * wait for the last. ON CONFLICT finds each by the key's index, whatever the planner thinks of the sizes of tables.
 */
export async function mergeRows<Row>(
  session: Session,
  { table, key, columns, changed = {} }: Merge<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const stage = `staged_${table}`;
  const names = Object.keys(columns);
  const list = names.join(', ');
  // A transaction that was undone took the stage that it made with it; this one may have used it before.
  const makeStage = `
    CREATE TEMP TABLE IF NOT EXISTS ${stage} ON COMMIT DELETE ROWS AS SELECT ${list} FROM ${table} WITH NO DATA;
    DELETE FROM ${stage}`;
  const values = names.filter((name) => !key.includes(name));
  const merge = {
    name: `merge-${table}`,
    text: `
      INSERT INTO ${table} AS old (${list}) SELECT ${list} FROM ${stage}
      ON CONFLICT (${key.join(', ')}) DO UPDATE SET
        ${values.map((column) => `${column} = ${changed[column] ?? `excluded.${column}`}`).join(', ')}`,
  };
  await runConcurrently([
    () => session.query(makeStage),
    () => copyRows(session, stage, columns, rows),
    () => session.query(merge),
  ]);
}
