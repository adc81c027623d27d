import { Injectable } from '@nestjs/common';
import { PrismaService, type AtHead } from '#database';
import type { Address } from '#values';
import { HOLDERS_PAGE, type HolderPage } from './holders.sql.js';
import type { HolderPlace } from './holders.types.js';

@Injectable()
export class HoldersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * An app's holders, richest first, from below a place in a walk, or from the top at the head. Null when the walk's state
   * is kept no longer, or nothing is indexed yet.
   */
  readHolders(token: Address, below: HolderPlace | null, limit: number): Promise<AtHead<HolderPage> | null> {
    const { generation = null, balance = null, holder = null } = below ?? {};
    return this.prisma.$runAsOf(HOLDERS_PAGE, token, generation, balance, holder, limit);
  }
}
