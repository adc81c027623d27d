import { Module, type DynamicModule } from '@nestjs/common';
import { PUBLIC_BASE_URL, PortfolioController } from './portfolio.controller.js';
import { PortfolioRepository } from './portfolio.repository.js';
import { PortfolioService } from './portfolio.service.js';

@Module({})
export class PortfolioModule {
  static register({ publicBaseUrl }: { readonly publicBaseUrl: string }): DynamicModule {
    return {
      module: PortfolioModule,
      controllers: [PortfolioController],
      providers: [
        PortfolioService,
        PortfolioRepository,
        { provide: PUBLIC_BASE_URL, useValue: publicBaseUrl },
      ],
    };
  }
}
