import { Module } from '@nestjs/common';
import { ClaimsService } from './claims/claims.service.js';
import { ProgramsController } from './programs/programs.controller.js';
import { RewardsRepository } from './rewards.repository.js';
import { RewardsService } from './rewards.service.js';
import { TreeService } from './programs/tree.service.js';
import { RewardsController } from './rewards.controller.js';

@Module({
  // Programs first: `/rewards/programs` is no wallet's address.
  controllers: [ProgramsController, RewardsController],
  providers: [RewardsService, TreeService, ClaimsService, RewardsRepository],
  exports: [RewardsService, ClaimsService],
})
export class RewardsModule {}
