import { Injectable } from '@nestjs/common';
import { PrismaService, type Prisma, type Statement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { LOCK_SUBSCRIPTIONS, PAUSE_WEBHOOK, PAUSED_BY_OPERATOR, RESUME_WEBHOOK } from '@slipway/webhooks';

/** An operator's pause is an operator's to end. */
export class PausedByOperatorError extends Error {}

/** Replays of one subscription that may be under way. */
const MAX_REPLAYS = 10;

const WITH_FILTERS = { filters: { orderBy: { address: 'asc' } } } as const;

export type SubscriptionRow = Prisma.WebhookSubscriptionGetPayload<{ include: { filters: true } }>;
export type DeliveryRow = Omit<
  Prisma.WebhookDeliveryGetPayload<object>,
  'contentId' | 'beginning' | 'places'
>;

/** The addresses of each kind that a subscription is about; absent: as they are. */
export interface Filters {
  readonly token?: readonly Address[] | undefined;
  readonly wallet?: readonly Address[] | undefined;
}

interface NewSubscription {
  readonly id: string;
  readonly builder: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly finality: string;
  /** null: all trades. */
  readonly minUsd: number | null;
  readonly secretSealed: Uint8Array;
}

/** What is absent stays. */
export interface SubscriptionChange {
  readonly url?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly finality?: string | undefined;
  /** 0: all trades. */
  readonly minUsd?: number | undefined;
  readonly filters: Filters;
  readonly status?: 'active' | 'paused' | undefined;
}

interface DeliveriesOptions {
  readonly status: 'waiting' | 'delivered' | undefined;
  /** The sequence that they are below; null: from the last one on. */
  readonly below: bigint | null;
  readonly limit: number;
}

interface Limits {
  readonly ofBuilder: number;
  readonly ofAll: number;
}

const INSERT: Statement<
  [
    ...[
      id: string,
      builder: string,
      url: string,
      types: readonly string[],
      finality: string,
      minUsd: number | null,
    ],
    ...[secretSealed: Uint8Array, ofBuilder: number, ofAll: number],
  ],
  { readonly id: string }
> = {
  text: `INSERT INTO webhook_subscriptions
      (id, builder, url, types, finality, min_usd, secret_sealed, planned_block, created_at_block)
    SELECT $1::uuid, $2, $3, $4::text[], $5, $6::numeric, $7::bytea, head.block_number - 1, head.block_number
    FROM head
    WHERE (SELECT count(*) FROM webhook_subscriptions WHERE builder = $2) < $8
      AND (SELECT count(*) FROM webhook_subscriptions) < $9
      AND EXISTS (SELECT FROM builders WHERE name = $2 AND has_webhooks)
    RETURNING id`,
};

const UPDATE: Statement<
  [
    ...[
      id: string,
      builder: string,
      url: string | null,
      types: readonly string[] | null,
      finality: string | null,
    ],
    minUsd: number | null,
  ],
  { readonly pausedReason: string | null }
> = {
  text: `UPDATE webhook_subscriptions
    SET url = coalesce($3, url), types = coalesce($4::text[], types), finality = coalesce($5, finality),
      min_usd = CASE WHEN $6::numeric IS NULL THEN min_usd ELSE nullif($6::numeric, 0) END
    WHERE id = $1::uuid AND builder = $2 RETURNING paused_reason AS "pausedReason"`,
};

const DELETE_FILTERS: Statement<[id: string, kind: string], object> = {
  text: 'DELETE FROM webhook_filters WHERE subscription_id = $1::uuid AND kind = $2',
};

const INSERT_FILTERS: Statement<[id: string, kind: string, addresses: readonly string[]], object> = {
  text: 'INSERT INTO webhook_filters SELECT $1::uuid, $2, address FROM unnest($3::text[]) address',
};

const ROTATE: Statement<
  [id: string, builder: string, sealed: Uint8Array, until: Date],
  { readonly id: string }
> = {
  text: `UPDATE webhook_subscriptions
    SET previous_secret_sealed = secret_sealed, previous_until = $4, secret_sealed = $3
    WHERE id = $1::uuid AND builder = $2 RETURNING id`,
};

const INSERT_REPLAY: Statement<
  [id: string, from: number, to: number, most: number],
  { readonly id: number }
> = {
  text: `INSERT INTO webhook_replays (subscription_id, next_block, to_block)
    SELECT $1::uuid, $2, $3 WHERE (SELECT count(*) FROM webhook_replays WHERE subscription_id = $1::uuid) < $4 RETURNING id`,
};

/** Subscriptions as builders change them. What is on its way is the worker's. All is read at the primary, which knows it at once. */
@Injectable()
export class WebhooksRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns false when there are as many as there may be, also none any more, or nothing is indexed yet */
  add(
    { id, builder, url, types, finality, minUsd, secretSealed }: NewSubscription,
    filters: Filters,
    { ofBuilder, ofAll }: Limits,
  ): Promise<boolean> {
    return this.prisma.$inTransaction(async (run) => {
      await run(LOCK_SUBSCRIPTIONS);
      const added = await run(
        INSERT,
        id,
        builder,
        url,
        types,
        finality,
        minUsd,
        secretSealed,
        ofBuilder,
        ofAll,
      );
      if (added.length === 0) return false;
      for (const [kind, addresses] of Object.entries(filters) as [string, readonly Address[] | undefined][])
        await run(INSERT_FILTERS, id, kind, addresses ?? []);
      return true;
    });
  }

  list(builder: string): Promise<SubscriptionRow[]> {
    return this.prisma.client.webhookSubscription.findMany({
      where: { builder },
      include: WITH_FILTERS,
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  find(builder: string, id: string): Promise<SubscriptionRow | null> {
    return this.prisma.client.webhookSubscription.findFirst({
      where: { id, builder },
      include: WITH_FILTERS,
    });
  }

  /** Resumes none that an operator paused. @throws PausedByOperatorError @returns false when the builder has no such subscription */
  update(builder: string, id: string, { filters, status, ...change }: SubscriptionChange): Promise<boolean> {
    const { url = null, types = null, finality = null, minUsd = null } = change;
    return this.prisma.$inTransaction(async (run) => {
      const [updated] = await run(UPDATE, id, builder, url, types, finality, minUsd);
      if (updated === undefined) return false;
      if (status === 'active' && updated.pausedReason === PAUSED_BY_OPERATOR)
        throw new PausedByOperatorError();
      for (const [kind, addresses] of Object.entries(filters) as [string, readonly Address[] | undefined][]) {
        if (addresses === undefined) continue;
        await run(DELETE_FILTERS, id, kind);
        await run(INSERT_FILTERS, id, kind, addresses);
      }
      if (status === 'paused') await run(PAUSE_WEBHOOK, id, 'Paused by its builder.');
      if (status === 'active') await run(RESUME_WEBHOOK, id);
      return true;
    });
  }

  /** @returns false when the builder has no such subscription */
  async remove(builder: string, id: string): Promise<boolean> {
    const { count } = await this.prisma.client.webhookSubscription.deleteMany({ where: { id, builder } });
    return count > 0;
  }

  /** @returns false when the builder has no such subscription */
  async rotate(builder: string, id: string, sealed: Uint8Array, previousUntil: Date): Promise<boolean> {
    return (await this.prisma.$runAtPrimary(ROTATE, id, builder, sealed, previousUntil)).length > 0;
  }

  /** @returns false when ten replays are under way */
  async addReplay(id: string, fromBlock: number, toBlock: number): Promise<boolean> {
    return (await this.prisma.$runAtPrimary(INSERT_REPLAY, id, fromBlock, toBlock, MAX_REPLAYS)).length > 0;
  }

  /** The newest first, without their bodies. */
  listDeliveries(id: string, { status, below, limit }: DeliveriesOptions): Promise<DeliveryRow[]> {
    return this.prisma.client.webhookDelivery.findMany({
      where: {
        subscriptionId: id,
        ...(below !== null && { sequence: { lt: below } }),
        ...(status !== undefined && { deliveredAt: status === 'waiting' ? null : { not: null } }),
      },
      omit: { contentId: true, beginning: true, places: true },
      orderBy: { sequence: 'desc' },
      take: limit,
    });
  }
}
