import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiBoolean,
  ApiInteger,
  ApiSentence,
  ApiText,
  ApiTime,
  NULLABLE,
} from '../../../openapi/api-properties.js';
import { SigningWarningDto } from '../../../modules/market/curves/curves.dto.js';

@ApiSchema({ name: 'WalletCall', description: 'An unsigned call for a wallet to send.' })
export class WalletCallDto {
  @ApiAddress()
  to!: Address;

  @ApiText('Calldata.')
  data!: string;

  @ApiText('Wei to send along; always `0`.')
  value!: string;

  @ApiSentence('What it does, for people: `summary` of its explanation.')
  description!: string;
}

@ApiSchema({ name: 'PayloadBlock', description: 'The block that calls were made and tried out at.' })
export class PayloadBlockDto {
  @ApiInteger()
  block!: number;

  @ApiTime("That block's time.")
  time!: string;
}

@ApiSchema({ name: 'Simulation', description: 'What the calls would do, sent in sequence.' })
export class SimulationDto {
  @ApiProperty({
    type: 'boolean',
    nullable: true,
    description: 'Whether all go through; null when no node can tell.',
  })
  ok!: boolean | null;

  @ApiSentence("The contract's error, or why there is no result; null when `ok`.", NULLABLE)
  reason!: string | null;
}

@ApiSchema({ name: 'SentCall', description: 'A call in `SendCalls`.' })
export class SentCallDto {
  @ApiAddress()
  to!: Address;

  @ApiText('Calldata.')
  data!: string;

  @ApiText('Wei to send along, in hex; always `0x0`.', { example: '0x0' })
  value!: string;
}

@ApiSchema({
  name: 'SendCalls',
  description:
    'The parameter of `wallet_sendCalls` (EIP-5792) that sends the calls of a payload in one step.',
})
export class SendCallsDto {
  @ApiText('Of EIP-5792.', { example: '2.0.0' })
  version!: '2.0.0';

  @ApiAddress('Who sends the calls.')
  from!: Address;

  @ApiText('In hex.', { example: '0x7a69' })
  chainId!: string;

  @ApiBoolean('Whether all calls go through or none; true when there are several.')
  atomicRequired!: boolean;

  @ApiProperty({ type: [SentCallDto] })
  calls!: SentCallDto[];
}

/** What every payload has. */
export class PayloadDto {
  @ApiInteger()
  chainId!: number;

  @ApiProperty({ type: [WalletCallDto], description: 'To send in this order.' })
  calls!: WalletCallDto[];

  @ApiProperty({ type: PayloadBlockDto })
  asOf!: PayloadBlockDto;

  @ApiProperty({ type: SimulationDto })
  simulation!: SimulationDto;

  @ApiProperty({
    type: SendCallsDto,
    nullable: true,
    description: 'The same calls for a wallet that takes several at once; null when there are none.',
  })
  sendCalls!: SendCallsDto | null;

  @ApiProperty({ type: [SigningWarningDto], description: 'What to look at twice before signing.' })
  warnings!: SigningWarningDto[];
}
