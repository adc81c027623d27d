import { Injectable } from '@nestjs/common';
import { expectIndexed } from '@slipway/http';
import { foldSymbol } from '@slipway/name-matching';
import { mapKnown, type Address, type TokenName } from '@slipway/domain';
import { MarketRepository } from './market.repository.js';
import type { TokenNameRow } from './types/market.types.js';

/** A token that calls are about. */
export interface NamedToken extends TokenName {
  /** Whether operators hide its app. */
  readonly isHidden: boolean;
  /** Whether an older app, the platform token or a reserved word has a symbol that looks the same. */
  readonly isAmbiguous: boolean;
  /** In wei; null where the index does not know it. */
  readonly totalSupply: bigint | null;
}

/** Symbols that stand without quotes. */
const PLAIN_SYMBOL = /^[A-Z0-9]{2,10}$/;

/** **The** judge of symbols: which stand in our sentences without quotes. */
@Injectable()
export class TokenNamesService {
  constructor(private readonly repository: MarketRepository) {}

  /** Every token that is asked for; one that is not ours has no symbol. */
  async read(tokens: readonly Address[]): Promise<ReadonlyMap<Address, NamedToken>> {
    const { platformToken, platformSymbol, names } = expectIndexed(
      await this.repository.readTokenNames([...new Set(tokens)]),
    );
    const platformKey = foldSymbol(platformSymbol);
    const rows = new Map(names.map((row) => [row.token, row]));
    return new Map(
      tokens.map((address): [Address, NamedToken] => {
        const row = rows.get(address);
        if (address === platformToken)
          return [address, { ...FOREIGN, address, symbol: platformSymbol, isPlain: true }];
        return [address, row === undefined ? { ...FOREIGN, address } : toNamed(row, platformKey)];
      }),
    );
  }
}

const FOREIGN = { symbol: null, isPlain: false, isHidden: false, isAmbiguous: false, totalSupply: null };

/** A reward token that is no app's may have any symbol: it is never plain. */
function toNamed(row: TokenNameRow, platformKey: string): NamedToken {
  const { token, symbol, symbolKey, isHidden, totalSupply } = row;
  const key = symbolKey ?? foldSymbol(symbol);
  const isAmbiguous = row.isReserved || row.hasElder || key === platformKey;
  return {
    address: token,
    symbol,
    isPlain: symbolKey !== null && !isAmbiguous && PLAIN_SYMBOL.test(symbol),
    isHidden,
    isAmbiguous,
    totalSupply: mapKnown(totalSupply, BigInt),
  };
}
