import type { ReceivedMessage } from './verifying-receiver.js';

export interface Item {
  readonly type: string;
  readonly tokenAddress: string;
  readonly trader: string | null;
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly txHash: string;
  readonly valueUsd: number | null;
}

/** What a receiver knows that keeps what it is told and forgets what is taken back, and what was wrong with what it was told. */
export class WebhookMirror {
  readonly mistakes: string[] = [];
  retractions = 0;
  replays = 0;
  repeated = 0;
  private readonly messages = new Map<string, readonly Item[]>();
  private readonly data = new Map<string, string>();
  private readonly sequences = new Map<number, string>();

  /**
   * @param mayRepeat whether the database crashed: it forgot then what was delivered in its last moments, and all of that comes again
   * @param isChanged whether the subscription had another finality, or other filters, before: what it is told by a replay need not be what it was told
   */
  constructor(
    received: readonly ReceivedMessage[],
    private readonly mayRepeat: boolean,
    private readonly isChanged = false,
  ) {
    for (const message of received) this.take(message);
  }

  get items(): Item[] {
    return [...this.messages.values()].flat();
  }

  private saidOf(data: string): string {
    return this.isChanged ? data.replace(/"finality":"(pending|final)"/, '"finality":"any"') : data;
  }

  private take({ id, type, sequence, replay, data }: ReceivedMessage): void {
    const known = this.data.get(id);
    if (known !== undefined && this.saidOf(known) !== this.saidOf(data))
      this.mistakes.push(`${id} has other data`);
    const before = this.sequences.get(sequence);
    if (before !== undefined) {
      this.repeated += 1;
      if (before !== id) this.mistakes.push(`${sequence} is ${before} and ${id}`);
      if (sequence !== this.sequences.size && !this.mayRepeat)
        this.mistakes.push(`${sequence} again after ${this.sequences.size}`);
      return;
    }
    if (sequence !== this.sequences.size + 1)
      this.mistakes.push(`${sequence} after ${this.sequences.size}: a gap`);
    this.sequences.set(sequence, id);
    if (known !== undefined && !replay) this.mistakes.push(`${id} twice, and no replay`);
    if (replay) {
      this.replays += 1;
      if (known === undefined && !this.isChanged)
        this.mistakes.push(`${id} is a replay of what was not told`);
    }
    this.data.set(id, data);
    const body = JSON.parse(data) as { items?: Item[]; retracts?: string[] };
    if (type === 'block') this.messages.set(id, body.items ?? []);
    for (const gone of body.retracts ?? []) {
      this.retractions += 1;
      if (!this.messages.delete(gone)) this.mistakes.push(`${gone} is taken back and was not told`);
    }
  }
}

export const keyOf = ({
  type,
  blockNumber,
  logIndex,
  txHash,
}: Omit<Item, 'tokenAddress' | 'trader' | 'valueUsd'>): string =>
  `${blockNumber}.${logIndex} ${type} ${txHash}`;
