import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DatabaseProbe, PgIndexHead, type IndexerState, type IndexedHead } from '@slipway/database';
import type { IndexHead } from '@slipway/http';
import type { ReadinessSource } from './health/readiness-source.js';

/** Binds the read cache and readiness to the head that the indexer announces, and to the database. */
@Injectable()
export class IndexHeadAdapter implements IndexHead, ReadinessSource, OnModuleInit {
  constructor(
    private readonly indexHead: PgIndexHead,
    private readonly probe: DatabaseProbe,
  ) {}

  onModuleInit(): Promise<void> {
    return this.indexHead.start();
  }

  current(): IndexedHead | null {
    return this.indexHead.current();
  }

  pingDatabase(): Promise<void> {
    return this.probe.ping();
  }

  get unreadSeconds(): number {
    return this.indexHead.unreadSeconds;
  }

  indexer(): IndexerState {
    return this.indexHead.state();
  }
}
