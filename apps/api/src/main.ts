import { loadSigningKeys } from '#auth';
import { EnvError, loadEnv, logLevelsDownTo } from '#env';
import { JsonLogger } from '#http';
import { systemClock } from '#values';
import { ApiModule } from './api.module.js';
import { createApi } from './create-api.js';
import { MetricsServer } from './metrics/metrics-server.js';

const LONGEST_STOP_MS = 9_500;

async function main(): Promise<void> {
  const env = loadEnv();
  // First, and again by the module that uses them: keys that are refused end the program before it opens anything.
  await loadSigningKeys(env, systemClock.now());
  const app = await createApi(ApiModule.register(env), {
    publicBaseUrl: env.publicBaseUrl,
    logger: new JsonLogger({ logLevels: logLevelsDownTo(env.logLevel) }),
  });
  await app.get(MetricsServer, { strict: false }).listen(env.metricsPort, env.metricsHost);
  app.enableShutdownHooks([], { useProcessExit: true });
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, endInTime);
  await app.listen(env.port, env.host);
}

/** Whatever hangs while we stop, an orchestrator must not need to kill us. */
function endInTime(): void {
  setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
}

main().catch((error: unknown) => {
  const lines =
    error instanceof EnvError ? error.lines : [error instanceof Error ? error.message : String(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
  // What was opened by then would keep alive a process that does not serve.
  process.exit(1);
});
