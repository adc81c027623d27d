import { randomUUID } from 'node:crypto';
import {
  FlagNotFoundError,
  NOOP_PROVIDER,
  OpenFeature,
  OpenFeatureEventEmitter,
  ProviderEvents,
  type Provider,
  type ResolutionDetails,
} from '@openfeature/server-sdk';
import { Flags } from './flags.js';

/** A provider whose source a test changes, or takes away. */
class TestProvider implements Provider {
  readonly metadata = { name: 'test' };
  readonly events = new OpenFeatureEventEmitter();
  readonly source = new Map<string, boolean>();
  isAway = false;

  names(): string[] {
    return [...this.source.keys()];
  }

  resolveBooleanEvaluation(name: string): Promise<ResolutionDetails<boolean>> {
    if (this.isAway) return Promise.reject(new Error('connect ECONNREFUSED'));
    const value = this.source.get(name);
    return value === undefined ? Promise.reject(new FlagNotFoundError()) : Promise.resolve({ value });
  }

  readonly resolveStringEvaluation = NOOP_PROVIDER.resolveStringEvaluation.bind(NOOP_PROVIDER);
  readonly resolveNumberEvaluation = NOOP_PROVIDER.resolveNumberEvaluation.bind(NOOP_PROVIDER);
  readonly resolveObjectEvaluation = NOOP_PROVIDER.resolveObjectEvaluation.bind(NOOP_PROVIDER);
}

describe('Flags', () => {
  let provider: TestProvider;
  let flags: Flags;

  beforeEach(async () => {
    provider = new TestProvider();
    const domain = randomUUID();
    await OpenFeature.setProviderAndWait(domain, provider);
    flags = new Flags(OpenFeature.getClient(domain), provider);
    await flags.start();
  });

  afterEach(() => flags.stop());

  const ALL_ON = { claims: true, launches: true, leaderboards: true, search: true };

  it('has every flag of the interface on while none is set', () => {
    expect(flags.list()).toEqual(ALL_ON);
    expect(flags.isOn('claims')).toBe(true);
  });

  it('follows the provider, other names included, and returns to the default', async () => {
    provider.source.set('claims', false).set('new-checkout', false).set('dark-mode', true);
    await flags.refresh();
    expect(flags.isOn('claims')).toBe(false);
    expect(flags.isOn('search')).toBe(true);
    expect(Object.entries(flags.list())).toEqual([
      ['claims', false],
      ['dark-mode', true],
      ['launches', true],
      ['leaderboards', true],
      ['new-checkout', false],
      ['search', true],
    ]);
    provider.source.clear();
    await flags.refresh();
    expect(flags.list()).toEqual(ALL_ON);
  });

  it('asks again when the provider says that something changed', async () => {
    provider.source.set('search', false);
    provider.events.emit(ProviderEvents.ConfigurationChanged);
    await new Promise((resolve) => setImmediate(resolve));
    expect(flags.isOn('search')).toBe(false);
  });

  it('has every feature off until the provider was reached once', async () => {
    const late = new TestProvider();
    late.isAway = true;
    const domain = randomUUID();
    await OpenFeature.setProviderAndWait(domain, late);
    const unread = new Flags(OpenFeature.getClient(domain), late);
    await unread.start();
    expect(unread.isOn('claims')).toBe(false);
    expect(Object.values(unread.list())).toEqual([false, false, false, false]);
    late.isAway = false;
    await unread.refresh();
    expect(unread.list()).toEqual(ALL_ON);
    await unread.stop();
  });

  it('leaves all as it was while the provider does not respond', async () => {
    provider.source.set('claims', false).set('dark-mode', true);
    await flags.refresh();
    provider.isAway = true;
    await flags.refresh();
    expect(flags.list()).toEqual({ ...ALL_ON, claims: false, 'dark-mode': true });
  });
});
