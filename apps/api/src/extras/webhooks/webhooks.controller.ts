import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { CallingBuilder } from '@slipway/auth';
import { Operation, PatternParam } from '@slipway/http';
import {
  CreatedWebhookDto,
  DeliveriesQueryDto,
  NewWebhookDto,
  ReplayDto,
  ReplayRequestDto,
  WebhookAttemptDto,
  WebhookChangeDto,
  WebhookDeliveryListDto,
  WebhookDto,
  WebhookListDto,
  WebhookSecretDto,
} from './webhooks.dto.js';
import { WebhooksService } from './webhooks.service.js';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const IdParam = (): ParameterDecorator => PatternParam('webhookId', ID, 'The subscription.');

const ofBuilder = { status: 'proposed', access: 'builder', limit: 'read' } as const;
const ofOne = { ...ofBuilder, errors: ['not_found'] } as const;

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly service: WebhooksService) {}

  @Post()
  @Operation({
    ...ofBuilder,
    id: 'createWebhook',
    summary: 'Subscribe a receiver',
    description:
      "What happens from the index's last block on is sent to `url`, signed as Standard Webhooks say with the `secret`, " +
      'which is shown once; docs/build/webhooks.md has a receiver. Beyond 20 a key and 1,000 in all, unless operators say ' +
      'otherwise: 409 `conflict` with `details.reason` `too_many_webhooks`.',
    response: CreatedWebhookDto,
    hasBody: true,
    errors: ['conflict'],
  })
  @ApiBody({ type: NewWebhookDto, required: true })
  create(@CallingBuilder() builder: string, @Body() body: NewWebhookDto): Promise<CreatedWebhookDto> {
    return this.service.create(builder, body);
  }

  @Get()
  @Operation({
    ...ofBuilder,
    id: 'listWebhooks',
    summary: 'Your subscriptions',
    description: 'Those of the key, all at once.',
    response: WebhookListDto,
  })
  list(@CallingBuilder() builder: string): Promise<WebhookListDto> {
    return this.service.list(builder);
  }

  @Get(':webhookId')
  @Operation({
    ...ofOne,
    id: 'getWebhook',
    summary: 'A subscription',
    description: 'Its receiver, its filters, and whether it is paused.',
    response: WebhookDto,
  })
  get(@CallingBuilder() builder: string, @IdParam() id: string): Promise<WebhookDto> {
    return this.service.get(builder, id);
  }

  @Patch(':webhookId')
  @Operation({
    ...ofOne,
    id: 'updateWebhook',
    summary: 'Change, pause or resume it',
    description:
      'Filters hold for what was not told yet. A delivery that waits goes to the new `url`. What an operator paused an operator resumes: 409 `conflict`.',
    response: WebhookDto,
    hasBody: true,
    errors: ['not_found', 'conflict'],
  })
  @ApiBody({ type: WebhookChangeDto, required: true })
  update(
    @CallingBuilder() builder: string,
    @IdParam() id: string,
    @Body() change: WebhookChangeDto,
  ): Promise<WebhookDto> {
    return this.service.update(builder, id, change);
  }

  @Delete(':webhookId')
  @Operation({
    ...ofOne,
    id: 'deleteWebhook',
    summary: 'Remove it',
    description: 'What waits is not sent. One request that is under way may still arrive.',
  })
  remove(@CallingBuilder() builder: string, @IdParam() id: string): Promise<void> {
    return this.service.remove(builder, id);
  }

  @Post(':webhookId/test')
  @Operation({
    ...ofOne,
    limit: 'heavy',
    id: 'testWebhook',
    summary: 'Send a test now',
    description:
      'One request of type `test`, without `sequence`, also while it is paused; responds with what the receiver said, within 10 s.',
    response: WebhookAttemptDto,
    errors: ['not_found', 'conflict'],
  })
  test(@CallingBuilder() builder: string, @IdParam() id: string): Promise<WebhookAttemptDto> {
    return this.service.test(builder, id);
  }

  @Post(':webhookId/replay')
  @Operation({
    ...ofOne,
    limit: 'heavy',
    id: 'replayWebhook',
    summary: 'Send past blocks again',
    description:
      'Deliveries of these blocks are made again, by the filters of now: with their `webhook-id`, `replay: true` and a `sequence` that goes on. ' +
      'Blocks before the subscription too. With ten replays under way: 409 `conflict`.',
    response: ReplayDto,
    hasBody: true,
    errors: ['not_found', 'conflict'],
  })
  @ApiBody({ type: ReplayRequestDto, required: true })
  replay(
    @CallingBuilder() builder: string,
    @IdParam() id: string,
    @Body() range: ReplayRequestDto,
  ): Promise<ReplayDto> {
    return this.service.replay(builder, id, range);
  }

  @Post(':webhookId/rotate-secret')
  @Operation({
    ...ofOne,
    id: 'rotateWebhookSecret',
    summary: 'Make a new secret',
    description:
      'For 24 hours deliveries are signed with the secret before it too. A second rotation within them ends that one.',
    response: WebhookSecretDto,
  })
  rotateSecret(@CallingBuilder() builder: string, @IdParam() id: string): Promise<WebhookSecretDto> {
    return this.service.rotateSecret(builder, id);
  }

  @Get(':webhookId/deliveries')
  @Operation({
    ...ofOne,
    id: 'listWebhookDeliveries',
    summary: 'What was sent, and what waits',
    description: 'Delivered ones are kept for seven days, those that wait until they are sent.',
    response: WebhookDeliveryListDto,
  })
  deliveries(
    @CallingBuilder() builder: string,
    @IdParam() id: string,
    @Query() query: DeliveriesQueryDto,
  ): Promise<WebhookDeliveryListDto> {
    return this.service.listDeliveries(builder, id, query);
  }
}
