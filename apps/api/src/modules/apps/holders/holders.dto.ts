import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { CountProperty, PageQueryDto } from '@slipway/http';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiAmount,
  ApiInteger,
  ApiNextCursor,
  ApiNumber,
  ApiWordOrNull,
  RATIO,
} from '../../../openapi/api-properties.js';
import { HOLDER_LABELS, type HolderLabel } from './holders.repository.js';

@ApiSchema({ name: 'Holder', description: "One holder of an app's token." })
export class HolderDto {
  @ApiInteger('Place in the order, 1 is the richest.', { minimum: 1 })
  rank!: number;

  @ApiAddress('The holder, EIP-55.')
  address!: Address;

  @ApiAmount('Balance in base units (wei).')
  balance!: string;

  @ApiNumber('Part of the total supply: 0.05 is 5 %.', RATIO)
  share!: number;

  @ApiWordOrNull(
    'HolderLabel',
    HOLDER_LABELS,
    '`curve`: the launchpad, with what is left. `pool`: its pair. ' +
      '`creator`: the wallet that launched it. Null for everybody else.',
  )
  label!: HolderLabel | null;
}

@ApiSchema({ name: 'HolderList', description: "A page of an app's holders, richest first." })
export class HolderListDto {
  @ApiProperty({ type: [HolderDto] })
  holders!: HolderDto[];

  @ApiInteger('Addresses other than 0x0 with a balance above zero.')
  totalHolders!: number;

  @ApiNextCursor()
  nextCursor!: string | null;
}

export class HoldersQueryDto extends PageQueryDto {
  @CountProperty('A final block, for holders at its end. Counts as ten requests.')
  block?: number;
}
