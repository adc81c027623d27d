import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { LimitProperty } from '@slipway/http';
import type { SparklineSpan } from '../sparklines.sql.js';
import { SparklineProperty } from '../list/list.dto.js';
import { AppSummaryDto } from '../app/app.dto.js';

const MAX_LENGTH = 64;

export class SearchQueryDto {
  @ApiProperty({
    type: 'string',
    minLength: 1,
    maxLength: MAX_LENGTH,
    description:
      'Name, symbol or token address, whole or its beginning (of an address `0x` and 6 digits at least). 1 to 64 characters.',
  })
  @ValidateBy(
    {
      name: 'isSearchText',
      // Characters are code points, as in JSON Schema; an emoji is one or a few.
      validator: {
        validate: (value) =>
          typeof value === 'string' &&
          value !== '' &&
          value.length <= 2 * MAX_LENGTH &&
          Array.from(value).length <= MAX_LENGTH,
      },
    },
    { message: `must be 1 to ${MAX_LENGTH} characters` },
  )
  q!: string;

  @LimitProperty()
  limit: number = 20;

  @SparklineProperty()
  sparkline?: SparklineSpan;
}

@ApiSchema({ name: 'AppSearch', description: 'Apps that a text may mean, best first.' })
export class AppSearchDto {
  @ApiProperty({ type: [AppSummaryDto] })
  apps!: AppSummaryDto[];
}
