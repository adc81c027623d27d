import { Module } from '@nestjs/common';
import { PreflightModule } from '../preflight/preflight.module.js';
import { LaunchesService } from './launches.service.js';
import { Payloads } from './payloads.js';
import { TradesService } from './trades.service.js';
import { TradingController } from './trading.controller.js';
import { TradingRepository } from './trading.repository.js';

/** Needs the global ChainModule. */
@Module({
  imports: [PreflightModule],
  controllers: [TradingController],
  providers: [TradesService, LaunchesService, Payloads, TradingRepository],
})
export class TradingModule {}
