import { Module } from '@nestjs/common';
import { ActivityRepository } from './activity.repository.js';
import { PortfolioController } from './portfolio.controller.js';
import { PortfolioRepository } from './portfolio.repository.js';
import { PortfolioService } from './portfolio.service.js';

@Module({
  controllers: [PortfolioController],
  providers: [PortfolioService, PortfolioRepository, ActivityRepository],
  exports: [PortfolioService],
})
export class PortfolioModule {}
