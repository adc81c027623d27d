import { Injectable } from '@nestjs/common';
import { PrismaService, type IndexedHead } from '@slipway/database';
import { PLATFORM, type PlatformRow } from './config.sql.js';

@Injectable()
export class ConfigRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Null while nothing is indexed yet. */
  readPlatform(): Promise<{ asOf: IndexedHead; platform: PlatformRow } | null> {
    return this.prisma.$runAsOf(PLATFORM);
  }
}
