import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { ConfigService } from './config.service.js';
import { ConfigDto, ContractAbisDto, FeatureFlagsDto } from './config.dto.js';

const configRead = { status: 'proposed', access: 'public', limit: 'read', caching: 'revalidate' } as const;

@ApiTags('Config')
@Controller('config')
export class ConfigController {
  constructor(private readonly service: ConfigService) {}

  @Get()
  @Operation({
    ...configRead,
    id: 'getConfig',
    asOf: true,
    summary: 'Everything a client needs to start',
    description:
      'Chain, contracts, launch requirements, limits, where to sign in and what else there is to read. Prices and costs are ' +
      'true at the block of `X-As-Of-Block`.',
    response: ConfigDto,
  })
  get(): Promise<AsOf<ConfigDto>> {
    return this.service.get();
  }

  @Get('abis')
  @Operation({
    ...configRead,
    id: 'getAbis',
    summary: "The contracts' ABIs",
    description:
      'By the keys of `contracts` in `GET /config`; `appToken` is of the apps, `uniswapV2Pair` of their pools, ' +
      '`universalRewardsDistributor` of reward programs. They change with the contracts only: keep them by their ETag.',
    response: ContractAbisDto,
  })
  getAbis(): ContractAbisDto {
    return this.service.getAbis();
  }

  @Get('features')
  @Operation({
    ...configRead,
    id: 'getFeatures',
    summary: 'Feature flags',
    description:
      'Operators switch them while all runs; every instance follows within 2 seconds. While `launches` is off, preflight ' +
      'says `launches_paused`; operations of other features return 503 `service_unavailable` with `details.feature`. Ask ' +
      'with `If-None-Match` as often as you like.',
    response: FeatureFlagsDto,
  })
  listFeatures(): FeatureFlagsDto {
    return this.service.listFeatures();
  }
}
