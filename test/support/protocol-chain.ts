import type { Address } from 'viem';
import { findProtocol, type Protocol } from '@slipway/protocols';
import { loadSettings } from '@slipway/settings';
import { findLocalLaunchpad } from '../../apps/devnet/src/launchpads/local-launchpads.js';
import { LOCAL_CHAIN_ID } from '../../apps/devnet/src/chain/local-addresses.js';
import { planScenario } from '../../apps/devnet/src/scenario/plan-scenario.js';
import type { PlannedBlock } from '../../apps/devnet/src/scenario/action.js';
import { playBlocks } from '../../apps/devnet/src/scenario/run-scenario.js';
import { startAnvil } from './anvil.js';

/** A chain that a protocol's launchpad is on. */
export interface ProtocolChain {
  readonly protocol: Protocol;
  readonly rpcUrl: string;
  readonly startBlock: bigint;
  readonly contracts: Readonly<Record<'launchpad' | 'platformToken' | 'router', Address>>;
  /** Of a local chain: its only one. */
  readonly priceFeed: Address | null;
  /** Settings of the programs. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Settings that say where a launchpad is. */
const NAMES = [
  ...['CHAIN_ID', 'RPC_URL', 'START_BLOCK', 'FINALITY', 'LAUNCHPAD_ADDRESS', 'PLATFORM_TOKEN_ADDRESS'],
  ...['PRICE_FEED_ADDRESS', 'ROUTER_ADDRESS', 'MULTICALL3_ADDRESS'],
];

/**
 * The chain that the environment's `RPC_URL` names with its contracts; without one a local chain with the protocol's own contracts,
 * and the beginning of the scenario on it.
 */
export function openProtocolChain(name: string): Promise<ProtocolChain> {
  return process.env.RPC_URL === undefined ? openLocal(name) : Promise.resolve(openConfigured(name));
}

function openConfigured(name: string): ProtocolChain {
  const given = NAMES.flatMap((one) => {
    const value = process.env[one];
    return value === undefined ? [] : [[one, value] as const];
  });
  const environment = { ...Object.fromEntries(given), PROTOCOL: name };
  const settings = loadSettings(environment);
  const { launchpadAddress, platformTokenAddress, routerAddress, rpc, startBlock } = settings;
  if (routerAddress === null) throw new Error('ROUTER_ADDRESS is not set');
  return {
    protocol: findProtocol(name),
    rpcUrl: rpc.http[0],
    startBlock,
    contracts: { launchpad: launchpadAddress, platformToken: platformTokenAddress, router: routerAddress },
    priceFeed: null,
    environment,
    stop: () => Promise.resolve(),
  };
}

async function openLocal(name: string): Promise<ProtocolChain> {
  const launchpad = findLocalLaunchpad(name);
  const protocol = findProtocol(name);
  const { addresses } = launchpad.contracts;
  const anvil = await startAnvil();
  const plan = planScenario(launchpad, { seed: 17, endTime: Math.floor(Date.now() / 1_000) });
  await playBlocks(anvil.rpcUrl, launchpad, beginning(plan));
  return {
    protocol,
    rpcUrl: anvil.rpcUrl,
    startBlock: 0n,
    contracts: addresses,
    priceFeed: addresses.priceFeed,
    environment: {
      PROTOCOL: name,
      CHAIN_ID: String(LOCAL_CHAIN_ID),
      RPC_URL: anvil.rpcUrl,
      LAUNCHPAD_ADDRESS: addresses.launchpad,
      PLATFORM_TOKEN_ADDRESS: addresses.platformToken,
      PRICE_FEED_ADDRESS: addresses.priceFeed,
      ROUTER_ADDRESS: addresses.router,
    },
    stop: () => anvil.stop(),
  };
}

/** Up to some trades in a pool, and after a change of the fee: both come early with this seed. */
export function beginning(plan: readonly PlannedBlock[]): readonly PlannedBlock[] {
  const swaps = plan.flatMap((block, i) =>
    block.actions.some((action) => 'place' in action && action.place === 'pool') ? [i] : [],
  );
  const fee = plan.findIndex((block) => block.actions.some(({ kind }) => kind === 'fee'));
  return plan.slice(0, Math.max(swaps[10] ?? 0, fee + 20));
}
