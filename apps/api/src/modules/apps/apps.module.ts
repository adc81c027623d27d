import { Module } from '@nestjs/common';
import { ActivityService } from './activity.service.js';
import { AppHistoryController } from './app-history.controller.js';
import { AppsController } from './apps.controller.js';
import { AppsRepository } from './apps.repository.js';
import { AppsService } from './apps.service.js';
import { HoldersService } from './holders.service.js';
import { SearchService } from './search.service.js';

@Module({
  controllers: [AppsController, AppHistoryController],
  providers: [AppsService, AppsRepository, ActivityService, HoldersService, SearchService],
})
export class AppsModule {}
