import { spawn, type ChildProcess } from 'node:child_process';
import {
  createTestClient,
  http,
  publicActions,
  walletActions,
  type PublicActions,
  type TestClient,
  type Transport,
  type WalletActions,
} from 'viem';
import { localChain } from '../../apps/devnet/src/chain/viem-chain.js';
import { anvilArguments, anvilBinary, type AnvilOptions } from '../../apps/devnet/src/anvil.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

type LocalChainDefinition = typeof localChain;

/** Reads, writes, and anvil's own calls, on one chain. */
export type AnvilClient = TestClient<'anvil', Transport, LocalChainDefinition> &
  PublicActions<Transport, LocalChainDefinition> &
  WalletActions<LocalChainDefinition>;

/** A running anvil of a test. */
export interface RunningAnvil {
  readonly rpcUrl: string;
  readonly port: number;
  readonly pid: number;
  readonly client: AnvilClient;
  /** Ends it as Ctrl-C would, state file written, and waits until it is gone. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

/** Everything that this process started: none outlives it, however it ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts anvil on a free port, and waits until it responds.
 *
 * @param options as for {@link anvilArguments}; the port is optional
 * @param more further arguments for anvil, such as `['--block-time', '1']`
 */
export async function startAnvil(
  options: Partial<AnvilOptions> = {},
  more: readonly string[] = [],
): Promise<RunningAnvil> {
  const port = options.port ?? (await freePort());
  const child = spawn(anvilBinary(), [...anvilArguments({ ...options, port }), ...more], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child);
      resolve();
    });
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await gone;
  };
  const rpcUrl = `http://127.0.0.1:${port}`;
  const client = createAnvilClient(rpcUrl);
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`anvil stopped with code ${child.exitCode}`);
    return client.getChainId().then(
      () => true,
      () => false,
    );
  };
  await until('anvil responds', isReady);
  return {
    rpcUrl,
    port,
    pid: child.pid ?? 0,
    client,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** A client for tests, without a cache. */
function createAnvilClient(rpcUrl: string): AnvilClient {
  return createTestClient({
    mode: 'anvil',
    chain: localChain,
    transport: http(rpcUrl, { retryCount: 0, timeout: 60_000 }),
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
}
