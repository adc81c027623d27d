/** How long a change of the registered origins may take to hold. */
const FRESH_MS = 2_000;

/** Strangers choose origins: more than these, or longer ones, are not remembered. */
const MOST_ENTRIES = 1_000;
const MOST_LENGTH = 255;

interface Entry {
  readonly isRegistered: Promise<boolean>;
  readonly until: number;
}

/** Which origins are registered, asked for once in two seconds for each. */
export class OriginCache {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly look: (origin: string) => Promise<boolean>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async has(origin: string): Promise<boolean> {
    const known = this.entries.get(origin);
    if (known !== undefined && this.now() < known.until) return known.isRegistered;
    const isRegistered = this.look(origin);
    if (origin.length <= MOST_LENGTH) this.remember(origin, isRegistered);
    return isRegistered;
  }

  private remember(origin: string, isRegistered: Promise<boolean>): void {
    if (this.entries.size >= MOST_ENTRIES) this.entries.clear();
    const entry = { isRegistered, until: this.now() + FRESH_MS };
    this.entries.set(origin, entry);
    // What failed is asked again; its caller has the error.
    isRegistered.catch(() => {
      if (this.entries.get(origin) === entry) this.entries.delete(origin);
    });
  }
}
