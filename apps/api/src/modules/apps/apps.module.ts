import { Module } from '@nestjs/common';
import { ActivityController } from './activity/activity.controller.js';
import { ActivityService } from './activity/activity.service.js';
import { HoldersController } from './holders/holders.controller.js';
import { HoldersService } from './holders/holders.service.js';
import { MarketActivityController } from './market-activity/market-activity.controller.js';
import { MarketActivityService } from './market-activity/market-activity.service.js';
import { SearchService } from './search/search.service.js';
import { ActivityRepository } from './activity/activity.repository.js';
import { AppController } from './app/app.controller.js';
import { AppRepository } from './app/app.repository.js';
import { AppService } from './app/app.service.js';
import { HoldersRepository } from './holders/holders.repository.js';
import { PastHoldersRepository } from './holders/past-holders.repository.js';
import { LaunchReportController } from './launch-report/launch-report.controller.js';
import { LaunchReportRepository } from './launch-report/launch-report.repository.js';
import { LaunchReportService } from './launch-report/launch-report.service.js';
import { AppListController } from './list/list.controller.js';
import { AppListRepository } from './list/list.repository.js';
import { AppListService } from './list/list.service.js';
import { MarketActivityRepository } from './market-activity/market-activity.repository.js';
import { SearchController } from './search/search.controller.js';
import { SearchRepository } from './search/search.repository.js';

@Module({
  controllers: [
    SearchController,
    AppListController,
    AppController,
    HoldersController,
    LaunchReportController,
    ActivityController,
    MarketActivityController,
  ],
  providers: [
    ...[AppService, AppRepository, AppListService, AppListRepository],
    ...[SearchService, SearchRepository],
    ...[HoldersService, HoldersRepository, PastHoldersRepository],
    ...[LaunchReportService, LaunchReportRepository],
    ...[ActivityService, ActivityRepository, MarketActivityService, MarketActivityRepository],
  ],
  exports: [AppService, AppListService, MarketActivityService, HoldersService, SearchService],
})
export class AppsModule {}
