import { Injectable } from '@nestjs/common';
import type { Address } from '@slipway/domain';
import {
  addressOfId,
  type AtHead,
  type HeadStatement,
  idOfAddress,
  isHidden,
  PrismaService,
} from '@slipway/database';

/** What is known of an app's token, the shares of a pool, or a program's reward token. */
export interface TokenNameRow {
  readonly token: Address;
  /** Null for shares. */
  readonly symbol: string | null;
  /** Null for what is no app's token. */
  readonly symbolKey: string | null;
  readonly isReserved: boolean;
  /** Whether an older app has a symbol of the same key; null for what is no app's token. */
  readonly hasElder: boolean | null;
  readonly isHidden: boolean;
  readonly pool: Address | null;
  /** The app's own, wei; null where all have the same, and of what is no app's token. */
  readonly supply: string | null;
  /** The root of the pool's reserves, which its shares never exceed; null for what is no share. Decimal, wei. */
  readonly shares: string | null;
}

/** Tokens that the index knows, and what it knows of the deployment's. */
export interface TokenNamesRow {
  readonly platformToken: Address;
  readonly platformSymbol: string;
  /** Of each app, wei; 0 where each has its own. */
  readonly totalSupply: string;
  readonly names: readonly TokenNameRow[];
}

/** What is known of those of the $1 tokens that are an app's, the shares of a pool, or a program's reward. */
const TOKEN_NAMES: HeadStatement<[tokens: readonly Address[]], TokenNamesRow> = {
  name: 'token-names',
  text: `
    SELECT h.*, d.platform_token AS "platformToken", d.platform_symbol AS "platformSymbol", d.total_supply::text AS "totalSupply", (
      SELECT coalesce(json_agg(json_build_object('token', asked.token, 'symbol', coalesce(a.symbol, reward.symbol),
        'symbolKey', a.symbol_key,
        'supply', (SELECT s.supply::text FROM app_stats s WHERE s.token_id = a.token_id),
        'isReserved', EXISTS (SELECT FROM reserved_words WHERE kind = 'symbol' AND key = a.symbol_key),
        'hasElder', a.token_id <> (
          SELECT token_id FROM apps WHERE symbol_key = a.symbol_key ORDER BY block_number, log_index LIMIT 1),
        'isHidden', ${isHidden('coalesce(a.token_id, shares.token_id)')},
        'pool', ${addressOfId('own.pool_id')},
        'shares', (SELECT floor(sqrt(s.platform_reserve * s.token_reserve))::text FROM app_stats s WHERE s.token_id = shares.token_id))), '[]')
      FROM unnest($1::text[]) AS asked (token)
      CROSS JOIN LATERAL (SELECT ${idOfAddress('asked.token')} AS id OFFSET 0) named
      LEFT JOIN apps a ON a.token_id = named.id
      LEFT JOIN curves own ON own.token_id = named.id
      LEFT JOIN curves shares ON shares.pool_id = named.id
      LEFT JOIN LATERAL (
        SELECT reward_symbol AS symbol FROM programs WHERE reward_token = asked.token LIMIT 1) reward ON true
      WHERE a.token_id IS NOT NULL OR shares.token_id IS NOT NULL OR reward.symbol IS NOT NULL
    ) AS names
    FROM indexed_head h CROSS JOIN deployment d`,
};

/** Reads names of tokens. Null means that nothing is indexed yet. */
@Injectable()
export class TokenNamesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Symbols of those tokens that are an app's or a program's reward, and of the platform token. */
  readTokenNames(tokens: readonly Address[]): Promise<AtHead<TokenNamesRow> | null> {
    return this.prisma.$runAsOf(TOKEN_NAMES, tokens);
  }
}
