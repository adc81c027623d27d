import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, Matches } from 'class-validator';
import { OptionalWhenAbsent } from '@slipway/http';

const MAX_FIELDS = 32;
const FIELD = /^[A-Za-z0-9]{1,32}(\.[A-Za-z0-9]{1,32}){0,4}$/;
const FIELDS_MESSAGE = `must be 1 to ${MAX_FIELDS} paths such as apps.priceUsd`;

/** What every tool takes. */
export class ToolInput {
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string' },
    maxItems: MAX_FIELDS,
    description: 'Only these output paths, such as `apps.priceUsd`, uncut.',
  })
  @OptionalWhenAbsent()
  @Matches(FIELD, { each: true, message: FIELDS_MESSAGE })
  @ArrayMaxSize(MAX_FIELDS, { message: FIELDS_MESSAGE })
  @ArrayNotEmpty({ message: FIELDS_MESSAGE })
  @IsArray({ message: FIELDS_MESSAGE })
  fields?: string[];
}

/** How many items an input asks for; 0 for a tool that has no `limit`. */
export function limitOf(input: ToolInput & { readonly limit?: number }): number {
  return input.limit ?? 0;
}
