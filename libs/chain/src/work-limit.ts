/** More is asked of the nodes than they are given at once, and the line is full. */
export class TooMuchWorkError extends Error {
  override readonly name = 'TooMuchWorkError';
}

/** Lets so many pieces of work run at once, and so many wait; what comes beyond is refused at once. */
export class WorkLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
  ) {}

  /** @throws TooMuchWorkError when as many wait already as may */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.most) this.running += 1;
    else await this.wait();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  private wait(): Promise<void> {
    if (this.waiting.length >= this.mostWaiting) throw new TooMuchWorkError('too many calls wait for a node');
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
