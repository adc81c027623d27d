import { Injectable } from '@nestjs/common';
import { PrismaService, type AtHead } from '@slipway/database';
import type { Address, AsOfBlock } from '@slipway/domain';
import { KNOWN_CONTRACTS, LAUNCH_CONTRACTS } from './trading.sql.js';
import type { KnownContractsRow, LaunchContractsRow } from './types/trading.types.js';

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
