import { Injectable } from '@nestjs/common';
import { PrismaService, type IndexedHead } from '#database';
import { PLATFORM } from './config.sql.js';
import type { PlatformFacts } from './config.types.js';

@Injectable()
export class ConfigRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Null while nothing is indexed yet. */
  readPlatform(): Promise<{ asOf: IndexedHead; platform: PlatformFacts } | null> {
    return this.prisma.$runAsOf(PLATFORM);
  }
}
