import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DatabaseProbe, PgIndexHead, type IndexFailure, type IndexedHead } from '@slipway/database';
import type { IndexHead } from '@slipway/http';
import type { ReadinessSource } from './health/readiness-source.js';

/** Binds the read cache and readiness to the head that the indexer announces, and to the database. */
@Injectable()
export class IndexHeadAdapter implements IndexHead, ReadinessSource, OnModuleInit {
  constructor(
    private readonly feed: PgIndexHead,
    private readonly probe: DatabaseProbe,
  ) {}

  onModuleInit(): Promise<void> {
    return this.feed.start();
  }

  current(): IndexedHead | null {
    return this.feed.current();
  }

  pingDatabase(): Promise<void> {
    return this.probe.ping();
  }

  haltedReason(): string | null {
    return this.feed.haltedReason();
  }

  indexFailure(): IndexFailure | null {
    return this.feed.failure();
  }
}
