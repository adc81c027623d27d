import { setTimeout as delay } from 'node:timers/promises';
import { HEAD_CHANNEL, ListenNotifyQuery, PrismaService, SessionLocks } from '@slipway/database';
import { coalesced } from '@slipway/domain';
import type { SecretSealer, SendResult, WebhookSender } from '@slipway/webhooks';
import { Deliverer } from './deliver/deliverer.js';
import * as deliveries from './deliver/deliveries.sql.js';
import { FIGURES, type Figures } from './metrics/figures.sql.js';
import { DELIVERIES_CHANNEL } from './plan/plan.sql.js';
import { Planner, type Round } from './plan/planner.js';

/** What is not announced is found so soon: a subscription that was resumed, an attempt whose time has come. */
const POLL_MS = 500;

const TRIM_MS = 60_000;

const RELEASE_MS = 1_000;

/** A round plans up to some thousands of deliveries. */
const STATEMENT_TIMEOUT_MS = 30_000;

export interface WorkerOptions {
  readonly databaseUrl: string;
  readonly poolSize: number;
  /** How far a reorganisation may reach. */
  readonly finalityBlocks: number;
  readonly sealer: SecretSealer;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly onRound: (round: Round) => void;
  readonly onAttempt: (result: SendResult) => void;
  /** Hears of subscriptions that are paused after their last attempt. */
  readonly onGivenUp: (subscription: string, reason: string) => void;
  readonly onError: (what: string, error: unknown) => void;
}

/** Indexer and API are first to read a new block: on cores that they share with a worker, its planning would make the stream late. */
const GIVE_WAY_MS = 30;

/** Plans deliveries when the head moves, and sends those that are due. Any number of workers share the work by their database. */
export class WebhookWorker {
  private readonly prisma: PrismaService;
  private readonly locks: SessionLocks;
  private readonly planner: Planner;
  private readonly deliverer: Deliverer;
  private readonly head: ListenNotifyQuery<{ block: number }>;
  private readonly due: ListenNotifyQuery<{ id: string }>;
  private timers: NodeJS.Timeout[] = [];
  private isStopping = false;

  constructor(private readonly options: WorkerOptions) {
    const { databaseUrl: url, poolSize: size, finalityBlocks, sealer, sender, onError } = options;
    const settings = { url, role: 'slipway_webhooks' } as const;
    const failed = (what: string) => (error: unknown) => {
      onError(what, error);
    };
    this.prisma = new PrismaService(
      { ...settings, size, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
      failed('a connection broke'),
    );
    this.locks = new SessionLocks(settings, failed('the connection of locks broke'));
    this.planner = new Planner(this.prisma, finalityBlocks);
    this.deliverer = new Deliverer({
      ...{ prisma: this.prisma, locks: this.locks, sealer, sender },
      ...{ onAttempt: options.onAttempt, onGivenUp: options.onGivenUp },
      onError: failed('deliveries were not sent'),
    });
    this.head = new ListenNotifyQuery({
      ...{
        settings,
        channel: HEAD_CHANNEL,
        pollIntervalMs: POLL_MS,
        onError: failed('the head was not read'),
      },
      query: { name: 'webhook-head', text: 'SELECT block_number::int AS block FROM head' },
      onRead: () => {
        this.plan().catch(failed('nothing was planned'));
      },
    });
    this.due = new ListenNotifyQuery({
      ...{ settings, channel: DELIVERIES_CHANNEL, pollIntervalMs: POLL_MS, query: deliveries.DUE },
      onError: failed('deliveries were not read'),
      onRead: (rows) => {
        this.deliverer.deliver(rows.map(({ id }) => id));
      },
    });
  }

  async start(): Promise<void> {
    await this.due.start();
    await this.head.start();
    const each = (ms: number, what: string, work: () => Promise<void>): void => {
      const report = (error: unknown): void => {
        this.options.onError(what, error);
      };
      this.timers.push(
        setInterval(() => {
          work().catch(report);
        }, ms),
      );
    };
    each(TRIM_MS, 'old deliveries were not deleted', () => this.planner.trim());
    each(RELEASE_MS, 'locks were not given back', () => this.deliverer.releaseIdle());
  }

  /** How all subscriptions stand. */
  figures(): Promise<Figures[]> {
    return this.prisma.$runAtPrimary(FIGURES, this.options.finalityBlocks);
  }

  /** Begins nothing more, and waits for what is on its way. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all([this.head.stop(), this.due.stop(), this.deliverer.stop()]);
    await this.plan();
    await this.locks.close();
    await this.prisma.$close();
  }

  private readonly plan = coalesced(async () => {
    await delay(GIVE_WAY_MS);
    for (let isMore = true; isMore && !this.isStopping;) {
      const round = await this.planner.plan();
      if (round.deliveries > 0) this.options.onRound(round);
      ({ isMore } = round);
    }
  });
}
