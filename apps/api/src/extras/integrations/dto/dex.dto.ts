import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { AddressProperty, CountProperty } from '@slipway/http';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiHash,
  ApiInteger,
  ApiText,
  ApiUntrustedText,
} from '../../../openapi/api-properties.js';
import { PAIR_ID_PATTERN } from '../pair-id.js';

/** A plain decimal of at most 50 places. */
const DECIMAL = { type: 'string', pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,50})?$' } as const;
export const ApiDecimal = (description?: string): PropertyDecorator =>
  ApiProperty({ ...DECIMAL, ...(description !== undefined && { description }) });
export const ApiOptionalDecimal = (description?: string): PropertyDecorator =>
  ApiPropertyOptional({ ...DECIMAL, ...(description !== undefined && { description }) });

/** No deployment has it. */
const EXAMPLE = `0x${'1'.repeat(40)}`;

export class AssetQueryDto {
  @AddressProperty({ description: "An app's token, or the platform token." })
  id!: Address;
}

export class PairQueryDto {
  @ApiProperty({
    type: 'string',
    pattern: PAIR_ID_PATTERN.source,
    example: `${EXAMPLE}-curve`,
    description: "A pool's address, or an app's token with `-curve`: its bonding curve.",
  })
  @Matches(PAIR_ID_PATTERN, { message: 'must be an address, or an address with -curve' })
  id!: string;
}

export class BlockRangeQueryDto {
  @CountProperty('The first block.', { required: true })
  fromBlock!: number;

  @CountProperty('The last block, included. At most 9,999 after `fromBlock`, and final.', { required: true })
  toBlock!: number;
}

@ApiSchema({ name: 'DexBlock' })
export class DexBlockDto {
  @ApiInteger()
  blockNumber!: number;

  @ApiInteger('Unix time in seconds.')
  blockTimestamp!: number;
}

@ApiSchema({ name: 'DexLatestBlock' })
export class DexLatestBlockDto {
  @ApiProperty({ type: DexBlockDto })
  block!: DexBlockDto;
}

@ApiSchema({ name: 'DexAsset', description: "A token. Names and symbols are strangers' text, on one line." })
export class DexAssetDto {
  @ApiAddress(undefined, { example: EXAMPLE })
  id!: Address;

  @ApiUntrustedText()
  name!: string;

  @ApiUntrustedText()
  symbol!: string;

  @ApiOptionalDecimal('In whole tokens. Absent for the platform token.')
  totalSupply?: string;
}

@ApiSchema({ name: 'GeckoAsset', description: 'A token with its decimals.' })
export class GeckoAssetDto extends DexAssetDto {
  @ApiInteger()
  decimals!: number;
}

@ApiSchema({ name: 'DexAssetResponse' })
export class DexAssetResponseDto {
  @ApiProperty({ type: DexAssetDto })
  asset!: DexAssetDto;
}

@ApiSchema({ name: 'GeckoAssetResponse' })
export class GeckoAssetResponseDto {
  @ApiProperty({ type: GeckoAssetDto })
  asset!: GeckoAssetDto;
}

@ApiSchema({
  name: 'DexPair',
  description: 'A market: asset 0 is the app token, asset 1 the platform token.',
})
export class DexPairDto {
  @ApiText("The pool's address, or the token's with `-curve`.", { example: `${EXAMPLE}-curve` })
  id!: string;

  @ApiText()
  dexKey!: string;

  @ApiAddress()
  asset0Id!: Address;

  @ApiAddress()
  asset1Id!: Address;

  @ApiInteger()
  createdAtBlockNumber!: number;

  @ApiInteger('Unix time in seconds.')
  createdAtBlockTimestamp!: number;

  @ApiHash()
  createdAtTxnId!: string;

  @ApiAddress("The app's creator.")
  creator!: Address;

  @ApiInteger('Fee in hundredths of a percent.')
  feeBps!: number;
}

@ApiSchema({ name: 'DexPairResponse' })
export class DexPairResponseDto {
  @ApiProperty({ type: DexPairDto })
  pair!: DexPairDto;
}

@ApiSchema({ name: 'DexReserves', description: 'What the market holds after the event, in whole tokens.' })
export class DexReservesDto {
  @ApiDecimal()
  asset0!: string;

  @ApiDecimal()
  asset1!: string;
}

@ApiSchema({
  name: 'DexEvent',
  description:
    'A `swap` has one asset in and the other out, and a price; a `join` or `exit` has two amounts.',
})
export class DexEventDto {
  @ApiProperty({ type: DexBlockDto })
  block!: DexBlockDto;

  @ApiProperty({ enum: ['swap', 'join', 'exit'] })
  eventType!: 'swap' | 'join' | 'exit';

  @ApiHash()
  txnId!: string;

  @ApiInteger('Place among the transactions of the block that have events.')
  txnIndex!: number;

  @ApiInteger('Place among the events of the transaction.')
  eventIndex!: number;

  @ApiText('Whose event it is; of a graduation, the launchpad.')
  maker!: string;

  @ApiText()
  pairId!: string;

  @ApiOptionalDecimal()
  asset0In?: string;

  @ApiOptionalDecimal('What the buyer paid, fee included.')
  asset1In?: string;

  @ApiOptionalDecimal()
  asset0Out?: string;

  @ApiOptionalDecimal("The seller's proceeds before the fee.")
  asset1Out?: string;

  @ApiOptionalDecimal('Platform tokens for one app token, without the fee. Never 0.')
  priceNative?: string;

  @ApiOptionalDecimal()
  amount0?: string;

  @ApiOptionalDecimal()
  amount1?: string;

  @ApiProperty({ type: DexReservesDto })
  reserves!: DexReservesDto;
}

@ApiSchema({ name: 'DexEvents' })
export class DexEventsDto {
  @ApiProperty({ type: [DexEventDto] })
  events!: DexEventDto[];
}
