import { Injectable } from '@nestjs/common';
import { PrismaService, addressOfId, idOfAddress, type AtHead, type HeadStatement } from '@slipway/database';
import type { Address, AsOfBlock } from '@slipway/domain';

/** Which of some addresses are contracts of ours, and which contracts there are. */
export interface KnownContractsRow {
  readonly launchpad: Address;
  readonly platformToken: Address;
  readonly kinds: Readonly<Record<string, KnownKind>>;
  /** The app's token of each that is a pool. */
  readonly poolTokens: Readonly<Record<string, Address>>;
}

/** Kinds of contracts that the index knows. */
type KnownKind = 'launchpad' | 'platform_token' | 'price_feed' | 'app_token' | 'pool' | 'distributor';

/** What launches are made with. */
export interface LaunchContractsRow {
  readonly launchpad: Address;
  readonly platformToken: Address;
}

/** The contracts of launches. */
const LAUNCH_CONTRACTS: HeadStatement<[], LaunchContractsRow> = {
  name: 'launch-contracts',
  text: `
    SELECT h.*, d.launchpad, d.platform_token AS "platformToken"
    FROM indexed_head h CROSS JOIN deployment d`,
};

/** What addresses are, by address, of those that are a contract of ours or an app's: $1. */
const KNOWN_CONTRACTS: HeadStatement<[addresses: readonly Address[]], KnownContractsRow> = {
  name: 'known-contracts',
  text: `
    SELECT h.*, d.launchpad, d.platform_token AS "platformToken", (
      SELECT coalesce(json_object_agg(asked.address, kind), '{}') FROM unnest($1::text[]) asked (address),
      LATERAL (SELECT CASE
        WHEN asked.address = d.launchpad THEN 'launchpad'
        WHEN asked.address = d.platform_token THEN 'platform_token'
        WHEN asked.address = ANY (d.price_feeds) THEN 'price_feed'
        WHEN EXISTS (SELECT FROM apps a WHERE a.token_id = ${idOfAddress('asked.address')}) THEN 'app_token'
        WHEN EXISTS (SELECT FROM curves v WHERE v.pool_id = ${idOfAddress('asked.address')}) THEN 'pool'
        WHEN EXISTS (SELECT FROM programs p WHERE p.distributor = asked.address) THEN 'distributor'
      END AS kind) found
      WHERE kind IS NOT NULL
    ) AS kinds, (
      SELECT coalesce(json_object_agg(asked.address, ${addressOfId('v.token_id')}), '{}')
      FROM unnest($1::text[]) asked (address) JOIN curves v ON v.pool_id = ${idOfAddress('asked.address')}
    ) AS "poolTokens"
    FROM indexed_head h CROSS JOIN deployment d`,
};

/** Reads what transactions are made of. Null means that nothing is indexed yet. */
@Injectable()
export class TradingRepository {
  constructor(private readonly prisma: PrismaService) {}

  readKnownContracts(
    addresses: readonly Address[],
  ): Promise<(KnownContractsRow & { asOf: AsOfBlock }) | null> {
    return this.prisma.$runAsOf(KNOWN_CONTRACTS, addresses);
  }

  readLaunchContracts(): Promise<AtHead<LaunchContractsRow> | null> {
    return this.prisma.$runAsOf(LAUNCH_CONTRACTS);
  }
}
