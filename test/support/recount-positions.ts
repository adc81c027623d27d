import { isAddressEqual, type Address } from 'viem';
import { Fraction } from './fraction.js';
import { RecountedChain, usd } from './recounted-chain.js';
import { byTransaction, readTrades, shareOut, type Flow, type Moved } from './recounted-trades.js';

// An independent recount of wallets' positions: its own ABIs, decoding and rules, all in exact fractions. Everything
// comes from the node: logs for the past, calls for balances and prices at the block itself.

const ZERO = Fraction.ZERO;

const GRAVES = ['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dead'];

/** What a wallet holds of one token. */
export interface RecountedPosition {
  readonly token: Address;
  /** By `balanceOf`. */
  readonly balance: bigint;
  /** USD; null when any of the balance has no known cost. */
  readonly cost: Fraction | null;
  /** USD; null without a price. */
  readonly value: Fraction | null;
  readonly realized: Fraction;
}

interface Lot {
  known: Fraction;
  unknown: Fraction;
  cost: Fraction;
  realized: Fraction;
}

/** Every position that any wallet ever had, by wallet, as they are at a block. */
export async function recountPositions(
  rpcUrl: string,
  contracts: { readonly launchpad: Address; readonly priceFeed: Address },
  block: bigint,
): Promise<Map<Address, RecountedPosition[]>> {
  const chain = new RecountedChain(rpcUrl, contracts, block);
  const wallets = new Map<Address, RecountedPosition[]>();
  for (const { args } of await chain.logs('Launched', contracts.launchpad)) {
    for (const [wallet, position] of await recountToken(chain, args.token!, block))
      wallets.set(wallet, [...(wallets.get(wallet) ?? []), position]);
  }
  return wallets;
}

async function recountToken(
  chain: RecountedChain,
  token: Address,
  block: bigint,
): Promise<Map<Address, RecountedPosition>> {
  const graduation = (await chain.logs('Graduated', chain.launchpad)).find((log) => log.args.token === token);
  const trades = await readTrades(chain, token, graduation);
  const transfers: Moved[] = (await chain.logs('Transfer', token)).map((log) => ({
    ...log,
    from: log.args.from!,
    to: log.args.to!,
    value: log.args.value!,
  }));
  const isMarket = (address: Address, at: bigint): boolean =>
    isAddressEqual(address, chain.launchpad) ||
    (address === graduation?.args.pair && at >= graduation.blockNumber);
  const lots = new Map<Address, Lot>();
  const lotOf = (address: Address, at: bigint): Lot | null => {
    if (GRAVES.includes(address.toLowerCase()) || isMarket(address, at)) return null;
    const lot = lots.get(address) ?? { known: ZERO, unknown: ZERO, cost: ZERO, realized: ZERO };
    lots.set(address, lot);
    return lot;
  };

  for (const events of byTransaction(transfers, trades)) {
    const at = events.block;
    const oraclePrice = await chain.oraclePriceAt(at);
    const price = await chain.priceAt(token, at);
    const worthOf = (platform: Fraction): Fraction | null =>
      oraclePrice === null ? null : platform.times(usd(1n, oraclePrice));
    const worth = (amount: Fraction): Fraction | null => price && amount.times(price);
    for (const [wallet, flows] of shareOut(events, (address) => lotOf(address, at) !== null)) {
      const lot = lotOf(wallet, at);
      if (lot === null) continue;
      for (const { isIn, tokens, platform } of inOrder(flows, lot.known.plus(lot.unknown))) {
        if (isIn) takeIn(lot, tokens, platform === null ? worth(tokens) : worthOf(platform));
        else giveUp(lot, tokens, platform === null ? null : worthOf(platform));
      }
    }
  }

  const price = await chain.priceNow(token);
  const positions = new Map<Address, RecountedPosition>();
  for (const [wallet, lot] of lots) {
    if (isMarket(wallet, block)) continue;
    const balance = await chain.read<bigint>(token, 'balanceOf', [wallet]);
    positions.set(wallet, {
      token,
      balance,
      cost: lot.unknown.isZero ? lot.cost : null,
      value: price && Fraction.of(balance, 1n).times(price),
      realized: lot.realized,
    });
  }
  return positions;
}

/** In the order of the logs; where a wallet would give what it does not hold yet, what comes in is first. A wei may be rounded. */
function inOrder(flows: readonly Flow[], balance: Fraction): Flow[] {
  const logged = flows.toSorted((a, b) => a.logIndex - b.logIndex);
  let left = balance.plus(Fraction.of(1n, 1n));
  for (const { isIn, tokens } of logged) {
    left = isIn ? left.plus(tokens) : left.minus(tokens);
    if (!left.isPositive) return logged.toSorted((a, b) => Number(b.isIn) - Number(a.isIn));
  }
  return logged;
}

function giveUp(lot: Lot, amount: Fraction, proceeds: Fraction | null): void {
  const share = amount.dividedBy(lot.known.plus(lot.unknown));
  const known = lot.known.times(share);
  const cost = lot.known.isZero ? ZERO : lot.cost.times(share);
  lot.known = lot.known.minus(known);
  lot.unknown = lot.unknown.minus(lot.unknown.times(share));
  lot.cost = lot.cost.minus(cost);
  if (proceeds !== null && !known.isZero)
    lot.realized = lot.realized.plus(proceeds.times(known.dividedBy(amount))).minus(cost);
}

function takeIn(lot: Lot, amount: Fraction, cost: Fraction | null): void {
  if (cost === null) {
    lot.unknown = lot.unknown.plus(amount);
    return;
  }
  lot.known = lot.known.plus(amount);
  lot.cost = lot.cost.plus(cost);
}
