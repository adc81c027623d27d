import { randomUUID } from 'node:crypto';
import { Global, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { ReadServers } from '@slipway/database';
import { Settings } from '@slipway/settings';
import { Flags } from './flags.js';
import { PostgresFlagProvider } from './postgres-flag-provider.js';

/** Evaluations are made every second: one that takes longer than this is of no use. */
const OFREP_TIMEOUT_MS = 1_000;

/** The flags for every module, over the provider that this deployment has chosen. */
@Global()
@Module({
  providers: [{ provide: Flags, useFactory: openFlags, inject: [Settings, ReadServers] }],
  exports: [Flags],
})
export class FlagsModule implements OnApplicationShutdown {
  constructor(private readonly flags: Flags) {}

  onApplicationShutdown(): Promise<void> {
    return this.flags.stop();
  }
}

/** OpenFeature is one object a process: a domain of its own keeps each app's provider apart. */
async function openFlags(settings: Settings, servers: ReadServers): Promise<Flags> {
  const provider = openProvider(settings, servers);
  const domain = `slipway-${randomUUID()}`;
  await OpenFeature.setProviderAndWait(domain, provider);
  const flags = new Flags(OpenFeature.getClient(domain), provider);
  await flags.start();
  return flags;
}

function openProvider(
  { databaseUrl, flagsOfrepUrl }: Settings,
  servers: ReadServers,
): OFREPProvider | PostgresFlagProvider {
  if (flagsOfrepUrl !== null)
    return new OFREPProvider({ baseUrl: flagsOfrepUrl, fetchImplementation: fetchInTime });
  const logger = new Logger('Flags');
  const report = (error: unknown): void => {
    logger.warn({ message: 'flags', error: error instanceof Error ? error.message : String(error) });
  };
  return new PostgresFlagProvider({ url: databaseUrl, role: 'slipway_api' }, report, servers);
}

/** The protocol's own provider would wait for ever. */
const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(OFREP_TIMEOUT_MS) });
