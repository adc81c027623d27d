import { Injectable } from '@nestjs/common';
import {
  MULTICALL3_ADDRESS,
  multicall3Abi,
  platformTokenAbi,
  priceFeedAbi,
  universalRewardsDistributorAbi,
} from '@slipway/chain';
import { LaunchFundsReader, Protocol } from '@slipway/protocols';
import {
  type AsOf,
  type AsOfBlock,
  mapKnown,
  ONE_USD,
  systemClock,
  toAddress,
  toJsonNumber,
  TOKEN_DECIMALS,
} from '@slipway/domain';
import { Flags } from '@slipway/flags';
import { expectIndexed, WINDOW_SECONDS } from '@slipway/http';
import { LAUNCH_LIMITS } from '@slipway/name-matching';
import { Settings } from '@slipway/settings';
import { authorityOf, TOKEN_LIFETIME_SECONDS } from '@slipway/auth';
import { SERVICE } from '../../platform/service-identity.js';
import type { ChainConfigDto, ConfigDto, ContractAbisDto, LimitBudgetDto } from './config.dto.js';
import { ConfigRepository } from './config.repository.js';

/** How long a chain that could not be asked is left alone, so that not every client waits for it. */
const RETRY_AFTER_MS = 2_000;

/** What a launch costs, for responses that are due while the chain is away. */
@Injectable()
export class LaunchCost {
  private known: bigint | null = null;
  private askAgainAt = 0;

  constructor(private readonly funds: LaunchFundsReader) {}

  /** The cost at a block; while the chain cannot be asked the last one known, and null when there is none. */
  async at(asOf: AsOfBlock): Promise<bigint | null> {
    if (systemClock.now().getTime() < this.askAgainAt) return this.known;
    try {
      this.known = (await this.funds.read(asOf, null)).cost;
    } catch {
      // Whatever it was, the chain has not said what a launch costs; the response has the other values.
      this.askAgainAt = systemClock.now().getTime() + RETRY_AFTER_MS;
    }
    return this.known;
  }
}

/**
 * The ABIs of every contract whose address this interface names, as the Solidity compiler wrote them. Those of `GET /config` have
 * its names, so that an address and its ABI are found by one.
 */
export const contractAbis = ({ abis }: Pick<Protocol, 'abis'>): ContractAbisDto => ({
  appToken: abis.app_token,
  launchpad: abis.launchpad,
  multicall3: multicall3Abi,
  platformToken: platformTokenAbi,
  priceFeed: priceFeedAbi,
  uniswapV2Pair: abis.pool,
  router: abis.router,
  universalRewardsDistributor: universalRewardsDistributorAbi,
});

@Injectable()
export class ConfigService {
  constructor(
    private readonly settings: Settings,
    private readonly repository: ConfigRepository,
    private readonly launchCost: LaunchCost,
    private readonly flags: Flags,
    private readonly protocol: Protocol,
  ) {}

  /** Everything a client needs to start. A chain that is away leaves the launch cost at the last one known. */
  async get(): Promise<AsOf<ConfigDto>> {
    const { asOf, platform } = expectIndexed(await this.repository.readPlatform());
    const cost = await this.launchCost.at(asOf);
    const { chain, limits, auth, links } = staticConfig(this.settings);
    const body = {
      service: SERVICE,
      chain: { id: platform.chainId, ...chain },
      contracts: {
        launchpad: platform.launchpad,
        platformToken: platform.platformToken,
        multicall3: MULTICALL3_ADDRESS,
        priceFeed: platform.priceFeeds.length === 1 ? (platform.priceFeeds[0] ?? null) : null,
        router: mapKnown(this.settings.routerAddress, toAddress),
      },
      platformToken: {
        address: platform.platformToken,
        symbol: platform.platformSymbol,
        decimals: TOKEN_DECIMALS,
        priceUsd: toPriceUsd(platform.oraclePrice),
      },
      launch: {
        cost: cost?.toString() ?? platform.lastLaunchCost,
        nameMaxLength: LAUNCH_LIMITS.nameMaxGraphemes,
        descriptionMaxLength: LAUNCH_LIMITS.descriptionMaxLength,
        urlMaxLength: LAUNCH_LIMITS.urlMaxLength,
        symbolPattern: LAUNCH_LIMITS.symbolPattern,
        maxPerCreatorPer24h: platform.maxPerCreatorPer24h,
      },
      limits,
      auth,
      indexer: {
        block: Number(asOf.block),
        blockTime: asOf.time.toISOString(),
        lagSeconds: Math.floor(asOf.lagSeconds),
      },
      links,
    };
    return { asOf, body };
  }

  /** Every flag of the interface and every other one that operators have set, as this instance knows them. */
  listFeatures(): Readonly<Record<string, boolean>> {
    return this.flags.list();
  }

  getAbis(): ContractAbisDto {
    return contractAbis(this.protocol);
  }
}

/** A feed's price in dollars; zero or less is no price. */
function toPriceUsd(oraclePrice: string | null): number | null {
  if (oraclePrice === null || BigInt(oraclePrice) <= 0n) return null;
  return toJsonNumber({ numerator: BigInt(oraclePrice), denominator: ONE_USD });
}

/** The settings that clients may know of, and no others: nothing secret can come in here. */
type PublicSettings = Pick<
  Settings,
  | 'publicBaseUrl'
  | 'chainName'
  | 'publicRpcUrl'
  | 'explorerUrl'
  | 'finality'
  | 'rateLimitReadPerMinute'
  | 'rateLimitHeavyPerMinute'
>;

type StaticConfig = Pick<ConfigDto, 'limits' | 'auth' | 'links'> & {
  readonly chain: Omit<ChainConfigDto, 'id'>;
};

/** What follows from the settings. Other routes lie beside the interface, at the origin's root. */
function staticConfig(settings: PublicSettings): StaticConfig {
  const { publicBaseUrl: base } = settings;
  const { issuer, audience } = authorityOf(base);
  const budget = (limit: number): LimitBudgetDto => ({ limit, windowSeconds: WINDOW_SECONDS });
  return {
    chain: {
      name: settings.chainName,
      rpcUrl: settings.publicRpcUrl,
      explorerUrl: settings.explorerUrl,
      finalityBlocks: settings.finality.blocks,
    },
    limits: {
      read: budget(settings.rateLimitReadPerMinute),
      heavy: budget(settings.rateLimitHeavyPerMinute),
    },
    auth: {
      issuer,
      audience,
      challengeUrl: `${base}/auth/challenge`,
      tokenUrl: `${base}/auth/token`,
      jwksUrl: `${issuer}/.well-known/jwks.json`,
      tokenLifetimeSeconds: TOKEN_LIFETIME_SECONDS,
    },
    links: {
      openapi: `${issuer}/openapi.json`,
      docs: `${issuer}/docs`,
      llms: `${issuer}/llms.txt`,
      abis: `${base}/config/abis`,
    },
  };
}
