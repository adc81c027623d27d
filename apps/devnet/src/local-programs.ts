import path from 'node:path';
import { childEnvironment, type Settings } from '#settings';
import { anvilArguments } from './anvil-arguments.js';
import { anvilBinary } from './anvil-binary.js';
import type { ChainState } from './chain-state.js';
import { projectRoot } from './project-root.js';
import type { ProcessPlan } from './supervised-process.js';

/** The local chain, kept in the data folder. */
export function anvilPlan(env: Settings, state: ChainState, logFile: string): ProcessPlan {
  return {
    name: 'anvil',
    command: anvilBinary(),
    args: [...anvilArguments({ port: env.rpcPort, stateFile: state.stateFile })],
    // anvil keeps scratch files below HOME, which a kill leaves behind: here the next start sees and reuses them.
    environment: childEnvironment({ HOME: state.folder }),
    workingFolder: state.folder,
    logFile,
    stopSignal: 'SIGTERM',
    prepare: () => state.prepare(),
  };
}

/** What clients are told of a chain that is ours and open to everybody on this machine, unless somebody said otherwise. */
export function localChainSettings({ chosen, rpcPort }: Settings): Record<string, string> {
  return {
    ...(!chosen.has('CHAIN_NAME') && { CHAIN_NAME: 'Local network' }),
    ...(!chosen.has('PUBLIC_RPC_URL') && { PUBLIC_RPC_URL: `http://localhost:${rpcPort}` }),
  };
}

/** One of this project's own servers. */
export function programPlan(
  name: 'api' | 'indexer',
  databaseUrl: string | null,
  logFile: string,
  more: Readonly<Record<string, string>> = {},
): ProcessPlan {
  const root = projectRoot();
  return {
    name,
    command: process.execPath,
    args: ['--enable-source-maps', path.join(root, 'dist/apps', name, 'src/main.js')],
    // Its own login replaces whatever named the database before, in either form.
    environment: childEnvironment({
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '' }),
      // Nobody balances load here who would have to notice: Ctrl-C is to be quick.
      SHUTDOWN_DRAIN_SECONDS: '0',
      ...more,
    }),
    workingFolder: root,
    logFile,
    stopSignal: 'SIGTERM',
  };
}
