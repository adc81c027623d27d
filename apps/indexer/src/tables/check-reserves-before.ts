import { idOfAddress } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { CheckedRange, Opening, PairClosing } from '../fold/checked-range.js';
import { ContradictionError, keyOf, type Contradiction, type Findings } from '../fold/contradiction.js';
import { toColumns } from '../postgres/columns.js';
import type { Session } from '../postgres/session.js';
import type { IdOf } from './address-ids.js';

interface ReservesBefore {
  readonly ordinal: number;
  readonly block: number;
  readonly in_pool: boolean;
  readonly platform: string;
  readonly tokens: string;
}

/**
 * Compares what a range needs to have been before it with the tables. Its statements come before those that write the range.
 * @throws ContradictionError
 */
export async function checkBefore(
  session: Session,
  { openings, pairs }: CheckedRange,
  findings: Findings,
  idOf: IdOf,
): Promise<void> {
  await Promise.all([
    checkOpenings(session, [...openings], findings, idOf),
    checkPairs(session, [...pairs], findings),
  ]);
}

async function checkOpenings(
  session: Session,
  openings: readonly (readonly [Address, Opening])[],
  findings: Findings,
  idOf: IdOf,
): Promise<void> {
  if (openings.length === 0) return;
  const { rows } = await session.prepared<ReservesBefore>(
    `
      SELECT asked.ordinal::int, last.block_number AS block, last.in_pool,
        last.platform_reserve::text AS platform, last.token_reserve::text AS tokens
      FROM unnest($1::int[]) WITH ORDINALITY AS asked (token_id, ordinal) CROSS JOIN LATERAL (
        SELECT * FROM reserves WHERE reserves.token_id = asked.token_id
        ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) last`,
    [openings.map(([token]) => idOf(token))],
  );
  const found = new Map(rows.map((row) => [row.ordinal - 1, row]));
  for (const [i, [app, opening]] of openings.entries()) {
    const { venue, platform, tokens, blockNumber, logIndex } = opening;
    const last = found.get(i);
    const fits =
      last?.in_pool === (venue === 'pool') &&
      BigInt(last.platform) === platform &&
      BigInt(last.tokens) === tokens;
    if (fits) continue;
    refuse(findings, {
      ...{ app, blockNumber, logIndex, since: last?.block ?? null },
      kind: last === undefined ? 'launch' : venue,
      what:
        last === undefined
          ? 'it trades, and no launch of it is known'
          : `its reserves do not follow from those of block ${last.block}`,
    });
  }
}

/** A pair's reserve is its balance, whatever was sent to it, each time that it syncs. */
async function checkPairs(
  session: Session,
  pairs: readonly (readonly [Address, PairClosing])[],
  findings: Findings,
): Promise<void> {
  if (pairs.length === 0) return;
  const asked = pairs.map(([pair, { token }]) => ({ pair, token }));
  const { rows } = await session.prepared<{ ordinal: number; balance: string }>(
    `
      SELECT asked.ordinal::int, balance::text FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (pair, token, ordinal)
      JOIN balances ON token_id = ${idOfAddress('asked.token')} AND holder_id = ${idOfAddress('asked.pair')}`,
    toColumns(asked, ['pair', 'token']),
  );
  const balances = new Map(rows.map(({ ordinal, balance }) => [ordinal - 1, BigInt(balance)]));
  for (const [i, [holder, { token: app, reserve, change, blockNumber, logIndex }]] of pairs.entries()) {
    const balance = (balances.get(i) ?? 0n) + change;
    if (balance === reserve) continue;
    const what = `its pair has a reserve of ${reserve} tokens, and transfers of ${balance}`;
    refuse(findings, { kind: 'pool', app, blockNumber, logIndex, since: null, holder, what });
  }
}

function refuse({ accepted }: Findings, contradiction: Contradiction): void {
  if (!accepted.has(keyOf(contradiction))) throw new ContradictionError(contradiction);
}
