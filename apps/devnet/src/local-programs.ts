import path from 'node:path';
import { childEnvironment, type Settings } from '@slipway/settings';
import { anvilArguments, anvilBinary } from './anvil.js';
import type { ChainState } from './chain-state.js';
import { LOCAL_ADDRESSES } from './chain/local-addresses.js';
import { clientBaseUrl } from './local-origins.js';
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
  name: 'api' | 'indexer',
  databaseUrl: string | null,
  more: Readonly<Record<string, string>> = {},
): ProcessPlan {
  const root = projectRoot();
  return {
    name,
    command: process.execPath,
    args: [...process.execArgv, path.join(root, 'dist/apps', name, 'src/main.js')],
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

/** What the API tells clients of itself, and of a chain of our own unless the settings say otherwise. */
export function apiSettings(env: Settings, faucetUrl: string | null): Record<string, string> {
  const isOurs = (name: string): boolean => !env.chosen.has('RPC_URL') && !env.chosen.has(name);
  return {
    PUBLIC_BASE_URL: clientBaseUrl(env),
    ...(faucetUrl !== null && { FAUCET_URL: faucetUrl }),
    ...(isOurs('CHAIN_NAME') && { CHAIN_NAME: 'Local network' }),
    ...(isOurs('ROUTER_ADDRESS') && { ROUTER_ADDRESS: LOCAL_ADDRESSES.router }),
    ...(isOurs('PUBLIC_RPC_URL') && { PUBLIC_RPC_URL: `http://localhost:${env.rpcPort}` }),
  };
}
