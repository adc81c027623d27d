import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { ConfigRepository } from './config.repository.js';
import { ConfigService, LaunchCost } from './config.service.js';

/** Needs the global FlagsModule and ChainModule. */
@Module({
  controllers: [ConfigController],
  providers: [ConfigService, ConfigRepository, LaunchCost],
})
export class ConfigModule {}
