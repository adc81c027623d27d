import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { ConfigRepository } from './config.repository.js';
import { ConfigService, STATIC_CONFIG } from './config.service.js';
import { LaunchCost } from './launch-cost.js';
import { staticConfig, type PublicSettings } from './static-config.js';

/** Needs the global FlagsModule and ChainModule. */
@Module({})
export class ConfigModule {
  static register(settings: PublicSettings): DynamicModule {
    return {
      module: ConfigModule,
      controllers: [ConfigController],
      providers: [
        ConfigService,
        ConfigRepository,
        LaunchCost,
        { provide: STATIC_CONFIG, useValue: staticConfig(settings) },
      ],
    };
  }
}
