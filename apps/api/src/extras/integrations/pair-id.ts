import { parseAddress, type Address } from '@slipway/domain';

const CURVE = '-curve';

/** A pair: the pool's address, or for an app's bonding curve, which has no address of its own, its token's with `-curve`. */
export const PAIR_ID_PATTERN = /^0x[a-fA-F0-9]{40}(-curve)?$/;

export interface PairKey {
  readonly kind: 'curve' | 'pool';
  readonly address: Address;
}

/** Null for any other text. */
export function parsePairId(id: string): PairKey | null {
  const isCurve = id.endsWith(CURVE);
  const address = parseAddress(isCurve ? id.slice(0, -CURVE.length) : id);
  return address === null ? null : { kind: isCurve ? 'curve' : 'pool', address };
}

export const curvePairId = (token: Address): string => `${token}${CURVE}`;
