import { Logger } from '@nestjs/common';
import { ErrorCode, ProviderEvents, type Client, type Provider } from '@openfeature/server-sdk';
import { coalesced, FEATURES, type Feature } from '@slipway/domain';

/** How flags are named: lower case, so that `Claims` cannot be set in the belief that it is `claims`. */
export const FLAG_NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** Providers need not tell of changes; this is how long one that does not can be behind. */
const POLL_INTERVAL_MS = 1_000;

/** What a flag of the interface is while it is not set. */
const DEFAULT_VALUE = true;

/** What it is while nothing was read: the feature may be switched off. */
const UNKNOWN_VALUE = false;

const isFeature = (name: string): boolean => FEATURES.some((feature) => feature === name);

/**
 * The flags of this deployment as last read, whatever provider they come from. Asking never waits and never fails:
 * it decides about requests, cached ones included. A provider that cannot be reached leaves all as it was; until it was reached once,
 * every feature is off.
 */
export class Flags {
  private values: ReadonlyMap<string, boolean> = new Map();
  private timer: NodeJS.Timeout | null = null;
  private readonly logger = new Logger('Flags');

  constructor(
    private readonly client: Client,
    /** A service that speaks OFREP cannot list its flags: of it, those of {@link FEATURES} are asked for alone. */
    private readonly provider: Provider & { names?(): readonly string[] },
  ) {}

  /** Asks the provider for every flag; calls during that lead to one more time after it. */
  readonly refresh = coalesced(async () => {
    const names = new Set([...FEATURES, ...(this.provider.names?.() ?? [])]);
    const found = await Promise.all(
      [...names].map(async (name) => [name, await this.evaluate(name)] as const),
    );
    this.values = new Map(found.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  });

  /** Begins to follow the provider, and knows its flags once this resolves. */
  async start(): Promise<void> {
    for (const event of [ProviderEvents.Ready, ProviderEvents.ConfigurationChanged] as const) {
      this.client.addHandler(event, () => this.refresh());
    }
    await this.refresh();
    this.timer = setInterval(() => {
      this.refresh().catch((error: unknown) => {
        this.logger.warn({ message: 'flags', error: String(error) });
      });
    }, POLL_INTERVAL_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.refresh();
    await this.provider.onClose?.();
  }

  isOn(feature: Feature): boolean {
    return this.values.get(feature) ?? UNKNOWN_VALUE;
  }

  /** Every flag of the interface and every other one that is set, by name. */
  list(): Readonly<Record<string, boolean>> {
    const names = [...new Set([...FEATURES, ...this.values.keys()])].sort();
    return Object.fromEntries(names.map((name) => [name, this.values.get(name) ?? UNKNOWN_VALUE]));
  }

  /** Null for a flag that is not set and has no default. */
  private async evaluate(name: string): Promise<boolean | null> {
    const { value, errorCode } = await this.client.getBooleanDetails(name, DEFAULT_VALUE);
    if (errorCode === undefined) return value;
    if (errorCode === ErrorCode.FLAG_NOT_FOUND) return isFeature(name) ? DEFAULT_VALUE : null;
    return this.values.get(name) ?? null;
  }
}
