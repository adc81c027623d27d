import { Module } from '@nestjs/common';
import { Extra } from '../../platform/extra.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhookBlockDto, WebhookRetractionDto, WebhookTestDto } from './messages.dto.js';
import { WEBHOOK_ID } from './webhooks.dto.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

@Extra({
  tags: [
    {
      name: 'Webhooks',
      description: 'What happens, sent to your server: signed, in order, at least once.',
      after: 'Market',
    },
  ],
  webhooks: {
    webhookBlock: {
      tag: 'Webhooks',
      summary: 'What happened in a block',
      description:
        'Of the block what the subscription is about, signed by Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. ' +
        'In order, at least once: what was read has a `webhook-id` that is known.',
      body: WebhookBlockDto,
    },
    webhookRetraction: {
      tag: 'Webhooks',
      summary: 'What a reorganisation took back',
      description: 'Of what was told with `finality` `pending`. What the chain has in its place follows.',
      body: WebhookRetractionDto,
    },
    webhookTest: {
      tag: 'Webhooks',
      summary: 'A test',
      description: 'Asked for by `POST /webhooks/{webhookId}/test`.',
      body: WebhookTestDto,
    },
  },
  parameterExamples: { webhookId: WEBHOOK_ID },
  bodyExamples: {
    createWebhook: {
      url: 'https://hooks.example.com/slipway',
      types: ['launch', 'trade'],
      finality: 'final',
    },
    updateWebhook: { status: 'paused' },
    replayWebhook: { fromBlock: 1042 },
  },
})
@Module({
  controllers: [WebhooksController],
  providers: [WebhooksService, WebhooksRepository],
})
export class WebhooksModule {}
