import { Module } from '@nestjs/common';
import { PLATFORM_TOKEN, TOKEN } from '../../openapi/examples.js';
import { Extra } from '../../platform/extra.js';
import { AppsModule } from '../../modules/apps/apps.module.js';
import { MarketModule } from '../../modules/market/market.module.js';
import { AggregatorsRepository } from './aggregators.repository.js';
import { AggregatorsService } from './aggregators.service.js';
import { CoinGeckoController } from './coingecko.controller.js';
import { CoinGeckoRepository } from './coingecko.repository.js';
import { CoinGeckoService } from './coingecko.service.js';
import { DexScreenerController } from './dexscreener.controller.js';
import { GeckoTerminalController } from './geckoterminal.controller.js';
import { TokenListController } from './token-list.controller.js';
import { TokenListRepository } from './token-list.repository.js';
import { TokenListService } from './token-list.service.js';
import { TradingViewController } from './tradingview.controller.js';
import { TradingViewRepository } from './tradingview.repository.js';
import { TradingViewService } from './tradingview.service.js';

/** Formats that aggregators, charts and wallets read. */
@Extra({
  tags: [
    {
      name: 'Integrations',
      description: 'Formats that aggregators, charts and wallets read.',
      after: 'Market',
    },
  ],
  parameterExamples: {
    id: TOKEN,
    fromBlock: 1042,
    toBlock: 1042,
    symbol: TOKEN,
    ticker_id: `${TOKEN}_${PLATFORM_TOKEN}`,
  },
})
@Module({
  imports: [AppsModule, MarketModule],
  controllers: [
    CoinGeckoController,
    DexScreenerController,
    GeckoTerminalController,
    TokenListController,
    TradingViewController,
  ],
  providers: [
    AggregatorsRepository,
    AggregatorsService,
    CoinGeckoRepository,
    CoinGeckoService,
    TokenListRepository,
    TokenListService,
    TradingViewRepository,
    TradingViewService,
  ],
})
export class IntegrationsModule {}
