import { Module, type DynamicModule } from '@nestjs/common';
import { CandlesController } from './candles.controller.js';
import { CandlesRepository } from './candles.repository.js';
import { CandlesService, FINALITY_BLOCKS } from './candles.service.js';
import { CurvesController } from './curves.controller.js';
import { CurvesRepository } from './curves.repository.js';
import { CurvesService } from './curves.service.js';
import { LeaderboardsController } from './leaderboards.controller.js';
import { LeaderboardsRepository } from './leaderboards.repository.js';
import { LeaderboardsService } from './leaderboards.service.js';
import { MarketController } from './market.controller.js';
import { MarketRepository } from './market.repository.js';
import { MarketService, PRICE_FEED_HEARTBEAT } from './market.service.js';

interface MarketSettings {
  readonly priceFeedHeartbeatSeconds: number;
  readonly finalityBlocks: number;
}

@Module({})
export class MarketModule {
  static register({ priceFeedHeartbeatSeconds, finalityBlocks }: MarketSettings): DynamicModule {
    return {
      module: MarketModule,
      controllers: [MarketController, CandlesController, CurvesController, LeaderboardsController],
      providers: [
        MarketService,
        MarketRepository,
        CandlesService,
        CandlesRepository,
        CurvesService,
        CurvesRepository,
        LeaderboardsService,
        LeaderboardsRepository,
        { provide: PRICE_FEED_HEARTBEAT, useValue: priceFeedHeartbeatSeconds },
        { provide: FINALITY_BLOCKS, useValue: finalityBlocks },
      ],
    };
  }
}
