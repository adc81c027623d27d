import type { Deployment } from '@slipway/protocols';
import { addressOfId } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { CurveFee } from '../fold/checked-range.js';
import type { HeadBlock, IndexState } from '../fold/fold-batch.js';
import { AppRegistry } from '../registry/app-registry.js';
import type { AnswerText } from './events.js';
import type { FeedPhases } from '../registry/feed-phases.js';
import { readFeedPhases } from './feed-phases.js';
import { readFindings } from './findings.js';
import type { HashedBlock } from './head.js';
import { listDistributors } from './rewards.js';
import { readRoundTrips } from './round-trips.js';
import type { Session } from '../postgres/session.js';

const HASHED = `number::float8 AS number, '0x' || encode(hash, 'hex') AS hash`;

interface OracleRow {
  readonly price: string;
  /** Null for a single feed, whose price says it. */
  readonly answers: readonly (AnswerText | null)[] | null;
}

interface HeadRow extends HeadBlock {
  readonly oracle: OracleRow | null;
  readonly curve_fee: CurveFee | null;
  readonly event_time: number;
  readonly is_building: boolean;
}

/** When the last event up to a block was, in seconds; 0 before the first. */
export const eventTimeUpTo = (block: string): string =>
  `coalesce(extract(epoch FROM greatest(
    (SELECT time FROM block_times WHERE number <= ${block} ORDER BY number DESC LIMIT 1),
    (SELECT time FROM oracle_prices WHERE oracle_prices.block_number <= ${block} ORDER BY oracle_prices.block_number DESC LIMIT 1)
  ))::float8, 0)`;

/** Apps that are read from the tables at once. */
const PAGE = 20_000;

/** The head, and what the state of an index has beside its registry; null before the first block. */
export async function readHead(session: Session): Promise<HeadRow | null> {
  const { rows } = await session.query<HeadRow>(
    `SELECT block_number::float8 AS number, '0x' || encode(block_hash, 'hex') AS hash,
      extract(epoch FROM block_time)::float8 AS timestamp, level_at = to_timestamp(0) AS is_building, (
        SELECT json_build_object('price', price::text, 'answers', answers)
        FROM oracle_prices ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) AS oracle, (
        SELECT json_build_object('feePpm', fee_ppm, 'blockNumber', block_number)
        FROM curve_fees ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) AS curve_fee,
      ${eventTimeUpTo('head.block_number')} AS event_time
    FROM head`,
  );
  return rows[0] ?? null;
}

/**
 * Reads the state that a new process, or one after an error or a rollback, goes on from.
 * @param known the registry of an earlier state: later launches are taken out of it, so that not all apps are read again
 */
export async function readState(
  session: Session,
  deployment: Deployment,
  known: AppRegistry | null = null,
): Promise<IndexState> {
  const row = await readHead(session);
  const feeds = await readFeedPhases(session);
  const registry =
    known === null || row === null
      ? await readRegistry(session, deployment, feeds)
      : known.rewound(row.number, feeds);
  for (const distributor of await listDistributors(session)) registry.addDistributor(distributor);
  const roundTrips = await readRoundTrips(session);
  const unchecked = { registry, rounds: new Map(), findings: await readFindings(session), roundTrips };
  if (row === null)
    return {
      ...unchecked,
      ...{ isBuilding: true, head: null, oraclePrice: null, answers: [], eventTime: 0, curveFee: null },
    };
  const { number, hash, timestamp, oracle, is_building: isBuilding, event_time: eventTime } = row;
  const { curve_fee: curveFee } = row;
  const oraclePrice = oracle && BigInt(oracle.price);
  const answers = oracle?.answers?.map((one) => one && { ...one, answer: BigInt(one.answer) }) ?? [];
  return {
    ...unchecked,
    isBuilding,
    head: { number, hash, timestamp },
    oraclePrice,
    answers,
    eventTime,
    curveFee,
  };
}

interface AppContracts {
  readonly id: number;
  readonly token: Address;
  readonly launched: number;
  readonly pool: Address | null;
  readonly graduated: number;
}

/** The contracts of all apps, a page at a time: no other process writes these tables meanwhile. */
async function readRegistry(
  session: Session,
  deployment: Deployment,
  feeds: FeedPhases,
): Promise<AppRegistry> {
  const registry = new AppRegistry(deployment, feeds);
  let last = -1;
  for (;;) {
    const { rows } = await session.prepared<AppContracts>(
      `
        SELECT token_id AS id, ${addressOfId('page.token_id')} AS token, block_number AS launched,
          ${addressOfId('curves.pool_id')} AS pool, graduated_block AS graduated
        FROM (SELECT token_id, block_number FROM apps WHERE token_id > $1 ORDER BY token_id LIMIT ${PAGE}) page
          LEFT JOIN curves USING (token_id) ORDER BY token_id`,
      [last],
    );
    for (const { token, launched, pool, graduated } of rows) {
      registry.addToken(token, launched);
      // Blocks are indexed whole, so that what comes next is after the whole block of the graduation.
      const position = { blockNumber: graduated, logIndex: Number.MAX_SAFE_INTEGER };
      if (pool !== null) registry.addPool(token, pool, position);
    }
    if (rows.length < PAGE) return registry;
    last = rows.at(-1)?.id ?? last;
  }
}

/** The blocks of the index that may still be reorganised, newest first. */
export async function listUnfinal(session: Session, finalityBlocks: number): Promise<HashedBlock[]> {
  const { rows } = await session.query<HashedBlock>(
    `SELECT ${HASHED} FROM blocks
    WHERE blocks.number >= (SELECT greatest(final_before, block_number - $1) FROM head) ORDER BY blocks.number DESC`,
    [finalityBlocks],
  );
  return rows;
}

/** The first block at or above one whose hash is kept; null when there is none. */
export async function keptFrom(session: Session, block: number): Promise<HashedBlock | null> {
  const { rows } = await session.query<HashedBlock>(
    `SELECT ${HASHED} FROM blocks WHERE blocks.number >= $1 ORDER BY blocks.number LIMIT 1`,
    [block],
  );
  return rows[0] ?? null;
}

export async function listKept(session: Session): Promise<HashedBlock[]> {
  const { rows } = await session.query<HashedBlock>(`SELECT ${HASHED} FROM blocks ORDER BY blocks.number`);
  return rows;
}
