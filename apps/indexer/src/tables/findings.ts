import type { Address } from '@slipway/domain';
import { keyOf, type Contradiction, type Findings } from '../fold/contradiction.js';
import type { Session } from '../postgres/session.js';

type FindingRow = Pick<Contradiction, 'kind' | 'blockNumber' | 'logIndex'> & {
  readonly app: Address;
  readonly isFrozen: boolean;
};

/** What the chain itself was found to contradict. It outlives a rebuild, which would find the same. */
export async function readFindings(session: Session): Promise<Findings> {
  const { rows } = await session.query<FindingRow>(
    `SELECT kind, app, block_number::float8 AS "blockNumber", log_index AS "logIndex", is_frozen AS "isFrozen"
    FROM public.index_findings ORDER BY block_number DESC`,
  );
  const frozen = rows.filter(({ isFrozen }) => isFrozen);
  return {
    accepted: new Set(rows.map((row) => keyOf({ ...row, since: null, what: '' }))),
    frozen: new Map(frozen.map(({ app, blockNumber }) => [app, blockNumber])),
  };
}

/** @param isFrozen whether nothing of the app is indexed from this block on */
export async function addFinding(
  session: Session,
  { kind, app, blockNumber, logIndex, what }: Contradiction,
  isFrozen: boolean,
): Promise<void> {
  await session.query(
    `INSERT INTO public.index_findings (kind, app, block_number, log_index, what, is_frozen)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [kind, app, blockNumber, logIndex, what, isFrozen],
  );
}

/** Blocks above one are read anew, and looked at with the nodes of now. */
export async function forgetFindings(session: Session, block: number): Promise<void> {
  await session.query('DELETE FROM public.index_findings WHERE block_number > $1', [block]);
}
