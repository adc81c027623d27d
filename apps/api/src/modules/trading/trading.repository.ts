import { Injectable } from '@nestjs/common';
import { PrismaService } from '@slipway/database';
import type { Address, AsOfBlock } from '@slipway/domain';
import { KNOWN_CONTRACTS, LAUNCH_CONTRACTS, TRADED_APP } from './trading.sql.js';
import type { KnownContractsRow, LaunchContractsRow, TradedAppRow } from './types/trading.types.js';

/** Reads what transactions are made of. Null means that nothing is indexed yet. */
@Injectable()
export class TradingRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** `app` is null when no app has the token. */
  readTradedApp(token: Address): Promise<{ asOf: AsOfBlock; app: TradedAppRow | null } | null> {
    return this.prisma.$runAsOf(TRADED_APP, token);
  }

  readKnownContracts(
    addresses: readonly Address[],
  ): Promise<(KnownContractsRow & { asOf: AsOfBlock }) | null> {
    return this.prisma.$runAsOf(KNOWN_CONTRACTS, addresses);
  }

  readLaunchContracts(): Promise<(LaunchContractsRow & { asOf: AsOfBlock }) | null> {
    return this.prisma.$runAsOf(LAUNCH_CONTRACTS);
  }
}
