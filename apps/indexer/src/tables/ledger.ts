import type { Address } from '@slipway/domain';
import type { IsWallet } from '../fold/net-flows.js';
import type { Rows, TradeRow } from '../decode/rows.js';
import type { IndexState } from '../fold/fold-batch.js';
import { ByHolding, type HoldingKey } from '../fold/by-holding.js';
import { foldLedger, type LedgerEntry } from '../fold/fold-ledger.js';
import { marketValues, type MarketReserves } from '../fold/market-values.js';
import type { Holding } from '../fold/holding.js';
import { columnsOf, copyRows, type CopyColumns } from '../postgres/copy-rows.js';
import { inKeyOrder } from '../postgres/in-key-order.js';
import { mergeRows } from '../postgres/merge-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import type { IdOf } from './address-ids.js';
import { POSITION_COLUMNS } from './events.js';

type Held = Pick<LedgerEntry, 'wallet' | 'token' | 'holding'> & { readonly lastTradeBlock: number | null };

/** What positions were before a range. */
interface Before {
  readonly holdings: ByHolding<Holding>;
  readonly lastTrades: ByHolding<number | null>;
}

const HELD_COLUMNS: CopyColumns<Pick<LedgerEntry, 'holding'>> = {
  known_quantity: (row) => row.holding.known,
  unknown_quantity: (row) => row.holding.unknown,
  cost: (row) => row.holding.cost,
  realized: (row) => row.holding.realized,
};

const idColumns = (idOf: IdOf): CopyColumns<HoldingKey> => ({
  wallet_id: ({ wallet }) => idOf(wallet),
  token_id: ({ token }) => idOf(token),
});

const positionColumns = (idOf: IdOf): CopyColumns<Held> => ({
  ...idColumns(idOf),
  ...columnsOf<Held>('lastTradeBlock'),
  ...HELD_COLUMNS,
});

const entryColumns = (idOf: IdOf): CopyColumns<LedgerEntry> => ({
  ...POSITION_COLUMNS,
  ...idColumns(idOf),
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
    readBefore(session, touchedHoldings(rows, isWallet), idOf),
  ]);
  const valueAt = marketValues(rows, reserves, state.oraclePrice);
  const entries = foldLedger(rows, { isWallet, valueAt, before: before.holdings });
  await runConcurrently([
    () => copyRows(session, 'ledger_entries', entryColumns(idOf), byIds(entries, idOf)),
    () => writePositions(session, heldAfter(entries, rows.trades, before), before, idOf),
  ]);
}

const byIds = <Row extends HoldingKey>(rows: readonly Row[], idOf: IdOf): Row[] =>
  inKeyOrder(
    rows,
    ({ wallet }) => idOf(wallet),
    ({ token }) => idOf(token),
  );

/** Tokens of transfers that come in at a market value. Those in a trade's transaction have their market in the range. */
function valuedTokens({ transfers }: Rows): Address[] {
  return [...new Set(transfers.filter((row) => row.tradeLogIndex === null).map((row) => row.token))];
}

function touchedHoldings({ transfers, trades }: Rows, isWallet: IsWallet): HoldingKey[] {
  const touched = new ByHolding<HoldingKey>();
  const touch = (wallet: Address, token: Address, blockNumber: number): void => {
    if (!isWallet(wallet, blockNumber)) return;
    const key = { wallet, token };
    touched.set(key, key);
  };
  for (const { blockNumber, token, sender, recipient } of transfers) {
    touch(sender, token, blockNumber);
    touch(recipient, token, blockNumber);
  }
  // A pair also sells what it was given before: then no transfer touches the trader, who may be no wallet either.
  for (const { token, trader } of trades) {
    const key = { wallet: trader, token };
    touched.set(key, key);
  }
  return touched.values();
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

async function readBefore(session: Session, touched: readonly HoldingKey[], idOf: IdOf): Promise<Before> {
  const holdings = new ByHolding<Holding>();
  const lastTrades = new ByHolding<number | null>();
  if (touched.length === 0) return { holdings, lastTrades };
  const { rows } = await session.prepared<
    Record<keyof Holding, string> & { ordinal: number; last_trade_block: number | null }
  >(
    `
      SELECT ordinal::int, known_quantity::text AS known, unknown_quantity::text AS unknown, cost::text AS cost,
        realized::text AS realized, last_trade_block
      FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS asked (wallet_id, token_id, ordinal)
      JOIN positions USING (wallet_id, token_id)`,
    [touched.map(({ wallet }) => idOf(wallet)), touched.map(({ token }) => idOf(token))],
  );
  for (const { ordinal, known, unknown, cost, realized, last_trade_block: lastTrade } of rows) {
    const pair = touched[ordinal - 1];
    if (pair === undefined) continue;
    holdings.set(pair, {
      known: BigInt(known),
      unknown: BigInt(unknown),
      cost: BigInt(cost),
      realized: BigInt(realized),
    });
    lastTrades.set(pair, lastTrade);
  }
  return { holdings, lastTrades };
}

/** The positions that a range changed, as they are after it. */
function heldAfter(entries: readonly LedgerEntry[], trades: readonly TradeRow[], before: Before): Held[] {
  const traded = new ByHolding<number>();
  for (const { trader, token, blockNumber } of trades) traded.set({ wallet: trader, token }, blockNumber);
  const last = new ByHolding<LedgerEntry>();
  for (const entry of entries) last.set(entry, entry);
  return last.values().map((entry) => {
    const { wallet, token, holding } = entry;
    const lastTradeBlock = traded.get(entry) ?? before.lastTrades.get(entry) ?? null;
    return { wallet, token, holding, lastTradeBlock };
  });
}

async function writePositions(
  session: Session,
  after: readonly Held[],
  before: Before,
  idOf: IdOf,
): Promise<void> {
  const opened: Held[] = [];
  const changed: Held[] = [];
  for (const held of after) (before.holdings.get(held) === undefined ? opened : changed).push(held);
  const merge = { table: 'positions', key: ['wallet_id', 'token_id'], columns: positionColumns(idOf) };
  await runConcurrently([
    () => copyRows(session, 'positions', merge.columns, byIds(opened, idOf)),
    () => mergeRows(session, merge, byIds(changed, idOf)),
  ]);
}
