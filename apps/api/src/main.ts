import { filterLogLevels } from '@nestjs/common';
import { loadSigningKeys } from '@slipway/auth';
import { findChainMistakes } from '@slipway/protocols';
import { SettingsError, loadSettings } from '@slipway/settings';
import { JsonLogger } from '@slipway/http';
import { systemClock } from '@slipway/domain';
import { AppModule } from './app.module.js';
import { createApi } from './create-api.js';
import { MetricsServer } from './platform/metrics/metrics-server.js';

/** Beyond the drain: more than requests in flight may take, and the closing of open connections. */
const LONGEST_CLOSE_MS = 5_500;

async function main(): Promise<void> {
  // First, and again by the modules that provide them: settings and keys that are refused end the program before it opens anything.
  const settings = loadSettings();
  await loadSigningKeys(settings, systemClock.now());
  const mistakes = await findChainMistakes(settings);
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  const logger = new JsonLogger({ logLevels: filterLogLevels(`>=${settings.logLevel}`) });
  const app = await createApi(AppModule, logger);
  await app.get(MetricsServer).listen(settings.metricsPort, settings.metricsHost);
  app.enableShutdownHooks([], { useProcessExit: true });
  const endInTime = (): void => {
    endWithin(settings.shutdownDrainSeconds * 1_000 + LONGEST_CLOSE_MS);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, endInTime);
  await app.listen(settings.port, settings.host);
}

/** Whatever hangs while we stop, an orchestrator must not need to kill us. */
function endWithin(milliseconds: number): void {
  setTimeout(() => process.exit(1), milliseconds).unref();
}

main().catch((error: unknown) => {
  const lines =
    error instanceof SettingsError ? error.lines : [error instanceof Error ? error.message : String(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
  // Connections opened by then would keep alive a process that does not serve.
  process.exit(1);
});
