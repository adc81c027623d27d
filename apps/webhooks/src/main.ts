import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ConsoleLogger, filterLogLevels } from '@nestjs/common';
import { serveMetrics } from '@slipway/metrics';
import { SettingsError, isLocalNetwork, loadSettings } from '@slipway/settings';
import { SecretSealer, WebhookSender } from '@slipway/webhooks';
import { WorkerMetrics } from './metrics/worker-metrics.js';
import { WebhookWorker } from './webhook-worker.js';

/** What production has to name for this program. */
const USED = ['databaseUrl', 'chainId'] as const;

/** What is on its way takes no longer. */
const STOP_MS = 12_000;

async function main(): Promise<void> {
  const env = loadSettings(undefined, USED);
  const logLevels = filterLogLevels(`>=${env.logLevel}`);
  const logger = new ConsoleLogger('Webhooks', { json: true, logLevels });
  if (env.webhookSecretKeys === null)
    throw new SettingsError([
      'WEBHOOK_SECRET_KEY: must be set, to the key that the API has: secrets of webhooks are encrypted with it',
    ]);
  const warn = (what: string, error: unknown): void => {
    logger.warn({ message: what, error: error instanceof Error ? error.message : String(error) });
  };
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stop.abort();
    });
  const metrics = new WorkerMetrics(() => worker.figures());
  const worker = new WebhookWorker({
    databaseUrl: env.databaseUrl,
    poolSize: env.databasePoolSize,
    finalityBlocks: env.finality.blocks,
    sealer: new SecretSealer(env.webhookSecretKeys),
    sender: new WebhookSender({ allowsLoopback: isLocalNetwork(env) }),
    onRound: (round) => {
      logger.debug({ message: 'planned', ...round });
    },
    onAttempt: (result) => {
      metrics.observe(result);
    },
    onGivenUp: (subscription, reason) => {
      logger.warn({ message: 'paused', subscription, reason });
    },
    onError: warn,
  });
  await worker.start();
  if (env.webhooksMetricsPort !== null) {
    metrics.watchProcess();
    await serveMetrics(metrics, {
      ...{ port: env.webhooksMetricsPort, host: env.metricsHost, names: env.metricsNames },
      onError: (error) => {
        warn('metrics were not served', error);
      },
    });
  }
  logger.log({ message: 'working' });
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  await Promise.race([worker.stop(), delay(STOP_MS)]);
  logger.log({ message: 'stopped' });
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const lines = error instanceof SettingsError ? error.lines : [String(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}
