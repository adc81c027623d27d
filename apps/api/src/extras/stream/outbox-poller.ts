import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { IndexHead } from '@slipway/http';
import { OutboxFollower } from './outbox-follower.js';
import { StreamHub } from './stream-hub.js';

/** The outbox is read so often, whatever is announced. */
const POLL_MS = 50;

/** And as soon as a new head was announced, which is looked for so often. */
const GLANCE_MS = 5;

/** Has the outbox read again and again. A standby cannot be notified; a head that was announced only has it read at once. */
@Injectable()
export class OutboxPoller implements OnModuleDestroy {
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;
  private isFailing = false;
  private polledAt = 0;
  private polledHead: string | null = null;
  private readonly logger = new Logger('Stream');

  constructor(
    private readonly follower: OutboxFollower,
    private readonly hub: StreamHub,
    private readonly indexHead: IndexHead,
  ) {}

  /** Polls from now on. */
  start(): void {
    if (this.timer === null && !this.isStopped) this.schedule();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      this.glance()
        .catch((error: unknown) => {
          if (!this.isFailing) this.logger.warn(`the outbox cannot be read: ${String(error)}`);
          this.isFailing = true;
        })
        .finally(() => {
          if (!this.isStopped) this.schedule();
        });
    }, GLANCE_MS).unref();
  }

  private async glance(): Promise<void> {
    const head = this.indexHead.current()?.version ?? null;
    if (head === this.polledHead && performance.now() - this.polledAt < POLL_MS) return;
    this.polledHead = head;
    try {
      // Without a subscriber nothing is read: the first one has it read the missing entries.
      if (!this.hub.isEmpty) await this.follower.advance();
      this.isFailing = false;
    } finally {
      this.polledAt = performance.now();
    }
  }
}
