import { keyOf, type StreamEvent } from './events.js';

/** Of so many events it is known that they were told. */
const MOST_KEYS = 5_000;

/** Which trades, launches and graduations were told: one that happens while the snapshot is made comes twice. */
export class SeenActivity {
  private readonly keys = new Set<string>();

  /** Whether an event says something new. */
  isNew({ event, data }: StreamEvent): boolean {
    if (event === 'reset') this.keys.clear();
    if (event === 'snapshot') for (const item of data.activity ?? []) this.add(keyOf(item));
    // Events that were taken back may happen again.
    if (event === 'retract') for (const item of [...data.trades, ...data.apps]) this.keys.delete(keyOf(item));
    if (event !== 'trade' && event !== 'launch' && event !== 'graduation') return true;
    return this.add(keyOf(data));
  }

  private add(key: string): boolean {
    if (this.keys.has(key)) return false;
    this.keys.add(key);
    for (const oldest of this.keys) {
      if (this.keys.size <= MOST_KEYS) break;
      this.keys.delete(oldest);
    }
    return true;
  }
}
