import { Module } from '@nestjs/common';
import { ActivityRepository } from './activity.repository.js';
import { ActivityService } from './activity.service.js';
import { AppHistoryController } from './app-history.controller.js';
import { AppsController } from './apps.controller.js';
import { AppsRepository } from './apps.repository.js';
import { AppsService } from './apps.service.js';
import { HoldersRepository } from './holders.repository.js';
import { HoldersService } from './holders.service.js';
import { SearchController } from './search.controller.js';
import { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';

@Module({
  // The search stands before the page of an app, whose path would match it too.
  controllers: [SearchController, AppsController, AppHistoryController],
  providers: [
    AppsService,
    AppsRepository,
    ActivityService,
    ActivityRepository,
    HoldersService,
    HoldersRepository,
    SearchService,
    SearchRepository,
  ],
})
export class AppsModule {}
