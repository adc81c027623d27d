import type { PrismaService, SessionLocks } from '@slipway/database';
import { PAUSE_WEBHOOK, type SecretSealer, type SendResult, type WebhookSender } from '@slipway/webhooks';
import { bodyOf } from '../message.js';
import { Contents } from './contents.js';
import * as sql from './deliveries.sql.js';
import { HostSlots } from './host-slots.js';
import { MOST_ATTEMPTS, retryDelay } from './retry-delay.js';

/** Subscriptions that this worker has at once: most of them wait, for their host or for an answer. */
const MOST_AT_ONCE = 1_000;

/** So long a worker keeps a subscription for its next delivery. */
const KEPT_MS = 5_000;

/** What was read so long ago may have changed. */
const STALE_MS = 500;

export interface DelivererOptions {
  readonly prisma: PrismaService;
  readonly locks: SessionLocks;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly sealer: SecretSealer;
  readonly onAttempt: (result: SendResult) => void;
  readonly onGivenUp: (subscription: string, reason: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Sends what waits: a subscription's deliveries one after the other, in order, whichever worker has it. */
export class Deliverer {
  private readonly running = new Map<string, Promise<void>>();
  private isStopping = false;

  /** When subscriptions that this worker has were last delivered to. */
  private readonly lastUsed = new Map<string, number>();
  private readonly slots: HostSlots;
  private readonly contents: Contents;

  constructor(private readonly options: DelivererOptions) {
    this.slots = new HostSlots(options.locks);
    this.contents = new Contents(options.prisma);
  }

  /** @param ids subscriptions whose next delivery is due */
  deliver(ids: readonly string[]): void {
    if (this.isStopping) return;
    const due = ids.filter((id) => !this.running.has(id)).slice(0, MOST_AT_ONCE - this.running.size);
    const held = due.filter((id) => this.options.locks.holds(lockOf(id)));
    // All of a block in one statement.
    const next = held.length > 0 ? this.readNext(held) : Promise.resolve(new Map<string, sql.NextDelivery>());
    for (const id of held)
      this.run(
        id,
        next.then((all) => all.get(id)),
      );
    for (const id of due) if (!this.running.has(id)) this.run(id, this.takeNext(id));
  }

  /** Begins nothing more, and waits for what is on its way. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.running.values());
  }

  /** Gives other workers what this one has nothing to do for. */
  async releaseIdle(): Promise<void> {
    await this.slots.releaseIdle();
    for (const [id, at] of this.lastUsed) {
      if (this.running.has(id) || performance.now() - at < KEPT_MS) continue;
      this.lastUsed.delete(id);
      await this.options.locks.release(lockOf(id));
    }
  }

  private run(id: string, first: Promise<sql.NextDelivery | undefined>): void {
    const run = this.deliverAll(id, first)
      .catch(this.options.onError)
      .finally(() => this.running.delete(id));
    this.running.set(id, run);
  }

  private async deliverAll(id: string, first: Promise<sql.NextDelivery | undefined>): Promise<void> {
    this.lastUsed.set(id, performance.now());
    for (let next = await first; next !== undefined;) next = await this.deliverOne(id, next);
    this.lastUsed.set(id, performance.now());
  }

  private async takeNext(id: string): Promise<sql.NextDelivery | undefined> {
    if (!(await this.options.locks.take(lockOf(id)))) return undefined;
    return (await this.readNext([id])).get(id);
  }

  private async readNext(ids: readonly string[]): Promise<ReadonlyMap<string, sql.NextDelivery>> {
    const all = await this.options.prisma.$runAtPrimary(sql.NEXT, ids);
    return new Map(all.map((next) => [next.id, next]));
  }

  /** @returns what may follow at once */
  private async deliverOne(id: string, first: sql.NextDelivery): Promise<sql.NextDelivery | undefined> {
    const { locks } = this.options;
    const began = performance.now();
    const { hostname } = new URL(first.url);
    return this.slots.use(hostname, async () => {
      const isStale = performance.now() - began > STALE_MS;
      const next = isStale ? (await this.readNext([id])).get(id) : first;
      if (next === undefined || this.isStopping || !locks.holds(lockOf(id))) return undefined;
      // The slot is of the other host.
      return new URL(next.url).hostname === hostname ? this.attempt(id, next) : next;
    });
  }

  private async attempt(id: string, next: sql.NextDelivery): Promise<sql.NextDelivery | undefined> {
    const { prisma, sender, onGivenUp } = this.options;
    const secrets = this.secretsOf(id, next);
    if (secrets.length === 0) {
      await prisma.$runAtPrimary(PAUSE_WEBHOOK, id, SECRET_IS_LOST);
      onGivenUp(id, SECRET_IS_LOST);
      return undefined;
    }
    const { time, texts } = await this.contents.get(next.content);
    const envelope = {
      ...{ type: next.type, timestamp: time.toISOString(), subscriptionId: id },
      ...{ sequence: Number(next.sequence), replay: next.isReplay },
    };
    const told = next.places.flatMap((place) => texts[place - 1] ?? []);
    const body = bodyOf(envelope, next.beginning, told);
    const message = { id: next.message, at: new Date(), body, url: next.url };
    const result = await sender.send(message, secrets);
    this.options.onAttempt(result);
    const { failure, code, answer, ms } = result;
    const attempt = [id, next.sequence, code, failure, answer, ms] as const;
    if (failure === null) return (await prisma.$runAtPrimary(sql.DELIVERED, ...attempt))[0];
    const delayMs = retryDelay(next.attempts + 1);
    if (delayMs !== null) {
      await prisma.$runAtPrimary(sql.FAILED, ...attempt, delayMs);
      return undefined;
    }
    await prisma.$runAtPrimary(sql.GIVEN_UP, ...attempt, reasonOf(result));
    onGivenUp(id, reasonOf(result));
    return undefined;
  }

  /** None when no key opens the one of now. */
  private secretsOf(id: string, { secret, previousSecret }: sql.NextDelivery): string[] {
    const { sealer } = this.options;
    const now = sealer.open(secret, id);
    const previous = previousSecret === null ? null : sealer.open(previousSecret, id);
    return now === null ? [] : [now, ...(previous === null ? [] : [previous])];
  }
}

/** What its builder reads. */
const SECRET_IS_LOST = 'Its secret cannot be decrypted any more: rotate it, then resume.';

const lockOf = (id: string): string => `webhook ${id}`;

const reasonOf = ({ failure, code }: SendResult): string =>
  `${MOST_ATTEMPTS} attempts failed, the last one with ${code === null ? String(failure) : `status ${code}`}`;
