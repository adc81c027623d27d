import { ContractCallError, NodeError, platformTokenAbi, type ChainNode } from '@slipway/chain';
import { contractRead, type ContractRead, type Deployment, type Reserves } from '@slipway/protocols';
import { idOfAddress } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { Contradiction } from '../fold/contradiction.js';
import type { Session } from '../postgres/session.js';
import type { AppLogs } from './app-logs.js';

/** Whether the chain's state at the end of a block differs from the index's; null where the node does not have it. */
export type Differs = (source: ChainNode, block: number) => Promise<boolean | null>;

/** What a contradiction is about, as a question about state; null when none tells. */
export function stateOf(
  session: Session,
  deployment: Deployment,
  { kind, app, holder }: Contradiction,
  logs: AppLogs,
): Differs | null {
  if (app === null || kind === 'feed' || kind === 'transaction' || kind === 'constraint') return null;
  const { launchpad, protocol } = deployment;
  const curve = protocol.curveOf(app);
  if (kind === 'launch')
    return (source, block) =>
      orNull(
        call(source, block, launchpad, curve).then(() => true),
        false,
      );
  if (holder !== undefined)
    return (source, block) =>
      orNull(
        Promise.all([
          call(source, block, app, contractRead(platformTokenAbi, 'balanceOf', [holder])),
          balanceAt(session, app, holder, block),
        ]).then(([theirs, ours]) => theirs !== ours),
      );
  return async (source, block) => {
    const ours = await reservesAt(session, app, block);
    if (ours === undefined) return null;
    const pool = logs.indexed?.pool?.pool;
    if (!ours.in_pool || pool === undefined)
      return orNull(
        call(source, block, launchpad, curve).then(
          ({ reserves, isGraduated }) => isGraduated || !isSame(ours, reserves),
        ),
      );
    const isFirst = BigInt(deployment.platformToken) < BigInt(app);
    return orNull(
      call(source, block, pool, protocol.poolReservesOf).then(
        ([zero, one]) =>
          !isSame(ours, isFirst ? { platform: zero, token: one } : { platform: one, token: zero }),
      ),
    );
  };
}

interface IndexedReserves {
  readonly in_pool: boolean;
  readonly platform: string;
  readonly tokens: string;
}

function isSame({ platform, tokens }: IndexedReserves, theirs: Reserves): boolean {
  return BigInt(platform) === theirs.platform && BigInt(tokens) === theirs.token;
}

/** @param reverted the answer where the contract refuses the call */
async function orNull(differs: Promise<boolean>, reverted: boolean | null = null): Promise<boolean | null> {
  try {
    return await differs;
  } catch (error) {
    if (error instanceof ContractCallError) return reverted;
    if (error instanceof NodeError) return null;
    throw error;
  }
}

async function call<Result>(
  source: ChainNode,
  block: number,
  to: Address,
  { data, decode }: ContractRead<Result>,
): Promise<Result> {
  const returned = await source.callContract(to, data, block);
  if (returned === '0x') throw new ContractCallError(`no contract at ${to} in block ${block}`);
  return decode(returned);
}

async function reservesAt(
  session: Session,
  app: Address,
  block: number,
): Promise<IndexedReserves | undefined> {
  const { rows } = await session.query<IndexedReserves>(
    `SELECT in_pool, platform_reserve::text AS platform, token_reserve::text AS tokens FROM reserves
    WHERE token_id = ${idOfAddress('$1::text')} AND block_number <= $2 ORDER BY block_number DESC, log_index DESC LIMIT 1`,
    [app, block],
  );
  return rows[0];
}

/** The balance now, without what came after the block. */
async function balanceAt(session: Session, app: Address, holder: Address, block: number): Promise<bigint> {
  const { rows } = await session.query<{ balance: string }>(
    `WITH asked AS (SELECT ${idOfAddress('$1::text')} AS token, ${idOfAddress('$2::text')} AS holder)
    SELECT (
      coalesce((SELECT balance FROM balances WHERE token_id = token AND holder_id = holder), 0)
      - coalesce((
        SELECT sum(CASE WHEN sender_id = recipient_id THEN 0 WHEN recipient_id = holder THEN amount ELSE -amount END)
        FROM transfers WHERE block_number > $3 AND token_id = token AND holder IN (sender_id, recipient_id)
      ), 0)
    )::text AS balance FROM asked`,
    [app, holder, block],
  );
  return BigInt(rows[0]?.balance ?? 0);
}
