import { Module, type DynamicModule } from '@nestjs/common';
import { systemClock } from '#values';
import { CLAIMS_CHAIN_ID, ClaimsService } from './claims.service.js';
import { ProgramsController } from './programs.controller.js';
import { REWARDS_BASE_URL } from './rewards-base-url.js';
import { RewardsController } from './rewards.controller.js';
import { RewardsRepository } from './rewards.repository.js';
import { REWARDS_CLOCK, RewardsService } from './rewards.service.js';
import { TreeService } from './tree.service.js';

interface RewardsSettings {
  readonly publicBaseUrl: string;
  readonly chainId: number;
}

@Module({})
export class RewardsModule {
  static register({ publicBaseUrl, chainId }: RewardsSettings): DynamicModule {
    return {
      module: RewardsModule,
      // Programs first: `/rewards/programs` is no wallet's address.
      controllers: [ProgramsController, RewardsController],
      providers: [
        RewardsService,
        TreeService,
        ClaimsService,
        RewardsRepository,
        { provide: REWARDS_CLOCK, useValue: systemClock },
        { provide: REWARDS_BASE_URL, useValue: publicBaseUrl },
        { provide: CLAIMS_CHAIN_ID, useValue: chainId },
      ],
    };
  }
}
