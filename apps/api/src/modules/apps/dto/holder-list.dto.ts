import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import { HOLDER_LABELS, type Holder, type HolderLabel, type HolderList } from '../holders.types.js';

@ApiSchema({ name: 'Holder', description: "One holder of an app's token." })
export class HolderDto implements Holder {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Place in the order, 1 is the richest.' })
  rank!: number;

  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'The holder, EIP-55.' })
  address!: Address;

  @ApiProperty({ type: 'string', pattern: '^(0|[1-9][0-9]*)$', description: 'Balance in base units (wei).' })
  balance!: string;

  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'Part of the total supply: 0.05 is 5 %.',
  })
  share!: number;

  @ApiProperty({
    enum: [...HOLDER_LABELS, null],
    type: 'string',
    nullable: true,
    description:
      '`curve`: the launchpad, which holds what is left on the curve. `pool`: the pair the app graduated into. ' +
      '`creator`: the wallet that launched it. Null for everybody else.',
  })
  label!: HolderLabel | null;
}

@ApiSchema({ name: 'HolderList', description: "A page of an app's holders, richest first." })
export class HolderListDto implements HolderList {
  @ApiProperty({ type: [HolderDto] })
  holders!: HolderDto[];

  @ApiProperty({ type: 'integer', description: 'Addresses other than 0x0 with a balance above zero.' })
  totalHolders!: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: '`cursor` of the next page; null on the last.',
  })
  nextCursor!: string | null;
}
