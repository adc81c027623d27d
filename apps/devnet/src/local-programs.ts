import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { childEnvironment, type Settings } from '@slipway/settings';
import { anvilArguments, anvilBinary } from './anvil.js';
import type { ChainState } from './chain-state.js';
import type { LocalAddresses } from './chain/local-addresses.js';
import { projectRoot } from './files/project-root.js';
import type { ProcessPlan } from './supervised-process.js';

/** The local chain, kept in the data folder. @param address its own host and port */
export function anvilPlan(address: string, state: ChainState): ProcessPlan {
  const { hostname: privateHost, port } = new URL(`http://${address}`);
  return {
    name: 'anvil',
    command: anvilBinary(),
    args: anvilArguments({ port: Number(port), privateHost, stateFile: state.stateFile }),
    // anvil keeps scratch files below HOME, which a kill leaves behind: here the next start sees and reuses them.
    environment: childEnvironment({ HOME: state.folder }),
    workingFolder: state.folder,
    stopSignal: 'SIGTERM',
    prepare: () => state.prepare(),
  };
}

/** One of this project's own servers, with its own login where the database is ours. */
export function programPlan(
  name: 'api' | 'indexer' | 'webhooks',
  databaseUrl: string | null,
  more: Readonly<Record<string, string>> = {},
): ProcessPlan {
  const root = projectRoot();
  return {
    name,
    command: process.execPath,
    args: [...process.execArgv, path.join(root, 'dist/apps', name, 'main.js')],
    environment: childEnvironment({
      // Replaces whatever named the database before, in either form.
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '' }),
      // No load balancer has to notice here: Ctrl-C is to be quick.
      SHUTDOWN_DRAIN_SECONDS: '0',
      ...more,
    }),
    workingFolder: root,
    stopSignal: 'SIGTERM',
  };
}

/** The key of webhooks' secrets, made at the first start; none where the settings have one. */
export function webhookSettings({ chosen, dataDir }: Settings): Record<string, string> {
  if (chosen.has('WEBHOOK_SECRET_KEY')) return {};
  const file = path.resolve(dataDir, 'webhook-secret-key');
  if (!existsSync(file)) {
    writeFileSync(`${file}.unfinished`, randomBytes(32).toString('base64'), { mode: 0o600 });
    renameSync(`${file}.unfinished`, file);
  }
  return { WEBHOOK_SECRET_KEY_FILE: file };
}

/** What the API tells clients of a chain of our own, unless the settings say otherwise. */
export function ownChainSettings(
  { chosen, rpcPort }: Settings,
  { router }: LocalAddresses,
): Record<string, string> {
  return {
    ...(!chosen.has('CHAIN_NAME') && { CHAIN_NAME: 'Local network' }),
    ...(!chosen.has('ROUTER_ADDRESS') && { ROUTER_ADDRESS: router }),
    ...(!chosen.has('PUBLIC_RPC_URL') && { PUBLIC_RPC_URL: `http://localhost:${rpcPort}` }),
  };
}
