import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsString } from 'class-validator';
import { AddressListProperty, AddressProperty, OptionalWhenAbsent, PageQueryDto } from '@slipway/http';
import type { Address } from '@slipway/domain';

export const SAMPLE_SORTS = ['newest', 'volume'] as const;

/** A list's query: paging, an enumeration and addresses. */
export class SampleQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ enum: SAMPLE_SORTS, default: 'newest', description: 'Order.' })
  @OptionalWhenAbsent()
  @IsIn(SAMPLE_SORTS, { message: `must be one of ${SAMPLE_SORTS.join(', ')}` })
  sort: (typeof SAMPLE_SORTS)[number] = 'newest';

  @AddressProperty({ description: 'Only those of this creator.', required: false })
  creator?: Address;

  @AddressListProperty({ description: 'Only these.', max: 3 })
  tokens?: Address[];
}

export class SampleBodyDto {
  @ApiProperty({ description: 'Ids.', type: [String], maxItems: 3 })
  @IsArray({ message: 'must be a list' })
  @ArrayMaxSize(3, { message: 'must have at most 3 items' })
  @IsString({ each: true, message: 'every item must be text' })
  ids!: string[];
}

export class SampleDto {
  @ApiProperty({ description: 'What was understood.', type: 'object', additionalProperties: true })
  seen!: Record<string, unknown>;
}
