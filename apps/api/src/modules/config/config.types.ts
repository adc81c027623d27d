import type { Abi } from 'viem';
import type { Address } from '#values';

/** What the index knows of the platform at its head. Amounts are decimal strings of wei, answers have 8 decimals. */
export interface PlatformFacts {
  readonly chainId: number;
  readonly launchpad: Address;
  readonly platformToken: Address;
  readonly priceFeed: Address;
  readonly platformSymbol: string;
  /** The price feed's last answer, which may be no price. */
  readonly answer: string | null;
  readonly maxPerCreatorPer24h: number;
  /** What the newest launch has paid. */
  readonly lastLaunchCost: string | null;
}

export interface LimitBudget {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** What of the configuration follows from the settings alone. */
export interface StaticConfig {
  readonly chain: {
    readonly name: string;
    readonly rpcUrl: string | null;
    readonly explorerUrl: string | null;
    readonly finalityBlocks: number;
  };
  readonly limits: { readonly read: LimitBudget; readonly heavy: LimitBudget };
  readonly auth: {
    readonly issuer: string;
    readonly audience: string;
    readonly challengeUrl: string;
    readonly tokenUrl: string;
    readonly jwksUrl: string;
    readonly tokenLifetimeSeconds: number;
  };
  readonly links: {
    readonly openapi: string;
    readonly docs: string;
    readonly llms: string;
    readonly abis: string;
  };
}

/** Everything a client needs to start. */
export interface PublicConfig extends StaticConfig {
  readonly service: { readonly name: string; readonly version: string };
  readonly chain: StaticConfig['chain'] & { readonly id: number };
  readonly contracts: {
    readonly launchpad: Address;
    readonly platformToken: Address;
    readonly multicall3: Address;
    readonly priceFeed: Address;
  };
  readonly platformToken: {
    readonly address: Address;
    readonly symbol: string;
    readonly decimals: number;
    readonly priceUsd: number | null;
  };
  readonly launch: {
    readonly cost: string | null;
    readonly nameMaxLength: number;
    readonly descriptionMaxLength: number;
    readonly urlMaxLength: number;
    readonly symbolPattern: string;
    readonly maxPerCreatorPer24h: number;
  };
  readonly indexer: {
    readonly block: number;
    readonly blockTime: string;
    readonly lagSeconds: number;
  };
}

/** ABIs by the contracts' names. */
export type ContractAbis = Readonly<Record<string, Abi>>;
