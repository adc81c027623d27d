import { DatabaseError } from 'pg';
import { addressOfId } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { ContradictionError } from '../fold/contradiction.js';
import type { Session } from '../postgres/session.js';

/** SQLSTATE classes of values and of rows that a table does not take. */
const REFUSED = /^2[23]/;

/** `Failing row contains (7, 12, ..)` of a check; `Key (token_id, block_number)=(7, 12) already exists.` of a key. */
const ROW = /^Failing row contains \((.*)\)/;
const KEY = /^Key \((.*?)\)=\((.*?)\)/;

/**
 * A row that the database refused, as a contradiction of its block; null for any other error. Run after the transaction.
 * @param block the only one of the batch
 */
export async function asRefusedRow(
  session: Session,
  error: unknown,
  block: number,
): Promise<ContradictionError | null> {
  if (!(error instanceof DatabaseError) || error.code === undefined || !REFUSED.test(error.code)) return null;
  const what = `the database refuses it: ${error.constraint ?? error.message}`.slice(0, 300);
  const at = { blockNumber: block, logIndex: 0, since: null };
  return new ContradictionError(
    { ...at, kind: 'constraint', app: await appOf(session, error), what },
    { cause: error },
  );
}

async function appOf(session: Session, { table, detail = '' }: DatabaseError): Promise<Address | null> {
  if (table === undefined) return null;
  const { rows: columns } = await session.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped
    ORDER BY attnum`,
    [table],
  );
  const key = KEY.exec(detail);
  const names = key === null ? columns.map(({ name }) => name) : (key[1] ?? '').split(', ');
  const values = (key?.[2] ?? ROW.exec(detail)?.[1] ?? '').split(', ');
  const id = Number(values[names.indexOf('token_id')]);
  if (!Number.isSafeInteger(id)) return null;
  const { rows } = await session.query<{ app: Address | null }>(`SELECT ${addressOfId('$1::int')} AS app`, [
    id,
  ]);
  return rows[0]?.app ?? null;
}
