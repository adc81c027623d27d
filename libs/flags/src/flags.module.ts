import { randomUUID } from 'node:crypto';
import { ConsoleLogger, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature, type Provider } from '@openfeature/server-sdk';
import { Settings } from '#settings';
import { Flags } from './flags.js';
import { PostgresFlagProvider } from './postgres-flag-provider.js';

/** The provider that this deployment has chosen, and its names where it can tell them. */
interface FlagSource {
  readonly provider: Provider;
  readonly names: () => readonly string[];
}

const FLAG_SOURCE = Symbol('where flags come from');

/** Evaluations are made every second: one that takes longer than this is of no use. */
const OFREP_TIMEOUT_MS = 1_000;

/** The flags, for everybody who asks, over the provider that this deployment has chosen. */
@Global()
@Module({
  providers: [
    { provide: FLAG_SOURCE, useFactory: openSource, inject: [Settings] },
    { provide: Flags, useFactory: openFlags, inject: [FLAG_SOURCE] },
  ],
  exports: [Flags],
})
export class FlagsModule implements OnApplicationShutdown {
  constructor(
    @Inject(FLAG_SOURCE) private readonly source: FlagSource,
    private readonly flags: Flags,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.flags.stop();
    await this.source.provider.onClose?.();
  }
}

/** A service that speaks OFREP cannot list its flags: those of the interface are asked for by name. */
function openSource({ databaseUrl, flagsOfrepUrl }: Settings): FlagSource {
  if (flagsOfrepUrl !== null) {
    const provider = new OFREPProvider({ baseUrl: flagsOfrepUrl, fetchImplementation: fetchInTime });
    return { provider, names: () => [] };
  }
  const logger = new ConsoleLogger('Flags', { json: true });
  const report = (error: unknown): void => {
    logger.warn({ message: 'flags', error: error instanceof Error ? error.message : String(error) });
  };
  const provider = new PostgresFlagProvider({ url: databaseUrl, role: 'slipway_api' }, report);
  return { provider, names: () => provider.names() };
}

/** The protocol's own provider would wait for ever. */
const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(OFREP_TIMEOUT_MS) });

/** OpenFeature is one object a process: a domain of its own keeps each app's provider apart. */
async function openFlags({ provider, names }: FlagSource): Promise<Flags> {
  const domain = `slipway-${randomUUID()}`;
  await OpenFeature.setProviderAndWait(domain, provider);
  const flags = new Flags(OpenFeature.getClient(domain), names);
  await flags.start();
  return flags;
}
