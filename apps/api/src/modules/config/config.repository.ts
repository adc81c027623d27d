import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import type { AsOf } from '#values';
import { PLATFORM } from './config.sql.js';
import type { PlatformFacts } from './config.types.js';

export interface PlatformPage {
  readonly asOf: AsOf;
  /** Whole seconds since the index was level with its chain. */
  readonly lagSeconds: number;
  readonly platform: PlatformFacts;
}

@Injectable()
export class ConfigRepository {
  constructor(private readonly pool: Pool) {}

  /** Null while nothing is indexed yet. */
  async readPlatform(now: Date): Promise<PlatformPage | null> {
    const { rows } = await this.pool.query<HeadRow & { platform: PlatformFacts }>(PLATFORM);
    const row = rows[0];
    if (row === undefined) return null;
    const head = toIndexedHead(row, now);
    return { asOf: head, lagSeconds: Math.floor(head.lagSeconds), platform: row.platform };
  }
}
