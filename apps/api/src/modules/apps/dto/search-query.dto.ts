import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { LimitProperty } from '#http';

const MAX_LENGTH = 64;

export class SearchQueryDto {
  @ApiProperty({
    type: 'string',
    minLength: 1,
    maxLength: MAX_LENGTH,
    description:
      'Name, symbol or token address, whole or its beginning (addresses whole). 1 to 64 characters.',
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
}
