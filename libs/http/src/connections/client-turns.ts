import { performance, type EventLoopUtilization } from 'node:perf_hooks';

const SAMPLE_MS = 20;
/** Contention begins above the one, and lasts until a second after the last sample above the other. */
const UTILIZATION = { high: 0.5, low: 0.2 };
const LASTS_MS = 1_000;
/** A client that sent nothing for so long competes no more. */
const ACTIVE_MS = 1_000;

/** Whether several clients compete for the event loop. One client alone may have all of it. */
export class EventLoopContention {
  private sampledAt = performance.now();
  private sample: EventLoopUtilization = performance.eventLoopUtilization();
  private busyUntil = Number.NEGATIVE_INFINITY;
  private lastClient = '';
  private otherClientAt = Number.NEGATIVE_INFINITY;

  /** To be told of each request's client. */
  observe(client: string): void {
    const now = performance.now();
    if (client !== this.lastClient) {
      if (this.lastClient !== '') this.otherClientAt = now;
      this.lastClient = client;
    }
    if (now - this.sampledAt < SAMPLE_MS) return;
    const sample = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(sample, this.sample);
    // The countermeasure lowers the use of the loop, and must not end it.
    const isBusy = utilization > (now < this.busyUntil ? UTILIZATION.low : UTILIZATION.high);
    if (isBusy) this.busyUntil = now + LASTS_MS;
    [this.sampledAt, this.sample] = [now, sample];
  }

  isHigh(): boolean {
    const now = performance.now();
    return now < this.busyUntil && now - this.otherClientAt < ACTIVE_MS;
  }
}

/** What one client's requests may take of a turn of the event loop, in milliseconds, before others are served. */
const SLICE_MS = 2;

/** A request that waits for its body, or for a slow look-up, computes nothing meanwhile: the client's next one begins. */
const IN_PROGRESS_MS = 50;

/** The members used of a `ServerResponse`. */
interface Response {
  readonly writableEnded: boolean;
  on(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

interface Waiting {
  readonly response: Response;
  readonly serve: () => void;
}

/**
 * Shares the event loop among clients. A client that sends dear requests over many connections waits for its next turn
 * once its slice is used up. While clients compete for the loop, each has one request in progress at a time: what
 * its requests compute after they waited for the database would else add up. Cheap requests never wait.
 */
export class ClientTurns {
  /** Milliseconds of this turn, by client. */
  private readonly used = new Map<string, number>();
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly inProgress = new Map<string, number>();
  private isTurnAhead = false;

  constructor(private readonly contention = new EventLoopContention()) {}

  /** Serves now, or in a later turn when the client has had its share. A client's requests keep their order. */
  run(client: string, response: Response, serve: () => void): void {
    this.contention.observe(client);
    const queue = this.waiting.get(client);
    if (queue !== undefined) queue.push({ response, serve });
    else if (this.mayBegin(client)) this.begin(client, { response, serve });
    else this.waiting.set(client, [{ response, serve }]);
    this.expectTurn();
  }

  private takeTurn(): void {
    this.isTurnAhead = false;
    this.used.clear();
    let isTimeUp = false;
    for (const [client, queue] of this.waiting) {
      while (this.mayBegin(client)) {
        const next = queue.shift();
        if (next === undefined) break;
        this.begin(client, next);
      }
      if (queue.length === 0) this.waiting.delete(client);
      isTimeUp ||= !this.hasTime(client);
    }
    // A client with a request in progress has its next turn when that has ended.
    if (isTimeUp) this.expectTurn();
  }

  private expectTurn(): void {
    if (this.isTurnAhead) return;
    this.isTurnAhead = true;
    setImmediate(() => {
      this.takeTurn();
    });
  }

  private mayBegin(client: string): boolean {
    return this.hasTime(client) && !(this.inProgress.has(client) && this.contention.isHigh());
  }

  private hasTime(client: string): boolean {
    return (this.used.get(client) ?? 0) < SLICE_MS;
  }

  private begin(client: string, { response, serve }: Waiting): void {
    const began = performance.now();
    try {
      serve();
    } finally {
      this.used.set(client, (this.used.get(client) ?? 0) + performance.now() - began);
      if (!response.writableEnded) this.follow(client, response);
    }
  }

  /** While clients compete, a client rests for as long as its request took: half of the loop is left to the others. */
  private follow(client: string, response: Response): void {
    this.inProgress.set(client, (this.inProgress.get(client) ?? 0) + 1);
    const began = performance.now();
    const end = (): void => {
      const others = (this.inProgress.get(client) ?? 1) - 1;
      if (others > 0) this.inProgress.set(client, others);
      else this.inProgress.delete(client);
      if (this.waiting.has(client)) this.expectTurn();
    };
    const closed = (): void => {
      clearTimeout(timer);
      if (this.contention.isHigh()) setTimeout(end, performance.now() - began).unref();
      else end();
    };
    const timer = setTimeout(() => {
      // Nothing of this turn is held by a response that stays open.
      response.off('close', closed);
      end();
    }, IN_PROGRESS_MS).unref();
    response.on('close', closed);
  }
}
