import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema, OmitType } from '@nestjs/swagger';
import { ADDRESS_SCHEMA, CountProperty, EnumProperty, OptionalWhenAbsent, PageQueryDto } from '@slipway/http';
import { parseAddress, type Address } from '@slipway/domain';
import type { SendFailure } from '@slipway/webhooks';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsNumber,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import {
  ApiBoolean,
  ApiInteger,
  ApiNextCursor,
  ApiNumber,
  ApiText,
  ApiTime,
  ApiUrl,
  ApiWordOrNull,
  NULLABLE,
} from '../../openapi/api-properties.js';

const WEBHOOK_TYPES = ['launch', 'trade', 'graduation', 'claim'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

const FINALITIES = ['pending', 'final'] as const;
export type WebhookFinality = (typeof FINALITIES)[number];

const STATUSES = ['active', 'paused'] as const;
export type WebhookStatus = (typeof STATUSES)[number];

const DELIVERY_TYPES = ['block', 'retraction'] as const;
const DELIVERY_STATUSES = ['waiting', 'delivered'] as const;
const FAILURES = [
  ...(['no_public_address', 'connection_failed', 'certificate', 'timeout', 'status'] as const),
] satisfies readonly SendFailure[];

/** For examples. */
export const WEBHOOK_ID = '0b8f5a52-9d2c-4c9e-8a53-3f1d7b6e2c10';

const MAX_ADDRESSES = 100;
const MAX_USD = 1_000_000_000_000;
const TYPES = 'What to be told of.';
const FINALITY =
  '`pending`: of each block at once; what a reorganisation takes back is retracted. `final`: of blocks that are final.';
const MIN_USD = 'Only trades worth at least so many USD; 0: all. Trades without a value are left out.';

/** A list in a body; the DTO holds `Address[]` in EIP-55. */
function AddressesProperty(description: string): PropertyDecorator {
  const message = `must be an array of at most ${MAX_ADDRESSES} addresses`;
  return applyDecorators(
    ApiPropertyOptional({
      description,
      type: 'array',
      items: { ...ADDRESS_SCHEMA },
      maxItems: MAX_ADDRESSES,
    }),
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value)
        ? value.map((item: unknown) => (typeof item === 'string' ? (parseAddress(item) ?? item) : item))
        : value,
    ),
    OptionalWhenAbsent(),
    Matches(new RegExp(ADDRESS_SCHEMA.pattern), { each: true, message: 'each must be an address' }),
    ArrayMaxSize(MAX_ADDRESSES, { message }),
    IsArray({ message }),
  );
}

@ApiSchema({ name: 'WebhookChange', description: 'What to change; the rest stays.' })
export class WebhookChangeDto {
  @ApiPropertyOptional({
    type: 'string',
    format: 'uri',
    maxLength: 2_048,
    description: 'The receiver: https, on port 443 or 8443, at public addresses.',
    example: 'https://hooks.example.com/slipway',
  })
  @OptionalWhenAbsent()
  @IsString({ message: 'must be text' })
  url?: string;

  @ApiPropertyOptional({ enum: WEBHOOK_TYPES, isArray: true, minItems: 1, maxItems: 4, description: TYPES })
  @OptionalWhenAbsent()
  @IsIn(WEBHOOK_TYPES, { each: true, message: `each must be one of ${WEBHOOK_TYPES.join(', ')}` })
  @ArrayMaxSize(WEBHOOK_TYPES.length, { message: `must have at most ${WEBHOOK_TYPES.length} entries` })
  @ArrayNotEmpty({ message: 'must not be empty' })
  @IsArray({ message: 'must be an array' })
  types?: WebhookType[];

  @AddressesProperty('Only of apps with these tokens; of a claim, of these reward tokens. Empty: of all.')
  tokens?: Address[];

  @AddressesProperty('Only of what these wallets did. With `tokens`: both hold. Empty: of all.')
  wallets?: Address[];

  @EnumProperty(FINALITIES, { description: FINALITY })
  finality?: WebhookFinality;

  @ApiPropertyOptional({ type: 'number', minimum: 0, maximum: MAX_USD, description: MIN_USD, example: 100 })
  @OptionalWhenAbsent()
  @Max(MAX_USD, { message: `must be at most ${MAX_USD}` })
  @Min(0, { message: 'must be at least 0' })
  @IsNumber({}, { message: 'must be a number' })
  minUsd?: number;

  @EnumProperty(STATUSES, {
    description:
      '`paused`: nothing is sent, and nothing is lost. `active`: what waits is sent now, and has ten tries again.',
  })
  status?: WebhookStatus;
}

@ApiSchema({ name: 'NewWebhook', description: 'What to be told of, and where.' })
export class NewWebhookDto extends OmitType(WebhookChangeDto, ['url', 'types', 'status', 'finality']) {
  @ApiProperty({
    type: 'string',
    format: 'uri',
    maxLength: 2_048,
    description: 'The receiver: https, on port 443 or 8443, at public addresses.',
    example: 'https://hooks.example.com/slipway',
  })
  @IsString({ message: 'must be text' })
  url!: string;

  @ApiProperty({ enum: WEBHOOK_TYPES, isArray: true, minItems: 1, maxItems: 4, description: TYPES })
  @IsIn(WEBHOOK_TYPES, { each: true, message: `each must be one of ${WEBHOOK_TYPES.join(', ')}` })
  @ArrayMaxSize(WEBHOOK_TYPES.length, { message: `must have at most ${WEBHOOK_TYPES.length} entries` })
  @ArrayNotEmpty({ message: 'must not be empty' })
  @IsArray({ message: 'must be an array' })
  types!: WebhookType[];

  @EnumProperty(FINALITIES, { description: FINALITY, required: true })
  finality!: WebhookFinality;
}

@ApiSchema({ name: 'Webhook', description: 'A subscription.' })
export class WebhookDto {
  @ApiText(undefined, { example: WEBHOOK_ID })
  id!: string;

  @ApiUrl('The receiver.')
  url!: string;

  @ApiProperty({ enum: WEBHOOK_TYPES, isArray: true })
  types!: WebhookType[];

  @ApiProperty({ type: 'array', items: { ...ADDRESS_SCHEMA }, description: 'Empty: of all apps.' })
  tokens!: Address[];

  @ApiProperty({ type: 'array', items: { ...ADDRESS_SCHEMA }, description: 'Empty: of all wallets.' })
  wallets!: Address[];

  @ApiProperty({ enum: FINALITIES })
  finality!: WebhookFinality;

  @ApiNumber('0: all trades.')
  minUsd!: number;

  @ApiProperty({ enum: STATUSES })
  status!: WebhookStatus;

  @ApiText('Why it is paused; null while it is not.', NULLABLE)
  pausedReason!: string | null;

  @ApiTime('Since when.', NULLABLE)
  pausedAt!: string | null;

  @ApiInteger('The `sequence` of its last delivery, sent or waiting; 0 before the first.')
  sequence!: number;

  @ApiInteger('The block that it was made at: its first deliveries are of that one.')
  createdAtBlock!: number;

  @ApiTime()
  createdAt!: string;

  @ApiTime('Until then deliveries are signed with the secret before the last rotation too.', NULLABLE)
  previousSecretUntil!: string | null;
}

@ApiSchema({
  name: 'CreatedWebhook',
  description: 'A subscription with its secret, which is not shown again.',
})
export class CreatedWebhookDto extends WebhookDto {
  @ApiText('Signs its deliveries.', { example: `whsec_${'A'.repeat(43)}=` })
  secret!: string;
}

@ApiSchema({ name: 'WebhookList', description: "A builder's subscriptions, oldest first." })
export class WebhookListDto {
  @ApiProperty({ type: [WebhookDto] })
  webhooks!: WebhookDto[];
}

@ApiSchema({ name: 'WebhookSecret', description: 'A new secret, which is not shown again.' })
export class WebhookSecretDto {
  @ApiText('Signs deliveries from now on.', { example: `whsec_${'A'.repeat(43)}=` })
  secret!: string;

  @ApiTime('Until then the secret before it signs too.')
  previousSecretUntil!: string;
}

@ApiSchema({ name: 'ReplayRequest', description: 'Past blocks, all included.' })
export class ReplayRequestDto {
  @CountProperty('The first block.', { required: true })
  fromBlock!: number;

  @CountProperty('The last block; absent: the last one that deliveries were made of.')
  toBlock?: number;
}

@ApiSchema({ name: 'Replay', description: 'What is going to be sent again.' })
export class ReplayDto {
  @ApiInteger()
  fromBlock!: number;

  @ApiInteger()
  toBlock!: number;
}

/** What a receiver made of a request. */
@ApiSchema({ name: 'WebhookAttempt', description: 'What the receiver said.' })
export class WebhookAttemptDto {
  @ApiWordOrNull('WebhookFailure', FAILURES, 'Why it failed; null when it was delivered.')
  failure!: SendFailure | null;

  @ApiInteger('HTTP status; null without one.', { nullable: true, example: 200 })
  code!: number | null;

  @ApiText('The first 1 KB of the answer; null without one.', NULLABLE)
  answer!: string | null;

  @ApiInteger('Milliseconds that it took.', NULLABLE)
  ms!: number | null;
}

@ApiSchema({ name: 'WebhookDelivery', description: 'A delivery, and what the receiver said last.' })
export class WebhookDeliveryDto extends WebhookAttemptDto {
  @ApiText('`webhook-id`: the same of what is sent again.', { example: 'msg_1' })
  id!: string;

  @ApiInteger()
  sequence!: number;

  @ApiProperty({ enum: DELIVERY_TYPES })
  type!: (typeof DELIVERY_TYPES)[number];

  @ApiBoolean('Whether it was sent before.')
  replay!: boolean;

  @ApiInteger('The block; of a retraction the last one that stays.')
  block!: number;

  @ApiBoolean('Whether a retraction took it back.')
  retracted!: boolean;

  @ApiProperty({ enum: DELIVERY_STATUSES })
  status!: (typeof DELIVERY_STATUSES)[number];

  @ApiInteger('Tries since the webhook was made or resumed.')
  attempts!: number;

  @ApiTime('The next try; null once delivered.', NULLABLE)
  nextAttemptAt!: string | null;

  @ApiTime('The last try.', NULLABLE)
  lastAttemptAt!: string | null;

  @ApiTime()
  createdAt!: string;

  @ApiTime(undefined, NULLABLE)
  deliveredAt!: string | null;
}

@ApiSchema({ name: 'WebhookDeliveryList', description: 'A page of deliveries of seven days, newest first.' })
export class WebhookDeliveryListDto {
  @ApiProperty({ type: [WebhookDeliveryDto] })
  deliveries!: WebhookDeliveryDto[];

  @ApiNextCursor()
  nextCursor!: string | null;
}

export class DeliveriesQueryDto extends PageQueryDto {
  @EnumProperty(DELIVERY_STATUSES, { description: 'Only these.' })
  status?: (typeof DELIVERY_STATUSES)[number];
}
