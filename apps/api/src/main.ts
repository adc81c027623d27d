import { loadSigningKeys } from '#auth';
import { EnvError, loadEnv, logLevelsDownTo } from '#env';
import { JsonLogger } from '#http';
import { systemClock } from '#values';
import { ApiModule } from './api.module.js';
import { createApi } from './create-api.js';

async function main(): Promise<void> {
  const env = loadEnv();
  // First, and again by the module that uses them: keys that are refused must end the program before it has opened
  // connections, which would keep it alive.
  await loadSigningKeys(env, systemClock.now());
  const app = await createApi(ApiModule.register(env), {
    publicBaseUrl: env.publicBaseUrl,
    logger: new JsonLogger({ logLevels: logLevelsDownTo(env.logLevel) }),
  });
  app.enableShutdownHooks();
  await app.listen(env.port);
}

main().catch((error: unknown) => {
  const lines =
    error instanceof EnvError ? error.lines : [error instanceof Error ? error.message : String(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
});
