/** What one client's requests may take of a turn of the event loop, in milliseconds, before others are served. */
const SLICE_MS = 2;

/**
 * Shares the event loop among clients. A client that sends dear requests over many connections waits for its next turn
 * once its slice is used up; cheap requests never wait.
 */
export class ClientTurns {
  /** Milliseconds of this turn, by client. */
  private readonly used = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();
  private isTurnAhead = false;

  /** Serves now, or in a later turn when the client's slice is used up. A client's requests keep their order. */
  run(client: string, serve: () => void): void {
    const queue = this.waiting.get(client);
    if (queue !== undefined) queue.push(serve);
    else if (this.hasTime(client)) this.serveTimed(client, serve);
    else this.waiting.set(client, [serve]);
    this.expectTurn();
  }

  private takeTurn(): void {
    this.isTurnAhead = false;
    this.used.clear();
    for (const [client, queue] of this.waiting) {
      for (
        let serve = queue.shift();
        serve !== undefined;
        serve = this.hasTime(client) ? queue.shift() : undefined
      )
        this.serveTimed(client, serve);
      if (queue.length === 0) this.waiting.delete(client);
    }
    if (this.waiting.size > 0) this.expectTurn();
  }

  private expectTurn(): void {
    if (this.isTurnAhead) return;
    this.isTurnAhead = true;
    setImmediate(() => {
      this.takeTurn();
    });
  }

  private hasTime(client: string): boolean {
    return (this.used.get(client) ?? 0) < SLICE_MS;
  }

  private serveTimed(client: string, serve: () => void): void {
    const began = performance.now();
    try {
      serve();
    } finally {
      this.used.set(client, (this.used.get(client) ?? 0) + performance.now() - began);
    }
  }
}
