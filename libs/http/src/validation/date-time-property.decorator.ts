import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsDate } from 'class-validator';
import { OptionalWhenAbsent } from './optional-when-absent.decorator.js';
import { parseDateTime } from './parse-date-time.js';

/** An optional RFC 3339 date-time; the DTO holds it as a `Date`. */
export function DateTimeProperty(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', format: 'date-time' }),
    // What is no date-time stays text, which IsDate refuses.
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (parseDateTime(value) ?? value) : value,
    ),
    OptionalWhenAbsent(),
    IsDate({ message: 'must be a date-time such as 2026-11-21T00:00:00Z (in a URL, + of an offset is %2B)' }),
  );
}
