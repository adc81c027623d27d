import { Module } from '@nestjs/common';
import { PLATFORM_TOKEN, TOKEN } from '../../openapi/examples.js';
import { Extra } from '../../platform/extra.js';
import { AppsModule } from '../../modules/apps/apps.module.js';
import { MarketModule } from '../../modules/market/market.module.js';
import { AggregatorsService } from './aggregators.service.js';
import { CoinGeckoController } from './coingecko.controller.js';
import { CoinGeckoService } from './coingecko.service.js';
import { DexScreenerController } from './dexscreener.controller.js';
import { GeckoTerminalController } from './geckoterminal.controller.js';
import { IntegrationsRepository } from './integrations.repository.js';
import { TokenListController } from './token-list.controller.js';
import { TokenListService } from './token-list.service.js';
import { TradingViewController } from './tradingview.controller.js';
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
    AggregatorsService,
    CoinGeckoService,
    TokenListService,
    TradingViewService,
    IntegrationsRepository,
  ],
})
export class IntegrationsModule {}
