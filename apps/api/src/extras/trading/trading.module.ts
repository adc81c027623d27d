import { Module } from '@nestjs/common';
import { AMOUNT, LAUNCH, TOKEN, WALLET } from '../../openapi/examples.js';
import { Extra } from '../../platform/extra.js';
import { MarketModule } from '../../modules/market/market.module.js';
import { PreflightModule } from '../../modules/preflight/preflight.module.js';
import { DescriptorsController } from './descriptors.controller.js';
import { CallDecoder } from './explain/decode-call.js';
import { ExplainService } from './explain.service.js';
import { LaunchesService } from './launches.service.js';
import { Payloads } from './payloads.js';
import { TradesService } from './trades.service.js';
import { TradingController } from './trading.controller.js';
import { TradingRepository } from './trading.repository.js';

/** Needs the global ChainModule and ProtocolModule. */
@Extra({
  tags: [
    {
      name: 'Trading',
      description: 'Unsigned transactions: what a wallet signs to trade.',
      after: 'Preflight',
    },
  ],
  parameterExamples: { contract: TOKEN },
  bodyExamples: {
    createLaunchPayload: LAUNCH,
    explainPayload: { to: TOKEN, data: '0x', value: '0', from: WALLET },
    createTradePayload: { tokenAddress: TOKEN, trader: WALLET, side: 'buy', amount: AMOUNT, minOut: AMOUNT },
  },
})
@Module({
  imports: [MarketModule, PreflightModule],
  controllers: [TradingController, DescriptorsController],
  providers: [TradesService, LaunchesService, ExplainService, Payloads, CallDecoder, TradingRepository],
  exports: [TradesService, LaunchesService, ExplainService],
})
export class TradingModule {}
