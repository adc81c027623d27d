import { Module } from '@nestjs/common';
import { AppsModule } from '../apps/apps.module.js';
import { MarketModule } from '../market/market.module.js';
import { BatchTeller } from './batch-teller.js';
import { OutboxFollower } from './outbox-follower.js';
import { OutboxPoller } from './outbox-poller.js';
import { StreamBodies } from './stream-bodies.js';
import { StreamController } from './stream.controller.js';
import { StreamHeals } from './stream-heals.js';
import { StreamHub } from './stream-hub.js';
import { StreamRepository } from './stream.repository.js';
import { StreamSnapshots } from './stream-snapshots.js';
import { StreamService } from './stream.service.js';
import { ToldOutbox } from './told-outbox.js';

@Module({
  imports: [AppsModule, MarketModule],
  controllers: [StreamController],
  providers: [
    StreamService,
    StreamRepository,
    StreamHub,
    StreamBodies,
    ToldOutbox,
    BatchTeller,
    OutboxFollower,
    OutboxPoller,
    StreamHeals,
    StreamSnapshots,
  ],
})
export class StreamModule {}
