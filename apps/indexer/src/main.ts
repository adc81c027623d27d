import { setMaxListeners } from 'node:events';
import { ConsoleLogger, filterLogLevels } from '@nestjs/common';
import { findChainMistakes } from '@slipway/protocols';
import { SettingsError, loadSettings } from '@slipway/settings';
import { describeError } from './leadership/describe-error.js';
import { runIndexer } from './run-indexer.js';

async function main(): Promise<void> {
  const env = loadSettings();
  const logLevels = filterLogLevels(`>=${env.logLevel}`);
  const logger = new ConsoleLogger('Indexer', { json: true, logLevels });
  const stop = new AbortController();
  // Every request under way listens to it, of as many nodes as there are.
  setMaxListeners(0, stop.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop.abort();
    });
  }
  const mistakes = await findChainMistakes(env, stop.signal);
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  await runIndexer(env, logger, stop.signal);
}

main().catch((error: unknown) => {
  const lines = error instanceof SettingsError ? error.lines : [describeError(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
});
