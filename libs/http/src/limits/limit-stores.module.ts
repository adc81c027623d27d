import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { LimitStores } from './limit-stores.js';

/** Opens what counts, and closes it. */
@Module({})
export class LimitStoresModule implements OnApplicationShutdown {
  constructor(private readonly stores: LimitStores) {}

  static register(redisUrl: string | null): DynamicModule {
    return {
      module: LimitStoresModule,
      providers: [{ provide: LimitStores, useFactory: () => LimitStores.open(redisUrl) }],
      exports: [LimitStores],
    };
  }

  onApplicationShutdown(): void {
    this.stores.close();
  }
}
