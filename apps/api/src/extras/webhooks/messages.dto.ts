import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import { MarketActivityDto } from '../../modules/apps/market-activity/market-activity.dto.js';
import { ApiBoolean, ApiHash, ApiInteger, ApiText, ApiTime, NULLABLE } from '../../openapi/api-properties.js';
import { WEBHOOK_ID } from './webhooks.dto.js';

const ITEM_TYPES = ['launch', 'buy', 'sell', 'graduation', 'claim'] as const;
const FINALITIES = ['pending', 'final'] as const;

@ApiSchema({ name: 'WebhookItem', description: 'One event, as `GET /activity` has it; a claim too.' })
class WebhookItemDto extends OmitType(MarketActivityDto, ['type']) {
  @ApiProperty({
    enum: ITEM_TYPES,
    description: 'Of a claim the token is the reward token, and `to` the wallet.',
  })
  type!: (typeof ITEM_TYPES)[number];
}

class PartDto {
  @ApiInteger('The block; of a retraction the last one that stays.')
  block!: number;

  @ApiInteger('Which of `parts` this is.', { minimum: 1, example: 1 })
  part!: number;

  @ApiInteger('Messages that tell of it: more than one beyond 100 items or 256 KB.', {
    minimum: 1,
    example: 1,
  })
  parts!: number;
}

@ApiSchema({ name: 'WebhookBlockData', description: 'What a block had for the subscription.' })
class BlockDataDto extends PartDto {
  @ApiHash('Null where it is no longer kept.', NULLABLE)
  blockHash!: string | null;

  @ApiProperty({ enum: FINALITIES })
  finality!: (typeof FINALITIES)[number];

  @ApiProperty({ type: [WebhookItemDto], description: 'In chain order, 100 at most.' })
  items!: WebhookItemDto[];
}

@ApiSchema({ name: 'WebhookRetractionData', description: 'What a reorganisation took back.' })
class RetractionDataDto extends PartDto {
  @ApiProperty({
    type: [String],
    description: '`webhook-id` of the messages that are taken back.',
    example: ['msg_1'],
  })
  retracts!: string[];
}

class MessageDto {
  @ApiTime("The block's time, or when it was sent.")
  timestamp!: string;

  @ApiText(undefined, { example: WEBHOOK_ID })
  subscriptionId!: string;
}

class SequencedDto extends MessageDto {
  @ApiInteger('One more than that of the message before.', { minimum: 1, example: 1 })
  sequence!: number;

  @ApiBoolean('Whether it was asked for again.')
  replay!: boolean;
}

@ApiSchema({ name: 'WebhookBlock', description: "A block's items." })
export class WebhookBlockDto extends SequencedDto {
  @ApiProperty({ enum: ['block'] })
  type!: 'block';

  @ApiProperty({ type: BlockDataDto })
  data!: BlockDataDto;
}

@ApiSchema({ name: 'WebhookRetraction', description: 'Messages that are taken back.' })
export class WebhookRetractionDto extends SequencedDto {
  @ApiProperty({ enum: ['retraction'] })
  type!: 'retraction';

  @ApiProperty({ type: RetractionDataDto })
  data!: RetractionDataDto;
}

@ApiSchema({ name: 'WebhookTest', description: 'What `POST /webhooks/{webhookId}/test` sends.' })
export class WebhookTestDto extends MessageDto {
  @ApiProperty({ enum: ['test'] })
  type!: 'test';

  @ApiProperty({ type: 'object', additionalProperties: true, example: {} })
  data!: Record<string, unknown>;
}
