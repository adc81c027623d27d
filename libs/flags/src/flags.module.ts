import { randomUUID } from 'node:crypto';
import {
  ConsoleLogger,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { OpenFeature } from '@openfeature/server-sdk';
import type { Env } from '#env';
import { Flags } from './flags.js';
import { PostgresFlagProvider } from './postgres-flag-provider.js';

export type FlagSettings = Pick<Env, 'databaseUrl'>;

/** The flags, for everybody who asks, over the provider that this deployment has chosen. */
@Module({})
export class FlagsModule implements OnApplicationShutdown {
  constructor(
    @Inject(PostgresFlagProvider) private readonly provider: PostgresFlagProvider,
    @Inject(Flags) private readonly flags: Flags,
  ) {}

  static register({ databaseUrl }: FlagSettings): DynamicModule {
    const logger = new ConsoleLogger('Flags', { json: true });
    const report = (error: unknown): void => {
      logger.warn({ message: 'flags', error: error instanceof Error ? error.message : String(error) });
    };
    return {
      module: FlagsModule,
      global: true,
      providers: [
        {
          provide: PostgresFlagProvider,
          useFactory: () => new PostgresFlagProvider({ url: databaseUrl, role: 'slipway_api' }, report),
        },
        { provide: Flags, useFactory: openFlags, inject: [PostgresFlagProvider] },
      ],
      exports: [Flags],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flags.stop();
    await this.provider.onClose();
  }
}

/** OpenFeature is one object a process: a domain of its own keeps each app's provider apart. */
async function openFlags(provider: PostgresFlagProvider): Promise<Flags> {
  const domain = `slipway-${randomUUID()}`;
  await OpenFeature.setProviderAndWait(domain, provider);
  const flags = new Flags(OpenFeature.getClient(domain), () => provider.names());
  await flags.start();
  return flags;
}
