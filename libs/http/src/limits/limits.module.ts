import {
  Module,
  type DynamicModule,
  type ModuleMetadata,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import type { TrustProxy } from '#env';
import { ClientNetworks } from '../clients/client-networks.js';
import { CallerWallets, NoWallets } from './caller-wallets.js';
import { LimitGate, type LimitBudgets } from './limit.gate.js';
import { LimitStores } from './limit-stores.js';

export interface LimitSettings {
  readonly budgets: LimitBudgets;
  /** Where instances share their counts; null when each counts for itself. */
  readonly redisUrl: string | null;
}

interface LimitsModuleOptions {
  /** Modules that export the wallets. */
  readonly imports: NonNullable<ModuleMetadata['imports']>;
  readonly limits: LimitSettings;
  readonly trustProxy: TrustProxy;
  readonly wallets?: Type<CallerWallets> | undefined;
}

/** The gate that counts requests, and where it takes a client's identity from. */
@Module({})
export class LimitsModule implements OnApplicationShutdown {
  constructor(private readonly stores: LimitStores) {}

  static register({ imports, limits, trustProxy, wallets = NoWallets }: LimitsModuleOptions): DynamicModule {
    return {
      module: LimitsModule,
      imports,
      providers: [
        NoWallets,
        { provide: CallerWallets, useExisting: wallets },
        { provide: LimitStores, useFactory: () => LimitStores.open(limits.redisUrl) },
        { provide: ClientNetworks, useFactory: () => new ClientNetworks(trustProxy) },
        {
          provide: LimitGate,
          useFactory: ({ store }: LimitStores, networks: ClientNetworks, callers: CallerWallets) =>
            new LimitGate(store, limits.budgets, networks, callers),
          inject: [LimitStores, ClientNetworks, CallerWallets],
        },
      ],
      exports: [LimitGate, ClientNetworks],
    };
  }

  onApplicationShutdown(): void {
    this.stores.close();
  }
}
