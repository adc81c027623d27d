import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { ConfigService } from './config.service.js';

/** Needs the global FlagsModule. */
@Module({ controllers: [ConfigController], providers: [ConfigService] })
export class ConfigModule {}
