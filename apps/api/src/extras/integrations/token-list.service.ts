import { Injectable } from '@nestjs/common';
import { expectIndexed } from '@slipway/http';
import { foldName, foldSymbol } from '@slipway/name-matching';
import { Settings } from '@slipway/settings';
import type { AsOf } from '@slipway/domain';
import { TokenListRepository, type ListedAppRow } from './token-list.repository.js';
import { toPlainText } from './plain-text.js';
import type { ListedTokenDto, TokenListDto } from './dto/token-list.dto.js';

/** What the schema of token lists allows, the platform token among them. */
const MOST_TOKENS = 10_000;
const NAME_MAX = 60;
const SYMBOL_MAX = 20;

const DECIMALS = 18;

/** Graduated apps as wallets and exchanges read lists of tokens. */
@Injectable()
export class TokenListService {
  constructor(
    private readonly repository: TokenListRepository,
    private readonly settings: Settings,
  ) {}

  /**
   * Tokens are only added while operators change nothing: the minor version counts them. What operators hide may take one away: the major
   * version counts their changes.
   */
  async get(): Promise<AsOf<TokenListDto>> {
    const found = expectIndexed(
      await this.repository.readTokenList(this.settings.finality.blocks, MOST_TOKENS - 1),
    );
    const { asOf, chainId, platformToken, platformSymbol, operatorChanges, changedAt, apps } = found;
    const platform = toToken({ token: platformToken, name: platformSymbol, symbol: platformSymbol }, chainId);
    const [symbolTaken, nameTaken] = [foldSymbol(platformSymbol), foldName(platformSymbol)];
    const tokens = apps
      .filter(({ name, symbol }) => foldSymbol(symbol) !== symbolTaken && foldName(name) !== nameTaken)
      .map((app) => toToken(app, chainId))
      .filter(({ symbol }) => symbol !== '');
    return {
      asOf,
      body: {
        name: 'Slipway graduated apps',
        timestamp: new Date(changedAt * 1_000).toISOString(),
        version: { major: operatorChanges + 1, minor: tokens.length, patch: 0 },
        keywords: ['slipway', 'graduated'],
        tokens: [platform, ...tokens],
      },
    };
  }
}

/** Names are one line, symbols one word: what the schema's patterns allow. */
function toToken({ token, name, symbol }: ListedAppRow, chainId: number): ListedTokenDto {
  const word = clip(toPlainText(symbol, '').replaceAll(' ', ''), SYMBOL_MAX);
  return {
    chainId,
    address: token,
    name: clip(toPlainText(name, word), NAME_MAX),
    symbol: word,
    decimals: DECIMALS,
  };
}

/** UTF-16 units are what the schema counts: a pair is not cut in two. */
function clip(text: string, most: number): string {
  let clipped = '';
  for (const character of text) {
    if (clipped.length + character.length > most) break;
    clipped += character;
  }
  return clipped.trim();
}
