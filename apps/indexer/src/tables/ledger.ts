import type { Address } from '@slipway/domain';
import type { IsWallet } from '../fold/net-flows.js';
import type { Rows } from '../decode/rows.js';
import type { IndexState } from '../fold/fold-batch.js';
import { foldLedger, holdingKey, type LedgerEntry } from '../fold/fold-ledger.js';
import { marketValues, type MarketReserves } from '../fold/market-values.js';
import type { Holding } from '../fold/holding.js';
import { toColumns } from '../postgres/columns.js';
import { columnsOf, copyRows, type CopyColumns } from '../postgres/copy-rows.js';
import { inKeyOrder } from '../postgres/in-key-order.js';
import { mergeRows } from '../postgres/merge-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import type { IdOf } from './address-ids.js';
import { POSITION_COLUMNS } from './events.js';

type Pair = Pick<LedgerEntry, 'wallet' | 'token'>;
type Held = Pick<LedgerEntry, 'wallet' | 'token' | 'holding'>;

const HELD_COLUMNS: CopyColumns<Held> = {
  known_quantity: (row) => row.holding.known,
  unknown_quantity: (row) => row.holding.unknown,
  cost: (row) => row.holding.cost,
  realized: (row) => row.holding.realized,
};

const POSITION_HELD: CopyColumns<Held> = { ...columnsOf<Held>('wallet', 'token'), ...HELD_COLUMNS };

const entryColumns = (idOf: IdOf): CopyColumns<LedgerEntry> => ({
  ...POSITION_COLUMNS,
  wallet_id: (entry) => idOf(entry.wallet),
  token_id: (entry) => idOf(entry.token),
  ...HELD_COLUMNS,
});

/** Folds a range into the ledger and the positions of the wallets it touches. @param state before the range */
export async function mergeLedger(
  session: Session,
  rows: Rows,
  state: IndexState,
  idOf: IdOf,
): Promise<void> {
  const isWallet: IsWallet = (address, blockNumber) => state.registry.isWallet(address, blockNumber);
  const [reserves, before] = await Promise.all([
    readReserves(session, valuedTokens(rows), state.head?.number ?? -1, idOf),
    readHoldings(session, touchedHoldings(rows, isWallet)),
  ]);
  const valueAt = marketValues(rows, reserves, state.oraclePrice);
  const entries = foldLedger(rows, { isWallet, valueAt, before });
  await runConcurrently([
    () => copyRows(session, 'ledger_entries', entryColumns(idOf), byIds(entries, idOf)),
    () => writePositions(session, entries, before),
  ]);
}

const byIds = (entries: readonly LedgerEntry[], idOf: IdOf): LedgerEntry[] =>
  inKeyOrder(
    entries,
    ({ wallet }) => idOf(wallet),
    ({ token }) => idOf(token),
  );

const byKey = <Row extends Pair>(rows: readonly Row[]): Row[] =>
  inKeyOrder(
    rows,
    ({ wallet }) => wallet,
    ({ token }) => token,
  );

/** Tokens of transfers that come in at a market value. Those in a trade's transaction have their market in the range. */
function valuedTokens({ transfers }: Rows): Address[] {
  return [...new Set(transfers.filter((row) => row.tradeLogIndex === null).map((row) => row.token))];
}

function touchedHoldings({ transfers, trades }: Rows, isWallet: IsWallet): Pair[] {
  const touched = new Map<string, Pair>();
  const touch = (wallet: Address, token: Address, blockNumber: number): void => {
    if (isWallet(wallet, blockNumber)) touched.set(holdingKey(wallet, token), { wallet, token });
  };
  for (const { blockNumber, token, sender, recipient } of transfers) {
    touch(sender, token, blockNumber);
    touch(recipient, token, blockNumber);
  }
  // A pair also sells what it was given before: then no transfer touches the trader.
  for (const { blockNumber, token, trader } of trades) touch(trader, token, blockNumber);
  return [...touched.values()];
}

async function readReserves(
  session: Session,
  tokens: readonly Address[],
  block: number,
  idOf: IdOf,
): Promise<Map<Address, MarketReserves>> {
  if (tokens.length === 0) return new Map();
  const { rows } = await session.prepared<{ token: Address; platform: string; tokens: string }>(
    `
      SELECT address AS token, last.platform_reserve::text AS platform, last.token_reserve::text AS tokens
      FROM unnest($1::int[]) AS asked (token_id) JOIN addresses ON id = asked.token_id
      CROSS JOIN LATERAL (
        SELECT platform_reserve, token_reserve FROM reserves
        WHERE reserves.token_id = asked.token_id AND block_number <= $2::bigint
        ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) last`,
    [tokens.map(idOf), block],
  );
  return new Map(
    rows.map((row) => [row.token, { platform: BigInt(row.platform), tokens: BigInt(row.tokens) }]),
  );
}

async function readHoldings(session: Session, touched: readonly Pair[]): Promise<Map<string, Holding>> {
  if (touched.length === 0) return new Map();
  const { rows } = await session.prepared<Record<keyof Holding, string> & Pair>(
    `
      SELECT wallet, token, known_quantity::text AS known, unknown_quantity::text AS unknown, cost::text AS cost,
        realized::text AS realized
      FROM unnest($1::text[], $2::text[]) AS asked (wallet, token) JOIN positions USING (wallet, token)`,
    toColumns(touched, ['wallet', 'token']),
  );
  return new Map(
    rows.map(({ wallet, token, known, unknown, cost, realized }) => [
      holdingKey(wallet, token),
      { known: BigInt(known), unknown: BigInt(unknown), cost: BigInt(cost), realized: BigInt(realized) },
    ]),
  );
}

async function writePositions(
  session: Session,
  entries: readonly LedgerEntry[],
  before: ReadonlyMap<string, Holding>,
): Promise<void> {
  const opened: LedgerEntry[] = [];
  const changed: LedgerEntry[] = [];
  const last = new Map(entries.map((entry) => [holdingKey(entry.wallet, entry.token), entry]));
  for (const [key, entry] of last) (before.has(key) ? changed : opened).push(entry);
  const merge = { table: 'positions', key: ['wallet', 'token'], columns: POSITION_HELD };
  await runConcurrently([
    () => copyRows(session, 'positions', POSITION_HELD, byKey(opened)),
    () => mergeRows(session, merge, byKey(changed)),
  ]);
}
