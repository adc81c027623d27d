import path from 'node:path';
import { childEnvironment, type Env } from '#env';
import { anvilArguments } from './anvil-arguments.js';
import { anvilBinary } from './anvil-binary.js';
import type { ChainState } from './chain-state.js';
import { projectRoot } from './project-root.js';
import type { ProcessPlan } from './supervised-process.js';

/** The local chain, kept in the data folder. */
export function anvilPlan(env: Env, state: ChainState, logFile: string): ProcessPlan {
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

/** One of this project's own servers. */
export function programPlan(
  name: 'api' | 'indexer',
  databaseUrl: string | null,
  logFile: string,
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
    }),
    workingFolder: root,
    logFile,
    stopSignal: 'SIGTERM',
  };
}
