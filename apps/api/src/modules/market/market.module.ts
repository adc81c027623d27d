import { Module } from '@nestjs/common';
import { CandlesController } from './candles.controller.js';
import { CandlesService } from './candles.service.js';
import { CurvesController } from './curves.controller.js';
import { CurvesService } from './curves.service.js';
import { LeaderboardsController } from './leaderboards.controller.js';
import { LeaderboardsService } from './leaderboards.service.js';
import { MarketController } from './market.controller.js';
import { MarketRepository } from './market.repository.js';
import { MarketService } from './market.service.js';
import { QuotesService } from './quotes.service.js';
import { TokenNamesService } from './token-names.service.js';

@Module({
  controllers: [MarketController, CandlesController, CurvesController, LeaderboardsController],
  providers: [
    MarketService,
    MarketRepository,
    TokenNamesService,
    CandlesService,
    CurvesService,
    QuotesService,
    LeaderboardsService,
  ],
  exports: [MarketService, TokenNamesService, CandlesService, CurvesService, QuotesService],
})
export class MarketModule {}
