import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { OptionalWhenAbsent } from '../validation/property.decorators.js';

/** The opaque `cursor` of a list, as text; the list's own `CursorFormat` reads it. */
export function CursorProperty(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: 'The `nextCursor` of the page before, or what its `Link` has; opaque.',
      type: 'string',
    }),
    OptionalWhenAbsent(),
    IsString({ message: 'must be text' }),
  );
}
