import { once } from 'node:events';
import path from 'node:path';
import { type Settings, SettingsError, loadSettings } from '@slipway/settings';
import { checkPorts } from './check-ports.js';
import { checkSources } from './check-sources.js';
import { findLocalLaunchpad } from './launchpads/local-launchpads.js';
import { welcome } from './local-origins.js';
import { LocalSystem } from './local-system.js';
import { choosePrivateAddress } from './node-proxy/private-address.js';
import { Progress } from './progress/progress.js';
import { RunRecord } from './run-record.js';
import { runLiveTrading } from './live-trading.js';

/** `npm start`: runs the whole system on this machine until Ctrl-C. */
async function main(): Promise<void> {
  const env = loadSettings();
  const mistakes = checkSources(env);
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  const launchpad = env.chosen.has('RPC_URL') ? null : findLocalLaunchpad(env.protocol);
  const { record, stopped } = await RunRecord.take(path.resolve(env.dataDir));
  const progress = new Progress(process.stdout);
  if (stopped.length > 0) progress.line(`Stopped what a killed start left behind: ${stopped.join(', ')}`);
  const system = new LocalSystem(env, record, progress, await choosePrivateAddress(), launchpad);
  const end = new AbortController();
  const ended = once(end.signal, 'abort');
  // Signals after the first are harmless: the end is under way.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      end.abort();
    });
  try {
    await refuseTakenPorts(env, system);
    await Promise.race([system.start(), ended]);
    if (!end.signal.aborted) {
      progress.line(welcome(env));
      if (launchpad !== null)
        await runLiveTrading({
          rpcUrl: system.rpcUrl,
          launchpad,
          everySeconds: env.liveTradingSeconds,
          signal: end.signal,
          log: (line) => {
            progress.line(line);
          },
        });
      await ended;
    }
    progress.close();
    progress.line('Stopping');
  } finally {
    progress.close();
    await system.stop();
  }
}

async function refuseTakenPorts(env: Settings, system: LocalSystem): Promise<void> {
  const host = '127.0.0.1';
  const taken = await checkPorts([
    { port: env.port, variable: 'PORT', purpose: 'API', host: env.host },
    { port: env.metricsPort, variable: 'METRICS_PORT', purpose: 'metrics', host: env.metricsHost },
    ...(system.ownsChain ? [{ port: env.rpcPort, variable: 'RPC_PORT', purpose: 'chain', host }] : []),
    ...(system.ownsDatabase ? [{ port: env.pgPort, variable: 'PG_PORT', purpose: 'PostgreSQL', host }] : []),
  ]);
  if (taken.length > 0) throw new SettingsError(taken);
}

/** What went wrong and why, as far as it is known; without a stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\n  because: ${explain(error.cause)}`;
  return `${error.message}${cause}`;
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
