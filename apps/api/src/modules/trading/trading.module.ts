import { Module } from '@nestjs/common';
import { TradesService } from './trades.service.js';
import { TradingController } from './trading.controller.js';
import { TradingRepository } from './trading.repository.js';

/** Needs the global ChainModule. */
@Module({
  controllers: [TradingController],
  providers: [TradesService, TradingRepository],
})
export class TradingModule {}
