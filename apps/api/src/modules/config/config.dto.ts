import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Abi } from 'viem';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiAmount,
  ApiInteger,
  ApiNumber,
  ApiText,
  ApiTime,
  ApiUrl,
  NULLABLE,
} from '../../openapi/api-properties.js';

@ApiSchema({ name: 'ChainConfig', description: 'The chain that the contracts are on.' })
export class ChainConfigDto {
  @ApiInteger('EIP-155 chain id.', { example: 31337 })
  id!: number;

  @ApiText('What to show people; `eip155:<id>` where it has no name.')
  name!: string;

  @ApiUrl('A JSON-RPC for clients; null: bring your own.', NULLABLE)
  rpcUrl!: string | null;

  @ApiUrl('A block explorer, if there is one.', NULLABLE)
  explorerUrl!: string | null;

  @ApiInteger('Blocks after which a block is taken for final, at the latest.', { example: 64 })
  finalityBlocks!: number;
}

@ApiSchema({ name: 'Contracts', description: 'Addresses; the ABIs are at `links.abis`.' })
export class ContractsConfigDto {
  @ApiAddress()
  launchpad!: Address;

  @ApiAddress()
  platformToken!: Address;

  @ApiAddress()
  multicall3!: Address;

  @ApiAddress('AggregatorV3Interface, platform token in USD. Null: none, or several.', NULLABLE)
  priceFeed!: Address | null;

  @ApiAddress('The UniswapV2Router02 by which apps trade after graduation, if there is one.', NULLABLE)
  router!: Address | null;
}

@ApiSchema({ name: 'AuthConfig', description: 'How to sign in with a wallet, and what tokens say.' })
export class AuthConfigDto {
  @ApiUrl('`iss` of access tokens.')
  issuer!: string;

  @ApiUrl('`aud` of access tokens.')
  audience!: string;

  @ApiUrl('POST here for a message to sign.')
  challengeUrl!: string;

  @ApiUrl('POST the message and its signature here for a token.')
  tokenUrl!: string;

  @ApiUrl('The keys that tokens are signed with (RFC 7517).')
  jwksUrl!: string;

  @ApiInteger(undefined, { example: 3600 })
  tokenLifetimeSeconds!: number;
}

@ApiSchema({ name: 'IndexerState', description: 'How far the data of this interface reaches.' })
export class IndexerConfigDto {
  @ApiInteger('The newest block in the data.')
  block!: number;

  @ApiTime("That block's time.")
  blockTime!: string;

  @ApiInteger("Seconds since the index was level with the chain's head.")
  lagSeconds!: number;
}

@ApiSchema({ name: 'Links', description: 'What else there is to read.' })
export class LinksConfigDto {
  @ApiUrl('The OpenAPI description.')
  openapi!: string;

  @ApiUrl('The same for people.')
  docs!: string;

  @ApiUrl('The same for agents (llmstxt.org).')
  llms!: string;

  @ApiUrl("The contracts' ABIs.")
  abis!: string;
}

@ApiSchema({ name: 'ServiceIdentity', description: 'The service that responds.' })
class ServiceDto {
  @ApiProperty({ example: 'Slipway' })
  name!: string;

  @ApiText('Version of this interface.', { example: '0.1.0' })
  version!: string;
}

@ApiSchema({ name: 'PlatformTokenConfig', description: 'The token that launches and trades are paid in.' })
class PlatformTokenDto {
  @ApiAddress()
  address!: Address;

  @ApiProperty({ example: 'SLIP' })
  symbol!: string;

  @ApiInteger(undefined, { example: 18 })
  decimals!: number;

  @ApiNumber("The feed's last price at the as-of block, in USD; null while it has none.", NULLABLE)
  priceUsd!: number | null;
}

@ApiSchema({
  name: 'LaunchRequirements',
  description: 'What `POST /preflight/launch` checks against; its own response is what counts.',
})
class LaunchConfigDto {
  @ApiAmount(
    "The launchpad's `launchCost()` at the as-of block: what the creator must approve, in wei of the platform token. " +
      'The last one known while the chain is out of reach; null before there was one.',
    NULLABLE,
  )
  cost!: string | null;

  @ApiInteger('Of the name, in grapheme clusters.')
  nameMaxLength!: number;

  @ApiInteger('Of the description, in characters.')
  descriptionMaxLength!: number;

  @ApiInteger('Of `imageUrl` and `website`, in characters.')
  urlMaxLength!: number;

  @ApiText('A regular expression (ECMA-262) that the symbol has to match.')
  symbolPattern!: string;

  @ApiInteger('Launches that one creator may make in 24 hours.')
  maxPerCreatorPer24h!: number;
}

@ApiSchema({ name: 'LimitBudget', description: 'Requests that a client may make in a window.' })
export class LimitBudgetDto {
  @ApiInteger(undefined, { example: 100 })
  limit!: number;

  @ApiInteger(undefined, { example: 60 })
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
export class ConfigDto {
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

/** A const, since the decorator's type knows of no open set of names, though what it makes does. */
const CONTRACT_ABIS = {
  name: 'ContractAbis',
  description:
    "The contract's key in `GET /config` to its ABI, as the Solidity compiler writes it (the Solidity docs' contract ABI specification).",
  additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
  example: {
    launchpad: [
      {
        type: 'function',
        name: 'launchCost',
        inputs: [],
        outputs: [{ name: '', type: 'uint256', internalType: 'uint256' }],
        stateMutability: 'view',
      },
    ],
  },
};

@ApiSchema(CONTRACT_ABIS)
export class ContractAbisDto {
  [name: string]: Abi;
}

/** A const, since the decorator's type knows of no open set of names, though what it makes does. */
const FEATURE_FLAGS = {
  name: 'FeatureFlags',
  description:
    'Flag name to whether it is on; an open set. `launches`, `claims`, `search` and `leaderboards` are always there.',
  additionalProperties: { type: 'boolean' },
  example: { claims: true, launches: true, leaderboards: true, search: true },
};

@ApiSchema(FEATURE_FLAGS)
export class FeatureFlagsDto {
  [name: string]: boolean;
}
