import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { OptionalWhenAbsent } from './optional-when-absent.decorator.js';

interface LimitOptions {
  readonly max?: number;
  /** Shown in the description; the DTO sets it as the property's initial value. Null when there is none. */
  readonly default?: number | null;
}

/** A plain positive decimal integer: no sign, exponent, space or leading zero. */
const PLAIN_INTEGER = /^[1-9][0-9]{0,8}$/;

/** The `limit` of a list: a plain integer from 1 to `max`. */
export function LimitProperty({ max = 100, default: initial = 20 }: LimitOptions = {}): PropertyDecorator {
  const message = `must be an integer from 1 to ${max}`;
  return applyDecorators(
    ApiPropertyOptional({
      description: 'How many items to answer with.',
      type: 'integer',
      minimum: 1,
      maximum: max,
      ...(initial !== null && { default: initial }),
    }),
    // What is no plain integer stays text, which IsInt refuses.
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && PLAIN_INTEGER.test(value) ? Number(value) : value,
    ),
    OptionalWhenAbsent(),
    IsInt({ message }),
    Min(1, { message }),
    Max(max, { message }),
  );
}
