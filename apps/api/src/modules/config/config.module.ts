import { Module, type DynamicModule } from '@nestjs/common';
import { LaunchFundsReader } from '#chain';
import type { Env } from '#env';
import { toAddress } from '#values';
import { ConfigController } from './config.controller.js';
import { ConfigRepository } from './config.repository.js';
import { ConfigService, STATIC_CONFIG } from './config.service.js';
import { LaunchCost } from './launch-cost.js';
import { staticConfig, type PublicSettings } from './static-config.js';

/** Needs the global FlagsModule. */
@Module({})
export class ConfigModule {
  static register(
    settings: PublicSettings & Pick<Env, 'rpc' | 'launchpadAddress' | 'platformTokenAddress'>,
  ): DynamicModule {
    const contracts = {
      launchpad: toAddress(settings.launchpadAddress),
      platformToken: toAddress(settings.platformTokenAddress),
    };
    return {
      module: ConfigModule,
      controllers: [ConfigController],
      providers: [
        ConfigService,
        ConfigRepository,
        LaunchCost,
        { provide: STATIC_CONFIG, useValue: staticConfig(settings) },
        {
          provide: LaunchFundsReader,
          useFactory: () => new LaunchFundsReader(settings.rpc.http[0], contracts),
        },
      ],
    };
  }
}
