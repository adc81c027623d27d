import { Injectable } from '@nestjs/common';
import { type Address, mapKnown, type TokenName } from '@slipway/domain';
import { expectIndexed } from '@slipway/http';
import { foldSymbol, toNameSkeleton } from '@slipway/name-matching';
import { type TokenNameRow, TokenNamesRepository } from './token-names.repository.js';

/** A token that calls are about. */
export interface NamedToken extends TokenName {
  /** Whether it is the platform token, an app's, a pool's shares or a program's reward. */
  readonly isOurs: boolean;
  /** Whether operators hide its app. */
  readonly isHidden: boolean;
  /** Whether an older app, the platform token or a reserved word has a symbol that looks the same. */
  readonly isAmbiguous: boolean;
  /** The app's, once it has one. */
  readonly pool: Address | null;
  /** From how many wei on an approval is of all there is; null where the index cannot say. */
  readonly supply: bigint | null;
}

/** A token that is not ours. */
const FOREIGN = {
  symbol: null,
  isPlain: false,
  isOurs: false,
  isHidden: false,
  isAmbiguous: false,
  pool: null,
  supply: null,
} as const;

/** Symbols that stand without quotes. */
const PLAIN_SYMBOL = /^[A-Z0-9]{2,10}$/;

/** A symbol that is longer looks like no word of a few letters. */
const MOST_READ = 64;

/** **The** judge of symbols: which stand in our sentences without quotes. */
@Injectable()
export class TokenNamesService {
  constructor(private readonly repository: TokenNamesRepository) {}

  /** Every token that is asked for; one that is not ours has no symbol. */
  async read(tokens: readonly Address[]): Promise<ReadonlyMap<Address, NamedToken>> {
    const found = expectIndexed(await this.repository.readTokenNames([...new Set(tokens)]));
    // Zero: each app has its own.
    const all = BigInt(found.totalSupply);
    const supply = all === 0n ? null : all;
    const [platformKey, platformLook] = [
      foldSymbol(found.platformSymbol),
      toNameSkeleton(found.platformSymbol),
    ];
    // Keys read a small l as L; written so, it looks like a capital i.
    const isPlatform = ({ symbol, symbolKey }: TokenNameRow): boolean =>
      symbol !== null &&
      ((symbolKey ?? foldSymbol(symbol)) === platformKey ||
        (symbol.length <= MOST_READ && toNameSkeleton(symbol) === platformLook));
    // The index does not follow the platform token: an approval of as much as an app has is taken for one of all.
    const platform = { ...FOREIGN, symbol: found.platformSymbol, isPlain: true, isOurs: true, supply };
    const rows = new Map(found.names.map((row) => [row.token, row]));
    return new Map(
      tokens.map((address): [Address, NamedToken] => {
        const row = rows.get(address);
        if (address === found.platformToken) return [address, { ...platform, address }];
        return [address, row === undefined ? { ...FOREIGN, address } : toNamed(row, isPlatform(row), supply)];
      }),
    );
  }
}

/** A reward token that is no app's may have any symbol: it is never plain. */
function toNamed(row: TokenNameRow, isLikePlatform: boolean, supply: bigint | null): NamedToken {
  const { token, symbol, symbolKey, isHidden, pool, shares } = row;
  const isAmbiguous = row.isReserved || row.hasElder === true || isLikePlatform;
  return {
    address: token,
    symbol,
    isPlain: symbolKey !== null && !isAmbiguous && PLAIN_SYMBOL.test(symbol ?? ''),
    isOurs: true,
    isHidden,
    isAmbiguous,
    pool,
    // Fees let the reserves grow past the shares: half of their root is of all with certainty.
    supply:
      symbolKey === null
        ? mapKnown(shares, (root) => BigInt(root) / 2n)
        : (mapKnown(row.supply, BigInt) ?? supply),
  };
}
