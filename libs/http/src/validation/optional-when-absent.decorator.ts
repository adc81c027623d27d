import { ValidateIf } from 'class-validator';

/**
 * Skips the other rules only when the property was not sent. class-validator's own IsOptional also lets an
 * explicit null through, which no parameter of this interface allows.
 */
export function OptionalWhenAbsent(): PropertyDecorator {
  return ValidateIf((_: object, value: unknown) => value !== undefined);
}
