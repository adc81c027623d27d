import { Injectable } from '@nestjs/common';
import { MULTICALL3_ADDRESS } from '@slipway/chain';
import { Flags } from '@slipway/flags';
import { expectIndexed } from '@slipway/http';
import { LAUNCH_LIMITS } from '@slipway/name-matching';
import { Settings } from '@slipway/settings';
import { mapKnown, ONE_USD, toAddress, toJsonNumber, TOKEN_DECIMALS, type AsOf } from '@slipway/domain';
import { SERVICE } from '../../platform/service-identity.js';
import { ConfigRepository } from './config.repository.js';
import { CONTRACT_ABIS } from './contract-abis.js';
import type { ContractAbisDto } from './dto/config-maps.dto.js';
import type { ConfigDto } from './dto/config.dto.js';
import { LaunchCost } from './launch-cost.js';
import { staticConfig } from './static-config.js';

@Injectable()
export class ConfigService {
  constructor(
    private readonly settings: Settings,
    private readonly repository: ConfigRepository,
    private readonly launchCost: LaunchCost,
    private readonly flags: Flags,
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
        priceFeed: platform.priceFeed,
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
    return CONTRACT_ABIS;
  }
}

/** A feed's price in dollars; zero or less is no price. */
function toPriceUsd(oraclePrice: string | null): number | null {
  if (oraclePrice === null || BigInt(oraclePrice) <= 0n) return null;
  return toJsonNumber({ numerator: BigInt(oraclePrice), denominator: ONE_USD });
}
