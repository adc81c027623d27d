import { Module } from '@nestjs/common';
import { TOKEN } from '../../openapi/examples.js';
import { Extra } from '../../platform/extra.js';
import { AppsModule } from '../../modules/apps/apps.module.js';
import { MarketModule } from '../../modules/market/market.module.js';
import { createAsyncApi } from './create-asyncapi.js';
import { Beginnings } from './beginnings.js';
import { ChangedStates } from './changed-states.js';
import { OutboxFollower } from './outbox-follower.js';
import { OutboxPoller } from './outbox-poller.js';
import { StreamBodies } from './stream-bodies.js';
import { StreamController } from './stream.controller.js';
import { StreamHub } from './stream-hub.js';
import { StreamRepository } from './stream.repository.js';
import { StreamService } from './stream.service.js';

@Extra({
  tags: [
    { name: 'Stream', description: 'What happens, as it happens: Server-Sent Events.', after: 'Market' },
  ],
  parameterExamples: { topics: ['head', `trades:${TOKEN}`] },
  documents: { 'asyncapi.json': createAsyncApi },
})
@Module({
  imports: [AppsModule, MarketModule],
  controllers: [StreamController],
  providers: [
    StreamService,
    StreamRepository,
    StreamHub,
    StreamBodies,
    ChangedStates,
    OutboxFollower,
    OutboxPoller,
    Beginnings,
  ],
})
export class StreamModule {}
