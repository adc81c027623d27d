import { Module } from '@nestjs/common';
import { CandlesController } from './candles/candles.controller.js';
import { CandlesService } from './candles/candles.service.js';
import { CurvesController } from './curves/curves.controller.js';
import { CurvesService } from './curves/curves.service.js';
import { LeaderboardsController } from './leaderboards/leaderboards.controller.js';
import { LeaderboardsService } from './leaderboards/leaderboards.service.js';
import { PricesController } from './prices/prices.controller.js';
import { PricesService } from './prices/prices.service.js';
import { QuotesService } from './curves/quotes.service.js';
import { LeaderboardsRepository } from './leaderboards/leaderboards.repository.js';
import { CandlesRepository } from './candles/candles.repository.js';
import { CurvesRepository } from './curves/curves.repository.js';
import { TokenNamesRepository } from './token-names/token-names.repository.js';
import { PricesRepository } from './prices/prices.repository.js';
import { TokenNamesService } from './token-names/token-names.service.js';

@Module({
  controllers: [PricesController, CandlesController, CurvesController, LeaderboardsController],
  providers: [
    ...[PricesService, PricesRepository, TokenNamesService, TokenNamesRepository],
    ...[CandlesService, CandlesRepository, CurvesService, QuotesService, CurvesRepository],
    ...[LeaderboardsService, LeaderboardsRepository],
  ],
  exports: [PricesService, TokenNamesService, CandlesService, CurvesService, QuotesService],
})
export class MarketModule {}
