import { beat } from './store/writer-status.js';
import type { Session } from './store/session.js';
import { openConnection } from './store/writer-connection.js';

const BEAT_MS = 500;

/** Shows the writer's sign of life from a connection of its own: a long transaction hides what it wrote until its end. */
export class Heartbeat {
  private session: Session | null = null;
  private timer: NodeJS.Timeout | null = null;
  private beating: Promise<void> = Promise.resolve();

  constructor(
    private readonly databaseUrl: string,
    private readonly epoch: string,
    private readonly onError: (error: Error) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.beating = this.beating.then(() => this.once());
    }, BEAT_MS);
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.beating;
    await this.session?.end().catch(() => undefined);
  }

  /** A connection that broke is opened anew; whether we are the writer still is for the next transaction to see. */
  private async once(): Promise<void> {
    try {
      this.session ??= await openConnection(this.databaseUrl, this.onError);
      await beat(this.session, this.epoch);
    } catch (error) {
      this.onError(error instanceof Error ? error : new Error(String(error)));
      await this.session?.end().catch(() => undefined);
      this.session = null;
    }
  }
}
