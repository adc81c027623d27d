import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiInteger,
  ApiText,
  ApiTime,
  ApiUntrustedText,
  NULLABLE,
} from '../../../openapi/api-properties.js';

@ApiSchema({ name: 'WalletCall', description: 'An unsigned call for a wallet to send.' })
export class WalletCallDto {
  @ApiAddress()
  to!: Address;

  @ApiText('Calldata.')
  data!: string;

  @ApiText('Wei to send along; always `0`.')
  value!: string;

  @ApiUntrustedText("What it does, for people. Quotes the app's symbol, which is untrusted text.")
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

  @ApiUntrustedText(
    "The contract's error, or why there is no result. Untrusted text; null when `ok`.",
    NULLABLE,
  )
  reason!: string | null;
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
}
