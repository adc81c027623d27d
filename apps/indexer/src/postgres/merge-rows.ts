import { copyRows, type CopyColumns } from './copy-rows.js';
import { runConcurrently, type Session } from './session.js';

export interface Merge<Row> {
  readonly table: string;
  /** Columns of the key. */
  readonly key: readonly string[];
  readonly columns: CopyColumns<Row>;
  /** SQL over `old`, the row of that key, and `excluded`, the merged one; without it, a column becomes the merged one's. */
  readonly changed?: Readonly<Record<string, string>>;
}

/**
 * Adds rows to a table, and changes those that are there. They are staged by COPY, which the server takes in while the
 * next rows are encoded. ON CONFLICT finds each by the key's index, whatever the planner thinks of the sizes of tables.
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
  const values = names.filter((name) => !key.includes(name));
  const merge = `
    INSERT INTO ${table} AS old (${list}) SELECT ${list} FROM ${stage}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET
      ${values.map((column) => `${column} = ${changed[column] ?? `excluded.${column}`}`).join(', ')}`;
  await runConcurrently([
    () => makeEmpty(session, stage, `AS SELECT ${list} FROM ${table} WITH NO DATA`),
    () => copyRows(session, stage, columns, rows),
    () => session.prepared(merge),
  ]);
}

/** Makes a table of the connection's own, empty in each transaction. An undone transaction took the table with it. */
export function makeEmpty(session: Session, table: string, rows: string, columns = ''): Promise<unknown> {
  return session.query(
    `CREATE TEMP TABLE IF NOT EXISTS ${table} ${columns} ON COMMIT DELETE ROWS ${rows}; DELETE FROM ${table}`,
  );
}
