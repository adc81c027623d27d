import { toColumns } from '../postgres/columns.js';
import type { Session } from '../postgres/session.js';

/** What a range's transfers did to the balance of one holder. */
export interface BalanceChange {
  readonly token: string;
  readonly holder: string;
  readonly before: bigint;
  readonly after: bigint;
}

/** Keeps what balances were in the head's generation. */
export async function rememberBalances(session: Session, changes: readonly BalanceChange[]): Promise<void> {
  await session.query({
    name: 'remember-balances',
    text: `
      INSERT INTO past_balances (token, generation, holder, balance)
      SELECT row.token, head.generation, row.holder, row.balance
      FROM head CROSS JOIN unnest($1::text[], $2::text[], $3::numeric[]) AS row (token, holder, balance)`,
    values: toColumns(changes, [
      (change) => change.token,
      (change) => change.holder,
      (change) => change.before,
    ]),
  });
}
