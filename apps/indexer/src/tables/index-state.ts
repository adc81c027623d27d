import type { Hex } from 'viem';
import type { Deployment } from '#chain';
import type { Address } from '#values';
import type { IndexState } from '../fold/fold-batch.js';
import { AppRegistry } from '../registry/app-registry.js';
import type { HashedBlock } from './head.js';
import { listDistributors } from './rewards.js';
import type { Session } from '../postgres/session.js';

/** Column of `blocks`. */
const HASH = `'0x' || encode(hash, 'hex') AS hash`;

/** Apps that are read from the tables at once. */
const PAGE = 20_000;

/**
 * Reads the state that a new process, or one after an error or a rollback, goes on from.
 *
 * @param known the registry of an earlier state of these tables: what was launched above the head is taken out of it, so
 *   that not all apps are read again
 */
export async function readState(
  session: Session,
  deployment: Deployment,
  known: AppRegistry | null = null,
): Promise<IndexState> {
  const { rows } = await session.query<{ number: string; hash: Hex; time: Date; answer: string | null }>(
    `SELECT block_number AS number, '0x' || encode(block_hash, 'hex') AS hash, block_time AS time,
      (SELECT answer::text FROM oracle_prices ORDER BY block_number DESC, log_index DESC LIMIT 1) AS answer
    FROM head`,
  );
  const row = rows[0];
  const registry =
    known === null || row === undefined
      ? await readRegistry(session, deployment)
      : known.rewound(Number(row.number));
  for (const distributor of await listDistributors(session)) registry.addDistributor(distributor);
  return {
    registry,
    head:
      row === undefined
        ? null
        : { number: Number(row.number), hash: row.hash, timestamp: row.time.getTime() / 1_000 },
    answer: toAnswer(row?.answer ?? null),
  };
}

interface AppPlace {
  readonly token: Address;
  readonly launched: string;
  readonly pool: Address | null;
  readonly graduated: string | null;
}

/** The contracts of all apps, a page at a time: no other process writes these tables meanwhile. */
async function readRegistry(session: Session, deployment: Deployment): Promise<AppRegistry> {
  const registry = new AppRegistry(deployment);
  let last = '';
  for (;;) {
    const { rows } = await session.query<AppPlace>({
      name: 'read-registry',
      text: `
        SELECT token, block_number AS launched, pool, graduated_block AS graduated
        FROM (SELECT token, block_number FROM apps WHERE token > $1 ORDER BY token LIMIT ${PAGE}) page
          LEFT JOIN curves USING (token) ORDER BY token`,
      values: [last],
    });
    for (const { token, launched, pool, graduated } of rows) {
      registry.addToken(token, Number(launched));
      // Blocks are indexed whole, so that what comes next is after the whole block of the graduation.
      const position = { blockNumber: Number(graduated), logIndex: Number.MAX_SAFE_INTEGER };
      if (pool !== null) registry.addPool(token, pool, position);
    }
    if (rows.length < PAGE) return registry;
    last = rows.at(-1)?.token ?? '';
  }
}

function toAnswer(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** The blocks of the index that may still be reorganised, newest first. */
export async function listUnfinal(session: Session, finalityBlocks: number): Promise<HashedBlock[]> {
  const { rows } = await session.query<HashRow>(
    `SELECT number, ${HASH} FROM blocks
    WHERE number >= (SELECT greatest(final_before, block_number - $1) FROM head) ORDER BY number DESC`,
    [finalityBlocks],
  );
  return rows.map(toHashedBlock);
}

/** Every block whose hash is kept, oldest first. */
export async function listKept(session: Session): Promise<HashedBlock[]> {
  const { rows } = await session.query<HashRow>(`SELECT number, ${HASH} FROM blocks ORDER BY number`);
  return rows.map(toHashedBlock);
}

interface HashRow {
  readonly number: string;
  readonly hash: Hex;
}

function toHashedBlock({ number, hash }: HashRow): HashedBlock {
  return { number: Number(number), hash };
}
