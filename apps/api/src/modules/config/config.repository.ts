import { Injectable } from '@nestjs/common';
import type { Address } from '@slipway/domain';
import { type HeadStatement, type IndexedHead, PrismaService } from '@slipway/database';

/** What the index knows of the platform at its head. Amounts are decimal strings of wei, oracle prices have 8 decimals. */
export interface PlatformRow {
  readonly chainId: number;
  readonly launchpad: Address;
  readonly platformToken: Address;
  readonly priceFeeds: readonly Address[];
  readonly platformSymbol: string;
  /** The feed's last price, which may be no price. */
  readonly oraclePrice: string | null;
  readonly maxPerCreatorPer24h: number;
  /** What the newest launch has paid. */
  readonly lastLaunchCost: string | null;
}

/** The contracts that the index is of, operators' policy, and the platform's own values at the head. */
const PLATFORM: HeadStatement<[], { platform: PlatformRow }> = {
  name: 'platform',
  text: `
    SELECT h.*, json_build_object('chainId', d.chain_id, 'launchpad', d.launchpad,
      'platformToken', d.platform_token, 'priceFeeds', d.price_feeds, 'platformSymbol', d.platform_symbol,
      'maxPerCreatorPer24h', p.max_per_creator_per_24h,
      'oraclePrice', (SELECT raw_price::text FROM latest_oracle_price),
      'lastLaunchCost', (SELECT launch_cost::text FROM apps ORDER BY block_number DESC, log_index DESC LIMIT 1)
    ) AS platform
    FROM indexed_head h CROSS JOIN deployment d CROSS JOIN launch_policy p`,
};

@Injectable()
export class ConfigRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Null while nothing is indexed yet. */
  readPlatform(): Promise<{ asOf: IndexedHead; platform: PlatformRow } | null> {
    return this.prisma.$runAsOf(PLATFORM);
  }
}
