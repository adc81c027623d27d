import { Module } from '@nestjs/common';
import { MarketModule } from '../market/market.module.js';
import { PreflightModule } from '../preflight/preflight.module.js';
import { DescriptorsController } from './descriptors.controller.js';
import { ExplainService } from './explain.service.js';
import { LaunchesService } from './launches.service.js';
import { Payloads } from './payloads.js';
import { TradesService } from './trades.service.js';
import { TradingController } from './trading.controller.js';
import { TradingRepository } from './trading.repository.js';

/** Needs the global ChainModule. */
@Module({
  imports: [MarketModule, PreflightModule],
  controllers: [TradingController, DescriptorsController],
  providers: [TradesService, LaunchesService, ExplainService, Payloads, TradingRepository],
  exports: [TradesService, LaunchesService, ExplainService],
})
export class TradingModule {}
