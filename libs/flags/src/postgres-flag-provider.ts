import {
  OpenFeatureEventEmitter,
  ProviderEvents,
  ProviderNotReadyError,
  StandardResolutionReasons,
  TypeMismatchError,
  type Provider,
  type ResolutionDetails,
} from '@openfeature/server-sdk';
import { ListenNotifyQuery, type PoolSettings, type ReadServers } from '@slipway/database';

/** The channel on which the database itself announces that flags have changed. */
const FLAGS_CHANNEL = 'slipway_flags';

interface FlagRow {
  readonly name: string;
  readonly enabled: boolean;
}

/**
 * An OpenFeature provider of the booleans that operators keep in PostgreSQL. What it knows is in memory: evaluating
 * never waits, and while the database is away it says what it last read.
 */
export class PostgresFlagProvider implements Provider {
  readonly metadata = { name: 'slipway-postgres' };
  readonly runsOn = 'server';
  readonly events = new OpenFeatureEventEmitter();
  private readonly query: ListenNotifyQuery<FlagRow>;
  private flags: ReadonlyMap<string, boolean> | null = null;

  constructor(
    settings: Omit<PoolSettings, 'size'>,
    onError: (error: unknown) => void,
    servers: ReadServers | null = null,
  ) {
    this.query = new ListenNotifyQuery({
      settings,
      servers,
      channel: FLAGS_CHANNEL,
      query: { name: 'flags', text: 'SELECT name, enabled FROM flags ORDER BY name' },
      onRead: (rows) => {
        this.remember(rows);
      },
      onError,
    });
  }

  /** Does not fail for want of the database: it is tried again by itself. */
  initialize(): Promise<void> {
    return this.query.start();
  }

  onClose(): Promise<void> {
    return this.query.stop();
  }

  /** The names of all flags that are set. */
  names(): string[] {
    return [...(this.flags?.keys() ?? [])];
  }

  // Not an async function: what it throws becomes a rejection all the same, for which the SDK returns the default.
  async resolveBooleanEvaluation(name: string, defaultValue: boolean): Promise<ResolutionDetails<boolean>> {
    if (this.flags === null) throw new ProviderNotReadyError('no flags were read yet');
    const enabled = this.flags.get(name);
    return Promise.resolve(
      enabled === undefined
        ? { value: defaultValue, reason: StandardResolutionReasons.DEFAULT }
        : { value: enabled, reason: StandardResolutionReasons.STATIC },
    );
  }

  readonly resolveStringEvaluation = refuseType;
  readonly resolveNumberEvaluation = refuseType;
  readonly resolveObjectEvaluation = refuseType;

  private remember(rows: readonly FlagRow[]): void {
    const before = this.flags ?? new Map<string, boolean>();
    const now = new Map(rows.map(({ name, enabled }) => [name, enabled]));
    this.flags = now;
    const names = new Set([...before.keys(), ...now.keys()]);
    const flagsChanged = [...names].filter((name) => before.get(name) !== now.get(name));
    if (flagsChanged.length > 0) this.events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged });
  }
}

function refuseType(): Promise<never> {
  return Promise.reject(new TypeMismatchError('flags are on or off'));
}
