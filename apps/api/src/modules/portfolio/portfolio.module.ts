import { Module } from '@nestjs/common';
import { ActivityRepository } from './activity.repository.js';
import { GainsController } from './gains/gains.controller.js';
import { GainsRepository } from './gains/gains.repository.js';
import { GainsService } from './gains/gains.service.js';
import { PortfolioController } from './portfolio.controller.js';
import { PortfolioRepository } from './portfolio.repository.js';
import { PortfolioService } from './portfolio.service.js';

@Module({
  controllers: [PortfolioController, GainsController],
  providers: [PortfolioService, PortfolioRepository, ActivityRepository, GainsService, GainsRepository],
  exports: [PortfolioService],
})
export class PortfolioModule {}
