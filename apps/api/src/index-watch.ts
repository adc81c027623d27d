import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HeadFeed, Pool, type IndexFailure, type IndexedHead } from '#database';
import type { HeadSource } from '#http';
import type { ReadinessSource } from './health/readiness-source.js';

/** Binds the read cache and readiness to the head that the indexer announces, and to the database. */
@Injectable()
export class IndexWatch implements HeadSource, ReadinessSource, OnModuleInit {
  constructor(
    private readonly feed: HeadFeed,
    private readonly pool: Pool,
  ) {}

  onModuleInit(): Promise<void> {
    return this.feed.start();
  }

  current(): IndexedHead | null {
    return this.feed.current();
  }

  currentHead(): IndexedHead | null {
    return this.feed.current();
  }

  async pingDatabase(): Promise<void> {
    await this.pool.query('SELECT 1');
  }

  haltedReason(): string | null {
    return this.feed.haltedReason();
  }

  indexFailure(): IndexFailure | null {
    return this.feed.failure();
  }
}
