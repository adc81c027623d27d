import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import type { LimitBudget, PublicConfig } from '../config.types.js';
import {
  AuthConfigDto,
  ChainConfigDto,
  ContractsConfigDto,
  IndexerConfigDto,
  LinksConfigDto,
} from './config-parts.dto.js';

@ApiSchema({ name: 'ServiceIdentity', description: 'Who answers.' })
class ServiceDto {
  @ApiProperty({ example: 'Slipway' })
  name!: string;

  @ApiProperty({ description: 'Version of this interface.', example: '0.1.0' })
  version!: string;
}

@ApiSchema({ name: 'PlatformTokenConfig', description: 'The token that launches and trades are paid in.' })
class PlatformTokenDto {
  @ApiProperty(ADDRESS_SCHEMA)
  address!: Address;

  @ApiProperty({ example: 'SLIP' })
  symbol!: string;

  @ApiProperty({ type: 'integer', example: 18 })
  decimals!: number;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: "The price feed's last answer at the as-of block, in USD; null while it has none.",
  })
  priceUsd!: number | null;
}

@ApiSchema({
  name: 'LaunchRequirements',
  description: 'What `POST /preflight/launch` judges by; its own answer is what counts.',
})
class LaunchConfigDto {
  @ApiProperty({
    type: 'string',
    nullable: true,
    pattern: '^(0|[1-9][0-9]*)$',
    description:
      "The launchpad's `launchCost()` at the as-of block: what the creator must approve, in wei of the platform token. " +
      'While the chain cannot be reached the last one known; null only when none was known yet.',
  })
  cost!: string | null;

  @ApiProperty({ type: 'integer', description: 'Of the name, in grapheme clusters.' })
  nameMaxLength!: number;

  @ApiProperty({ type: 'integer', description: 'Of the description, in characters.' })
  descriptionMaxLength!: number;

  @ApiProperty({ type: 'integer', description: 'Of `imageUrl` and `website`, in characters.' })
  urlMaxLength!: number;

  @ApiProperty({ description: 'A regular expression (ECMA-262) that the symbol has to match.' })
  symbolPattern!: string;

  @ApiProperty({ type: 'integer', description: 'Launches that one creator may make in 24 hours.' })
  maxPerCreatorPer24h!: number;
}

@ApiSchema({ name: 'LimitBudget', description: 'Requests that a client may make in a window.' })
class LimitBudgetDto implements LimitBudget {
  @ApiProperty({ type: 'integer', example: 100 })
  limit!: number;

  @ApiProperty({ type: 'integer', example: 60 })
  windowSeconds!: number;
}

@ApiSchema({
  name: 'RateLimits',
  description: 'The budgets by class; an operation names its own in `x-rate-limit-class`.',
})
class LimitsDto {
  @ApiProperty({ type: LimitBudgetDto })
  read!: LimitBudgetDto;

  @ApiProperty({ type: LimitBudgetDto })
  heavy!: LimitBudgetDto;
}

@ApiSchema({ name: 'Config', description: 'Everything a client needs to start.' })
export class ConfigDto implements PublicConfig {
  @ApiProperty({ type: ServiceDto })
  service!: ServiceDto;

  @ApiProperty({ type: ChainConfigDto })
  chain!: ChainConfigDto;

  @ApiProperty({ type: ContractsConfigDto })
  contracts!: ContractsConfigDto;

  @ApiProperty({ type: PlatformTokenDto })
  platformToken!: PlatformTokenDto;

  @ApiProperty({ type: LaunchConfigDto })
  launch!: LaunchConfigDto;

  @ApiProperty({ type: LimitsDto })
  limits!: LimitsDto;

  @ApiProperty({ type: AuthConfigDto })
  auth!: AuthConfigDto;

  @ApiProperty({ type: IndexerConfigDto })
  indexer!: IndexerConfigDto;

  @ApiProperty({ type: LinksConfigDto })
  links!: LinksConfigDto;
}
