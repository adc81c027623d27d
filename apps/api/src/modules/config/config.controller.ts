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
      'Chain, contracts, launch requirements, limits, where to sign in and what else there is to read. Prices and costs ' +
      'are true at the block of `X-As-Of-Block`; a chain that cannot be reached changes nothing but `launch.cost`, which ' +
      'then is the last one known.',
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
      'The ABIs of every contract whose address this interface names. Those of `contracts` in `GET /config` have its keys; ' +
      '`appToken` is of the apps, `uniswapV2Pair` of the pools they graduate into, `universalRewardsDistributor` of reward ' +
      'programs. They change with the contracts only: keep them by their ETag.',
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
      'Which features are on now. Operators can switch them while all runs; every instance follows within 2 seconds. ' +
      'While `launches` is off, preflight says `launches_paused`; operations of the other features return 503 ' +
      '`service_unavailable` with `details.feature`. Ask again with `If-None-Match` as often as you like to know.',
    response: FeatureFlagsDto,
  })
  listFeatures(): FeatureFlagsDto {
    return this.service.listFeatures();
  }
}
