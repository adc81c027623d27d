import { Module, type DynamicModule } from '@nestjs/common';
import { MarketController } from './market.controller.js';
import { MarketRepository } from './market.repository.js';
import { MarketService, PRICE_FEED_HEARTBEAT } from './market.service.js';

interface MarketSettings {
  readonly priceFeedHeartbeatSeconds: number;
}

@Module({})
export class MarketModule {
  static register({ priceFeedHeartbeatSeconds }: MarketSettings): DynamicModule {
    return {
      module: MarketModule,
      controllers: [MarketController],
      providers: [
        MarketService,
        MarketRepository,
        { provide: PRICE_FEED_HEARTBEAT, useValue: priceFeedHeartbeatSeconds },
      ],
    };
  }
}
