import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { LimitProperty, OptionalWhenAbsent } from '../validation/property.decorators.js';

/** The opaque `cursor` of a list, as text; the list's own `CursorFormat` reads it. */
export function CursorProperty(
  description = 'The `nextCursor` of the page before, or what its `Link` has; opaque.',
): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string' }),
    OptionalWhenAbsent(),
    IsString({ message: 'must be text' }),
  );
}

/** The query of a list that is paginated; lists with filters extend it. */
export class PageQueryDto {
  @LimitProperty()
  limit: number = 20;

  @CursorProperty()
  cursor?: string;
}

/** The query of a given list, which is returned whole when no `limit` is sent (docs/http-contract.md section 1, Lists). */
export class WholeListQueryDto {
  @LimitProperty({ default: null })
  limit?: number;

  @CursorProperty()
  cursor?: string;
}
