import {
  ContractReader,
  WrongContractError,
  platformTokenAbi,
  readFeed,
  type ChainNode,
  type Feed,
  type NamedContract,
} from '@slipway/chain';
import { TOKEN_DECIMALS, type Address } from '@slipway/domain';
import { SettingsError } from '@slipway/settings';
import type { Constants, Protocol } from './protocol.js';

export interface Contracts {
  readonly launchpad: Address;
  readonly platformToken: Address;
  /** Whose product is the price of the platform token in USD; none: there is no price. */
  readonly priceFeeds: readonly Address[];
}

/** The contracts and the constants that hold for every app. Amounts in wei. */
export interface Deployment extends Contracts, Constants {
  readonly protocol: Protocol;
  /** The price feeds, as they are. */
  readonly feeds: readonly Feed[];
  readonly chainId: number;
  readonly platformSymbol: string;
  /** Whether the platform token's own transfers are left out: who funded whom is not known then. */
  readonly withoutFundings?: boolean;
}

const WHOLE_PPM = 1_000_000;

/** Longer ones are no symbol. */
const MAX_SYMBOL = 64;

/**
 * Reads the contracts' constants.
 * @throws WrongChainError when the node is on another chain; NodeError when no node can say
 * @throws SettingsError with a line for each address that has no contract, or another one
 */
export async function readDeployment(
  node: ChainNode,
  protocol: Protocol,
  contracts: Contracts,
  chainId: number,
): Promise<Deployment> {
  const reader = await ContractReader.open(node);
  const mistakes: string[] = [];
  const read = async <T>(reading: Promise<T>): Promise<T | null> => {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof WrongContractError)) throw error;
      mistakes.push(error.message);
      return null;
    }
  };
  const [constants, platformSymbol, ...feeds] = await Promise.all([
    read(readLaunchpad(reader, protocol, contracts)),
    read(readPlatformToken(reader, contracts)),
    ...contracts.priceFeeds.map((address) => read(readFeed(reader, address))),
  ]);
  if (constants === null || platformSymbol === null || feeds.includes(null) || mistakes.length > 0)
    throw new SettingsError(mistakes);
  return {
    protocol,
    ...contracts,
    feeds: feeds.filter((feed) => feed !== null),
    chainId,
    platformSymbol,
    ...constants,
  };
}

/** @throws WrongContractError, NodeError */
export async function readLaunchpad(
  reader: ContractReader,
  protocol: Protocol,
  { launchpad, platformToken }: Contracts,
): Promise<Constants> {
  const contract = {
    setting: 'LAUNCHPAD_ADDRESS',
    kind: `launchpad of ${protocol.name}`,
    address: launchpad,
    abi: protocol.abis.launchpad,
  };
  // First by itself: what has no code is told once.
  const paidIn = await protocol.readPlatformToken(reader, contract);
  const constants = await protocol.readConstants(reader, contract);
  if (paidIn !== platformToken)
    throw new WrongContractError(
      `PLATFORM_TOKEN_ADDRESS: the launchpad at ${launchpad} is paid in ${paidIn}, not in ${platformToken}`,
    );
  if (constants.feePpm !== null && constants.feePpm > WHOLE_PPM)
    throw new WrongContractError(
      `${contract.setting}: a fee of ${constants.feePpm} millionths is more than the whole`,
    );
  return constants;
}

/** Its symbol. @throws WrongContractError when it has other decimals than 18, too; NodeError */
export async function readPlatformToken(
  reader: ContractReader,
  { platformToken: address }: Contracts,
): Promise<string> {
  const setting = 'PLATFORM_TOKEN_ADDRESS';
  const contract: NamedContract = { setting, kind: 'ERC-20 token', address, abi: platformTokenAbi };
  const decimals = await reader.read<number>(contract, 'decimals');
  const symbol = await reader.read<string>(contract, 'symbol');
  if (decimals !== TOKEN_DECIMALS)
    throw new WrongContractError(`${setting}: the token at ${address} has ${decimals} decimals, not 18`);
  if (symbol.length > MAX_SYMBOL)
    throw new WrongContractError(`${setting}: the symbol of the token at ${address} is too long`);
  return symbol;
}
