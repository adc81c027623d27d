import {
  multicall3Abi,
  platformTokenAbi,
  priceFeedAbi,
  universalRewardsDistributorAbi,
} from '@slipway/chain';
import {
  ERC20,
  OWNABLE,
  PERMIT,
  type Protocol,
  type ProtocolContract,
  type Telling,
} from '@slipway/protocols';
import type { Abi } from 'viem';
import type { ContractKind } from '../call-kinds.js';

type CommonContract = Exclude<ContractKind, ProtocolContract>;
type Tellings<Kind extends string> = Readonly<Record<Kind, Readonly<Record<string, Telling>>>>;

/** Contracts that every launchpad may have. */
const ABIS: Readonly<Record<CommonContract, Abi>> = {
  platform_token: platformTokenAbi,
  multicall3: multicall3Abi,
  price_feed: priceFeedAbi,
  distributor: universalRewardsDistributorAbi,
};

/** Through Multicall3 the calls are told one by one. */
const TOGETHER: Telling = { intent: 'Make calls together', sentence: 'Make calls through Multicall3.' };

const TELLINGS = {
  platform_token: { ...ERC20, permit: PERMIT },
  multicall3: {
    aggregate: TOGETHER,
    aggregate3: TOGETHER,
    aggregate3Value: TOGETHER,
    blockAndAggregate: TOGETHER,
    tryAggregate: TOGETHER,
    tryBlockAndAggregate: TOGETHER,
  },
  price_feed: {
    ...OWNABLE,
    setTransmitter: {
      intent: 'Set who reports prices',
      sentence: 'Let {transmitter_} report the prices of this feed.',
      recipient: 'transmitter_',
    },
    transmit: { intent: 'Report a price', sentence: 'Report {answer} as the price, of 8 decimals.' },
  },
  distributor: {
    ...OWNABLE,
    claim: {
      intent: 'Claim rewards',
      sentence: 'Claim rewards up to {claimable} in all, for {account}.',
      amounts: { claimable: ['claims_up_to', 'reward'] },
      recipient: 'account',
      byAnyone: true,
    },
    setRoot: { intent: 'Set a reward tree', sentence: 'Put the reward tree {newRoot} into force.' },
  },
} as const satisfies Tellings<CommonContract>;

/** **The** table: the ABI of each kind of contract that calls are explained of, and how each function that can be sent is told. */
export function knownContracts({
  abis,
  tellings,
}: Pick<Protocol, 'abis' | 'tellings'>): ReadonlyMap<
  ContractKind,
  { readonly abi: Abi; readonly tellings: Readonly<Record<string, Telling>> }
> {
  const all = { ...TELLINGS, ...tellings };
  return new Map(
    Object.entries({ ...ABIS, ...abis }).map(([kind, abi]) => {
      const known = kind as ContractKind;
      return [known, { abi, tellings: all[known] }];
    }),
  );
}
