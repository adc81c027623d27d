import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { findOperation, KnownToCache } from '../operation/operation-metadata.js';
import { FreshReads } from './fresh-reads.js';
import { readMinBlock } from './min-block.js';

/** Serves operations that read the chain no older than they ask to be. */
@Injectable()
@KnownToCache()
export class FreshnessInterceptor implements NestInterceptor {
  constructor(private readonly reads: FreshReads) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    if (findOperation(context.getHandler())?.asOf !== true) return next.handle();
    const minBlock = readMinBlock(context.switchToHttp().getRequest<Request>());
    if (this.reads.areAlways(minBlock)) return next.handle();
    return of(await this.reads.run(minBlock, () => lastValueFrom(next.handle())));
  }
}
