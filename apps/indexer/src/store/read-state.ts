import type { Hex } from 'viem';
import type { Deployment } from '#chain';
import type { Address } from '#values';
import { openPool } from '../handlers/pool.js';
import { AppRegistry } from '../ingest/app-registry.js';
import type { HashedBlock, HeadBlock } from './move-head.js';
import { listDistributors } from './reward-facts.js';
import type { Session } from './session.js';

/** Column of `blocks`. */
const HASH = `'0x' || encode(hash, 'hex') AS hash`;

/** Where the index stands, as the process holds it in memory. */
export interface IndexState {
  readonly registry: AppRegistry;
  /** Null before the first block. */
  readonly head: HeadBlock | null;
  /** The feed's last answer. */
  readonly answer: bigint | null;
}

/** Reads the state that a new process, or one after a rollback, goes on from. */
export async function readState(session: Session, deployment: Deployment): Promise<IndexState> {
  const registry = new AppRegistry(deployment);
  const apps = await session.query<{ token: Address; pool: Address | null; graduated_block: string | null }>(
    'SELECT token, pool, graduated_block FROM apps JOIN curves USING (token)',
  );
  for (const { token, pool, graduated_block } of apps.rows) {
    registry.addToken(token);
    if (pool !== null) {
      // Blocks are indexed whole, so that whatever comes next is after the whole block of the graduation.
      const graduated = { blockNumber: Number(graduated_block), logIndex: Number.MAX_SAFE_INTEGER };
      registry.addPool(openPool(token, pool, deployment.platformToken, graduated));
    }
  }
  for (const distributor of await listDistributors(session)) registry.addDistributor(distributor);
  const { rows } = await session.query<{ number: string; hash: Hex; time: Date; answer: string | null }>(
    `SELECT block_number AS number, '0x' || encode(block_hash, 'hex') AS hash, block_time AS time,
      (SELECT answer::text FROM oracle_prices ORDER BY block_number DESC, log_index DESC LIMIT 1) AS answer
    FROM head`,
  );
  const row = rows[0];
  return {
    registry,
    head:
      row === undefined
        ? null
        : { number: Number(row.number), hash: row.hash, timestamp: row.time.getTime() / 1_000 },
    answer: toAnswer(row?.answer ?? null),
  };
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
