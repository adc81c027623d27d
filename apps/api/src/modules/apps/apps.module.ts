import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller.js';
import { ActivityService } from './activity.service.js';
import { AppsController } from './apps.controller.js';
import { AppsRepository } from './apps.repository.js';
import { AppsService } from './apps.service.js';
import { HoldersController } from './holders.controller.js';
import { HoldersService } from './holders.service.js';
import { MarketActivityController } from './market-activity.controller.js';
import { MarketActivityService } from './market-activity.service.js';
import { SearchService } from './search.service.js';

@Module({
  controllers: [AppsController, HoldersController, ActivityController, MarketActivityController],
  providers: [
    AppsService,
    AppsRepository,
    ActivityService,
    MarketActivityService,
    HoldersService,
    SearchService,
  ],
  exports: [AppsService, MarketActivityService, HoldersService, SearchService],
})
export class AppsModule {}
