import { Module } from '@nestjs/common';
import { Extra } from '../../platform/extra.js';
import { AppsModule } from '../../modules/apps/apps.module.js';
import { AuthModule } from '../../modules/auth/auth.module.js';
import { MarketModule } from '../../modules/market/market.module.js';
import { PortfolioModule } from '../../modules/portfolio/portfolio.module.js';
import { RewardsModule } from '../../modules/rewards/rewards.module.js';
import { TradingModule } from '../trading/trading.module.js';
import { McpController } from './mcp.controller.js';
import { McpServer } from './mcp-server.js';
import { McpTools } from './tools/mcp-tools.js';
import { ResourceMetadataController } from './resource-metadata.controller.js';
import { ToolSchemas } from './schemas/tool-schemas.js';
import { ToolRunner } from './tool-runner.js';
import { AppTools } from './tools/app-tools.js';
import { MarketTools } from './tools/market-tools.js';
import { SigningTools } from './tools/signing-tools.js';
import { WalletTools } from './tools/wallet-tools.js';

/** What agents are served with. It asks all other modules, and none asks it. */
@Extra({
  outsidePrefix: ['mcp', '.well-known/oauth-protected-resource', '.well-known/oauth-protected-resource/mcp'],
  serve: (app) => () => app.get(ToolSchemas).list(),
})
@Module({
  imports: [AppsModule, AuthModule, MarketModule, PortfolioModule, RewardsModule, TradingModule],
  controllers: [McpController, ResourceMetadataController],
  providers: [AppTools, MarketTools, SigningTools, WalletTools, McpTools, ToolSchemas, ToolRunner, McpServer],
})
export class McpModule {}
