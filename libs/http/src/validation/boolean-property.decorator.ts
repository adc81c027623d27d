import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean } from 'class-validator';
import { OptionalWhenAbsent } from './optional-when-absent.decorator.js';

interface BooleanOptions {
  readonly description: string;
  /** Shown in the description; the DTO sets it as the property's initial value. */
  readonly default: boolean;
}

const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** A query parameter that is exactly `true` or `false`. */
export function BooleanProperty({ description, default: initial }: BooleanOptions): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'boolean', default: initial }),
    // Any other text stays text, which IsBoolean refuses.
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && Object.hasOwn(WORDS, value) ? WORDS[value] : value,
    ),
    OptionalWhenAbsent(),
    IsBoolean({ message: 'must be true or false' }),
  );
}
