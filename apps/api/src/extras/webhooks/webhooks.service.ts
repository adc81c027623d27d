import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { systemClock, type Address } from '@slipway/domain';
import {
  ApiError,
  CursorFormat,
  Cursors,
  expectIndexed,
  IndexHead,
  InvalidRequestError,
  isCount,
  isTextOf,
} from '@slipway/http';
import { Settings, isLocalNetwork } from '@slipway/settings';
import {
  checkReceiverUrl,
  newSecret,
  SecretSealer,
  WebhookSender,
  type ReceiverPlaces,
} from '@slipway/webhooks';
import {
  PausedByOperatorError,
  WebhooksRepository,
  type DeliveryRow,
  type SubscriptionRow,
} from './webhooks.repository.js';
import type {
  CreatedWebhookDto,
  DeliveriesQueryDto,
  NewWebhookDto,
  ReplayDto,
  ReplayRequestDto,
  WebhookAttemptDto,
  WebhookChangeDto,
  WebhookDeliveryDto,
  WebhookDeliveryListDto,
  WebhookDto,
  WebhookFinality,
  WebhookListDto,
  WebhookSecretDto,
  WebhookType,
} from './webhooks.dto.js';

/** Both secrets of a rotation sign for so long. */
const ROTATION_MS = 86_400_000;

const DELIVERIES = new CursorFormat<{ readonly block: number; readonly sequence: string }>(
  'webhooks.deliveries.1',
  { block: isCount, sequence: isTextOf(/^[1-9][0-9]{0,18}$/) },
);

/** What builders do with their subscriptions. */
@Injectable()
export class WebhooksService {
  private readonly places: ReceiverPlaces;
  private readonly sender: WebhookSender;
  private readonly sealer: SecretSealer | null;

  constructor(
    private readonly repository: WebhooksRepository,
    private readonly settings: Settings,
    private readonly cursors: Cursors,
    private readonly head: IndexHead,
  ) {
    const { webhookSecretKeys } = settings;
    this.places = { allowsLoopback: isLocalNetwork(settings) };
    this.sender = new WebhookSender(this.places);
    this.sealer = webhookSecretKeys === null ? null : new SecretSealer(webhookSecretKeys);
  }

  async create(builder: string, body: NewWebhookDto): Promise<CreatedWebhookDto> {
    const sealer = this.expectSealer();
    this.expectReceiver(body.url);
    expectIndexed(this.head.current());
    const [id, secret] = [randomUUID(), newSecret()];
    const { url, types, finality, minUsd = 0 } = body;
    const isAdded = await this.repository.add(
      {
        ...{ id, builder, url, finality, types: distinct(types) },
        ...{ minUsd: minUsd === 0 ? null : minUsd, secretSealed: sealer.seal(secret, id) },
      },
      filtersOf(body),
      { ofBuilder: this.settings.webhooksPerBuilder, ofAll: this.settings.maxWebhooks },
    );
    if (!isAdded)
      throw new ApiError('conflict', {
        message: 'There are as many webhooks as there may be.',
        details: { reason: 'too_many_webhooks' },
      });
    return { ...toWebhook(await this.find(builder, id)), secret };
  }

  async list(builder: string): Promise<WebhookListDto> {
    return { webhooks: (await this.repository.list(builder)).map(toWebhook) };
  }

  async get(builder: string, id: string): Promise<WebhookDto> {
    return toWebhook(await this.find(builder, id));
  }

  async update(builder: string, id: string, change: WebhookChangeDto): Promise<WebhookDto> {
    if (change.url !== undefined) this.expectReceiver(change.url);
    const { url, types, finality, minUsd, status } = change;
    const isThere = await this.repository
      .update(builder, id, {
        ...{ url, types: types && distinct(types), finality, minUsd, status },
        filters: filtersOf(change),
      })
      .catch((error: unknown) => {
        if (!(error instanceof PausedByOperatorError)) throw error;
        throw new ApiError('conflict', {
          message: 'An operator paused it, and has to resume it.',
          details: { reason: 'paused_by_operator' },
        });
      });
    if (!isThere) throw new ApiError('not_found');
    return this.get(builder, id);
  }

  async remove(builder: string, id: string): Promise<void> {
    if (!(await this.repository.remove(builder, id))) throw new ApiError('not_found');
  }

  /** Sent from here: in the queue it would wait behind what fails. */
  async test(builder: string, id: string): Promise<WebhookAttemptDto> {
    const sealer = this.expectSealer();
    const found = await this.find(builder, id);
    const at = systemClock.now();
    const body = { type: 'test', timestamp: at.toISOString(), subscriptionId: id, data: {} };
    const message = { url: found.url, id: `msg_${randomUUID()}`, at, body: JSON.stringify(body) };
    const { failure, code, answer, ms } = await this.sender.send(message, secretsOf(found, sealer, at));
    return { failure, code, answer, ms };
  }

  async replay(builder: string, id: string, { fromBlock, toBlock }: ReplayRequestDto): Promise<ReplayDto> {
    const { plannedBlock } = await this.find(builder, id);
    const last = toBlock ?? plannedBlock;
    if (last > plannedBlock)
      throw new InvalidRequestError([
        {
          path: 'toBlock',
          message: `must be at most ${plannedBlock}, the last block that deliveries were made of`,
        },
      ]);
    if (fromBlock > last)
      throw new InvalidRequestError([
        { path: 'fromBlock', message: `must be at most ${last}, the last block` },
      ]);
    if (!(await this.repository.addReplay(id, fromBlock, last)))
      throw new ApiError('conflict', {
        message: 'Ten replays are under way.',
        details: { reason: 'too_many_replays' },
      });
    return { fromBlock, toBlock: last };
  }

  async rotateSecret(builder: string, id: string): Promise<WebhookSecretDto> {
    const sealed = this.expectSealer();
    const secret = newSecret();
    const until = new Date(systemClock.now().getTime() + ROTATION_MS);
    if (!(await this.repository.rotate(builder, id, sealed.seal(secret, id), until)))
      throw new ApiError('not_found');
    return { secret, previousSecretUntil: until.toISOString() };
  }

  async listDeliveries(
    builder: string,
    id: string,
    { limit, cursor, status }: DeliveriesQueryDto,
  ): Promise<WebhookDeliveryListDto> {
    await this.find(builder, id);
    const position = this.cursors.position(DELIVERIES, id, cursor ?? null);
    const below = position === null ? null : BigInt(position.sequence);
    const rows = await this.repository.listDeliveries(id, { status, below, limit: limit + 1 });
    const { items, nextCursor } = this.cursors.page(
      DELIVERIES,
      id,
      { rows, limit },
      ({ sequence, blockNumber }) => ({ block: blockNumber, sequence: String(sequence) }),
    );
    return { deliveries: items.map(toDelivery), nextCursor };
  }

  /** Another builder's is not there. */
  private async find(builder: string, id: string): Promise<SubscriptionRow> {
    const found = await this.repository.find(builder, id);
    if (found === null) throw new ApiError('not_found');
    return found;
  }

  private expectReceiver(url: string): void {
    const message = checkReceiverUrl(url, this.places);
    if (message !== null) throw new InvalidRequestError([{ path: 'url', message }]);
  }

  private expectSealer(): SecretSealer {
    if (this.sealer === null)
      throw new ApiError('service_unavailable', {
        message: 'This deployment has no webhooks.',
        details: { reason: 'no_webhooks' },
      });
    return this.sealer;
  }
}

type PlainWebhook = { [Name in keyof WebhookDto]: WebhookDto[Name] };

/** @throws ApiError `conflict` when no key opens the one of now */
function secretsOf(
  { id, secretSealed, previousSecretSealed, previousUntil }: SubscriptionRow,
  sealer: SecretSealer,
  now: Date,
): string[] {
  const secret = sealer.open(secretSealed, id);
  if (secret === null)
    throw new ApiError('conflict', {
      message: 'The secret cannot be decrypted any more: rotate it.',
      details: { reason: 'secret_lost' },
    });
  const isRotating = previousSecretSealed !== null && previousUntil !== null && previousUntil > now;
  const previous = isRotating ? sealer.open(previousSecretSealed, id) : null;
  return previous === null ? [secret] : [secret, previous];
}

function filtersOf({
  tokens,
  wallets,
}: WebhookChangeDto | NewWebhookDto): Parameters<WebhooksRepository['add']>[1] {
  return { token: tokens && distinct(tokens), wallet: wallets && distinct(wallets) };
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

function toWebhook(row: SubscriptionRow): PlainWebhook {
  const { id, url, finality, pausedReason, pausedAt, createdAtBlock } = row;
  const ofKind = (kind: string): Address[] =>
    row.filters.filter((filter) => filter.kind === kind).map(({ address }) => address as Address);
  return {
    id,
    url,
    types: row.types as WebhookType[],
    tokens: ofKind('token'),
    wallets: ofKind('wallet'),
    finality: finality as WebhookFinality,
    minUsd: Number(row.minUsd ?? 0),
    status: pausedAt === null ? 'active' : 'paused',
    pausedReason,
    pausedAt: pausedAt?.toISOString() ?? null,
    sequence: Number(row.sequence),
    createdAtBlock,
    createdAt: row.createdAt.toISOString(),
    previousSecretUntil: row.previousUntil?.toISOString() ?? null,
  };
}

function toDelivery(row: DeliveryRow): WebhookDeliveryDto {
  const isDelivered = row.deliveredAt !== null;
  return {
    id: row.messageId,
    sequence: Number(row.sequence),
    type: row.type as WebhookDeliveryDto['type'],
    replay: row.isReplay,
    block: row.blockNumber,
    retracted: row.isRetracted,
    status: isDelivered ? 'delivered' : 'waiting',
    attempts: row.attempts,
    nextAttemptAt: isDelivered ? null : row.nextAttemptAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    failure: row.lastError as WebhookDeliveryDto['failure'],
    code: row.lastStatus,
    answer: row.lastAnswer,
    ms: row.lastMs,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
