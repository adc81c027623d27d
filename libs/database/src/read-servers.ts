import type { Settings } from '@slipway/settings';

/**
 * The servers that reads may go to: the standbys, in an order that each process draws for itself, and the primary last. A process
 * reads from one at a time: the head that it serves does not go back with each request.
 */
export class ReadServers {
  readonly primary: string;
  /** All of them, the most wanted first. */
  readonly urls: readonly [string, ...string[]];
  private chosen: string;
  private readonly waiting = new Set<(url: string) => void>();

  constructor({ databaseUrl, databaseReadUrls }: Pick<Settings, 'databaseUrl' | 'databaseReadUrls'>) {
    this.primary = databaseUrl;
    const [first = databaseUrl, ...others] = shuffle(databaseReadUrls ?? []);
    this.urls = first === databaseUrl ? [first] : [first, ...others, databaseUrl];
    this.chosen = first;
  }

  get hasStandbys(): boolean {
    return this.urls.length > 1;
  }

  /** Where reads go now. */
  get current(): string {
    return this.chosen;
  }

  get isAtPrimary(): boolean {
    return this.chosen === this.primary;
  }

  /** Reads go on at the next server; nothing changes when they have left this one before. */
  leave(url: string): void {
    if (url !== this.chosen) return;
    const next = (this.urls.indexOf(url) + 1) % this.urls.length;
    this.chosen = this.urls[next] ?? this.primary;
    for (const tell of [...this.waiting]) tell(url);
  }

  /** Calls back when reads leave a server, until the returned function is called. */
  onLeave(tell: (url: string) => void): () => void {
    this.waiting.add(tell);
    return () => {
      this.waiting.delete(tell);
    };
  }

  /** Reads go on at this server. */
  choose(url: string): void {
    this.chosen = url;
  }
}

function shuffle(urls: readonly string[]): string[] {
  return urls
    .map((url) => ({ url, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ url }) => url);
}
