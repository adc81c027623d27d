import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';

const URL_SCHEMA = { type: 'string', format: 'uri' } as const;

@ApiSchema({ name: 'ChainConfig', description: 'The chain that the contracts are on.' })
export class ChainConfigDto {
  @ApiProperty({ type: 'integer', description: 'EIP-155 chain id.', example: 31337 })
  id!: number;

  @ApiProperty({ description: 'What to show people; `eip155:<id>` where nobody named it.' })
  name!: string;

  @ApiProperty({
    ...URL_SCHEMA,
    nullable: true,
    description: 'A JSON-RPC for clients; null: bring your own.',
  })
  rpcUrl!: string | null;

  @ApiProperty({ ...URL_SCHEMA, nullable: true, description: 'A block explorer, if there is one.' })
  explorerUrl!: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'Blocks after which a block is taken for final.',
    example: 64,
  })
  finalityBlocks!: number;
}

@ApiSchema({ name: 'Contracts', description: 'Addresses; the ABIs are at `links.abis`.' })
export class ContractsConfigDto {
  @ApiProperty(ADDRESS_SCHEMA)
  launchpad!: Address;

  @ApiProperty(ADDRESS_SCHEMA)
  platformToken!: Address;

  @ApiProperty(ADDRESS_SCHEMA)
  multicall3!: Address;

  @ApiProperty({
    ...ADDRESS_SCHEMA,
    description: "Chainlink's AggregatorV3Interface, platform token in USD.",
  })
  priceFeed!: Address;
}

@ApiSchema({ name: 'AuthConfig', description: 'How to sign in with a wallet, and what tokens say.' })
export class AuthConfigDto {
  @ApiProperty({ ...URL_SCHEMA, description: '`iss` of access tokens.' })
  issuer!: string;

  @ApiProperty({ ...URL_SCHEMA, description: '`aud` of access tokens.' })
  audience!: string;

  @ApiProperty({ ...URL_SCHEMA, description: 'POST here for a message to sign.' })
  challengeUrl!: string;

  @ApiProperty({ ...URL_SCHEMA, description: 'POST the message and its signature here for a token.' })
  tokenUrl!: string;

  @ApiProperty({ ...URL_SCHEMA, description: 'The keys that tokens are signed with (RFC 7517).' })
  jwksUrl!: string;

  @ApiProperty({ type: 'integer', example: 3600 })
  tokenLifetimeSeconds!: number;
}

@ApiSchema({ name: 'IndexerState', description: 'How far the answers of this interface reach.' })
export class IndexerConfigDto {
  @ApiProperty({ type: 'integer', description: 'The newest block in the answers.' })
  block!: number;

  @ApiProperty({ type: 'string', format: 'date-time', description: "That block's time." })
  blockTime!: string;

  @ApiProperty({ type: 'integer', description: "Seconds since the index was level with the chain's head." })
  lagSeconds!: number;
}

@ApiSchema({ name: 'Links', description: 'What else there is to read.' })
export class LinksConfigDto {
  @ApiProperty({ ...URL_SCHEMA, description: 'The OpenAPI description.' })
  openapi!: string;

  @ApiProperty({ ...URL_SCHEMA, description: 'The same for people.' })
  docs!: string;

  @ApiProperty({ ...URL_SCHEMA, description: 'The same for agents (llmstxt.org).' })
  llms!: string;

  @ApiProperty({ ...URL_SCHEMA, description: "The contracts' ABIs." })
  abis!: string;
}
