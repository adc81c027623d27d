import { mapKnown } from '@slipway/domain';
import { SMALLEST, toQuotient, toTokens } from './decimal-text.js';
import type { CurveOffsets, FinalEventRow, FinalEvents, SwapRow } from './aggregators.repository.js';
import { curvePairId } from './pair-id.js';
import type { DexEventDto } from './dto/dex.dto.js';

interface Amounts {
  readonly token: bigint;
  readonly platform: bigint;
}

type Position = Pick<DexEventDto, 'block' | 'txnId' | 'maker' | 'pairId'>;
type Unnumbered = Omit<DexEventDto, 'txnIndex' | 'eventIndex'>;

const NOTHING: Amounts = { token: 0n, platform: 0n };

/**
 * What aggregators are told of events in chain order: each with its position in its transaction, and its transaction's among those
 * of its block that have events. Hidden apps are left out, and keep their places: an app hidden later renumbers nothing.
 */
export function toDexEvents({ events, offsets, launchpad }: FinalEvents): DexEventDto[] {
  const told: DexEventDto[] = [];
  let last: FinalEventRow | null = null;
  let txnIndex = 0;
  let eventIndex = 0;
  for (const row of events) {
    const isSameBlock = last?.blockNumber === row.blockNumber;
    const isSameTransaction = isSameBlock && last?.txHash === row.txHash;
    if (!isSameTransaction) {
      txnIndex = isSameBlock ? txnIndex + 1 : 0;
      eventIndex = 0;
    }
    for (const event of toEvents(row, offsets, row.maker ?? launchpad)) {
      if (!row.hidden) told.push({ ...event, txnIndex, eventIndex });
      eventIndex += 1;
    }
    last = row;
  }
  return told;
}

function toEvents(row: FinalEventRow, offsets: CurveOffsets, maker: string): Unnumbered[] {
  const block = { blockNumber: row.blockNumber, blockTimestamp: row.time };
  const curve: Position = { block, txnId: row.txHash, maker, pairId: curvePairId(row.token) };
  const pool: Position = { ...curve, pairId: row.pool ?? curve.pairId };
  const after = { token: BigInt(row.tokenAfter), platform: BigInt(row.platformAfter) };
  if (row.kind === 'swap')
    return [
      toSwap(
        row,
        row.inPool ? pool : curve,
        after,
        row.inPool ? after : toReal(after, row.realAfter, offsets),
      ),
    ];
  const before = { token: BigInt(row.tokenBefore ?? 0), platform: BigInt(row.platformBefore ?? 0) };
  return row.kind === 'graduation'
    ? [
        {
          ...curve,
          eventType: 'exit',
          ...toAmounts(toReal(before, row.realBefore, offsets)),
          reserves: toReserves(NOTHING),
        },
        { ...pool, eventType: 'join', ...toAmounts(after), reserves: toReserves(after) },
      ]
    : [toLiquidity(pool, before, after)];
}

/** A trade's own price, without the fee; where rounding left nothing of it, the marginal price after it. */
function toSwap(row: SwapRow, position: Position, marginal: Amounts, real: Amounts): Unnumbered {
  const [platform, fee, token] = [row.platformAmount, row.fee, row.tokenAmount].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  const moved = row.isBuy ? platform - fee : platform;
  const priceNative = toQuotient(moved, token) ?? toQuotient(marginal.platform, marginal.token) ?? SMALLEST;
  const amounts = row.isBuy
    ? { asset1In: toTokens(platform), asset0Out: toTokens(token) }
    : { asset0In: toTokens(token), asset1Out: toTokens(platform) };
  return { ...position, eventType: 'swap', ...amounts, priceNative, reserves: toReserves(real) };
}

/** Both sides of liquidity move one way; where a donation before hides it on one side, that side did not move. */
function toLiquidity(position: Position, before: Amounts, after: Amounts): Unnumbered {
  const isJoin = after.token > before.token;
  const moved = (side: keyof Amounts): bigint => {
    const change = isJoin ? after[side] - before[side] : before[side] - after[side];
    return change > 0n ? change : 0n;
  };
  const amounts = toAmounts({ token: moved('token'), platform: moved('platform') });
  return { ...position, eventType: isJoin ? 'join' : 'exit', ...amounts, reserves: toReserves(after) };
}

/** @param real platform token in the curve, where what makes its price does not say it */
function toReal({ token, platform }: Amounts, real: string | null, offsets: CurveOffsets): Amounts {
  return {
    token: token - BigInt(offsets.token),
    platform: mapKnown(real, BigInt) ?? platform - BigInt(offsets.platform),
  };
}

const toAmounts = ({ token, platform }: Amounts): Pick<DexEventDto, 'amount0' | 'amount1'> => ({
  amount0: toTokens(token),
  amount1: toTokens(platform),
});

const toReserves = ({ token, platform }: Amounts): DexEventDto['reserves'] => ({
  asset0: toTokens(token),
  asset1: toTokens(platform),
});
