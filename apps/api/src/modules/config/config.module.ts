import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { ConfigRepository } from './config.repository.js';
import { ConfigService } from './config.service.js';
import { LaunchCost } from './launch-cost.js';

/** Needs the global FlagsModule and ChainModule. */
@Module({
  controllers: [ConfigController],
  providers: [ConfigService, ConfigRepository, LaunchCost],
})
export class ConfigModule {}
