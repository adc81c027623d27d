import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { ADDRESS_PATTERN, parseAddress } from '@slipway/domain';
import { ListParameter } from '../input/handler-arguments.js';
import { parseDateTime } from './parse-date-time.js';

/** The pattern as contract and OpenAPI give it. */
export const ADDRESS_SCHEMA = { type: 'string', pattern: ADDRESS_PATTERN.source } as const;

export const ADDRESS_MESSAGE = 'must be an address: 0x and 40 hexadecimal digits';

const MAX_UINT256 = 2n ** 256n - 1n;
const PLAIN_AMOUNT = /^[1-9][0-9]{0,77}$/;
const AMOUNT_OR_ZERO = /^(0|[1-9][0-9]{0,77})$/;

/** A plain positive decimal integer: no sign, exponent, space or leading zero. */
const PLAIN_INTEGER = /^[1-9][0-9]{0,8}$/;

/** A JSON number that is not negative, as every figure of ours is written. */
const PLAIN_USD = /^(?:0|[1-9][0-9]{0,24})(?:\.[0-9]{1,24})?(?:[eE][+-]?[0-9]{1,2})?$/;

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Reads a text that was sent. What `read` returns null for stays text, which the property's rule refuses. */
function Read(read: (text: string) => unknown): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (read(value) ?? value) : value,
  );
}

/**
 * Skips the other rules only when the property was not sent. class-validator's own IsOptional also lets an explicit null through.
 * No parameter of this interface allows that.
 */
export function OptionalWhenAbsent(): PropertyDecorator {
  return ValidateIf((_: object, value: unknown) => value !== undefined);
}

interface PropertyOptions {
  readonly description: string;
  readonly required?: boolean;
}

/** An address in any case, a wrong checksum included; the DTO holds it as an EIP-55 `Address`. */
export function AddressProperty({ description, required = true }: PropertyOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ description, required, ...ADDRESS_SCHEMA }),
    Read(parseAddress),
    ...(required ? [] : [OptionalWhenAbsent()]),
    Matches(ADDRESS_PATTERN, { message: ADDRESS_MESSAGE }),
  );
}

interface AddressListOptions {
  readonly description: string;
  readonly max: number;
}

/** A comma separated query parameter of 1 to `max` addresses, optional; the DTO holds `Address[]` in EIP-55. */
export function AddressListProperty({ description, max }: AddressListOptions): PropertyDecorator {
  const message = `must be 1 to ${max} addresses, separated by commas`;
  return applyDecorators(
    ApiPropertyOptional({
      description,
      type: 'array',
      items: { ...ADDRESS_SCHEMA },
      minItems: 1,
      maxItems: max,
      style: 'form',
      explode: false,
    } as Parameters<typeof ApiPropertyOptional>[0]),
    ListParameter(),
    Read((text) => text.split(',').map((item) => parseAddress(item) ?? item)),
    OptionalWhenAbsent(),
    IsArray({ message }),
    ArrayMinSize(1, { message }),
    ArrayMaxSize(max, { message }),
    Matches(ADDRESS_PATTERN, { each: true, message: `every item ${ADDRESS_MESSAGE}` }),
  );
}

interface PatternListOptions extends AddressListOptions {
  readonly pattern: RegExp;
  readonly required?: boolean;
}

/** A comma separated query parameter of 1 to `max` words of a pattern, optional unless `required`. */
export function PatternListProperty({
  description,
  max,
  pattern,
  required = false,
}: PatternListOptions): PropertyDecorator {
  const message = `must be 1 to ${max} items, separated by commas`;
  return applyDecorators(
    ApiProperty({
      required,
      description,
      type: 'array',
      items: { type: 'string', pattern: pattern.source },
      minItems: 1,
      maxItems: max,
      style: 'form',
      explode: false,
    } as Parameters<typeof ApiProperty>[0]),
    ListParameter(),
    Read((text) => text.split(',')),
    ...(required ? [] : [OptionalWhenAbsent()]),
    IsArray({ message }),
    ArrayMinSize(1, { message }),
    ArrayMaxSize(max, { message }),
    Matches(pattern, { each: true, message: `every item must match ${pattern.source}` }),
  );
}

interface AmountOptions extends PropertyOptions {
  readonly allowsZero?: boolean;
}

/** An amount in wei that fits an EVM word, above zero unless that is allowed; the DTO holds it as a `bigint`. */
export function AmountProperty({
  description,
  required = true,
  allowsZero = false,
}: AmountOptions): PropertyDecorator {
  const pattern = allowsZero ? AMOUNT_OR_ZERO : PLAIN_AMOUNT;
  const validate = (value: unknown): boolean => typeof value === 'bigint' && value <= MAX_UINT256;
  return applyDecorators(
    ApiProperty({ description, required, type: 'string', pattern: pattern.source }),
    ...(required ? [] : [OptionalWhenAbsent()]),
    Read((text) => (pattern.test(text) ? BigInt(text) : null)),
    ValidateBy(
      { name: 'isAmount', validator: { validate } },
      {
        message: `must be an integer in base units (wei), ${allowsZero ? '' : 'above 0 and '}at most 2^256 - 1`,
      },
    ),
  );
}

interface EnumOptions {
  readonly description: string;
  readonly required?: boolean;
  /** Shown in the description; the DTO sets it as the property's initial value. */
  readonly default?: string;
}

/** One of some words; optional unless `required`. */
export function EnumProperty(words: readonly string[], options: EnumOptions): PropertyDecorator {
  const { required = false, ...documentation } = options;
  return applyDecorators(
    ApiProperty({ enum: [...words], required, ...documentation }),
    ...(required ? [] : [OptionalWhenAbsent()]),
    IsIn(words, { message: `must be one of ${words.join(', ')}` }),
  );
}

interface BooleanOptions {
  readonly description: string;
  /** Shown in the description; the DTO sets it as the property's initial value. */
  readonly default: boolean;
}

/** A query parameter that is exactly `true` or `false`. */
export function BooleanProperty({ description, default: initial }: BooleanOptions): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'boolean', default: initial }),
    Read((text) => (Object.hasOwn(BOOLEANS, text) ? BOOLEANS[text] : null)),
    OptionalWhenAbsent(),
    IsBoolean({ message: 'must be true or false' }),
  );
}

/** An optional RFC 3339 date-time; the DTO holds it as a `Date`. */
export function DateTimeProperty(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', format: 'date-time' }),
    Read(parseDateTime),
    OptionalWhenAbsent(),
    IsDate({ message: 'must be a date-time such as 2026-11-21T00:00:00Z (in a URL, + of an offset is %2B)' }),
  );
}

const PLAIN_BLOCK = /^block:(0|[1-9][0-9]{0,8})$/;

/** A moment of the chain: the end of a block, by its number, or a time. */
export type Moment = number | Date;

function readMoment(text: string): Moment | null {
  const [, block] = PLAIN_BLOCK.exec(text) ?? [];
  return block === undefined ? parseDateTime(text) : Number(block);
}

/** An optional moment of the past; the DTO holds it as a {@link Moment}. */
export function MomentProperty(description: string): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'number' || value instanceof Date;
  return applyDecorators(
    ApiPropertyOptional({
      description: `${description} A date-time, or \`block:\` and a number.`,
      type: 'string',
      maxLength: 40,
      example: '2026-11-21T00:00:00Z',
    }),
    Read(readMoment),
    OptionalWhenAbsent(),
    ValidateBy(
      { name: 'isMoment', validator: { validate } },
      {
        message:
          'must be a date-time such as 2026-11-21T00:00:00Z (in a URL, + of an offset is %2B), or block:123',
      },
    ),
  );
}

/** A plain integer that is not negative; optional unless `required`. */
export function CountProperty(
  description: string,
  { required = false, ...stated }: { readonly required?: boolean; readonly default?: number } = {},
): PropertyDecorator {
  const maximum = 999_999_999;
  const message = `must be an integer from 0 to ${maximum}`;
  return applyDecorators(
    ApiProperty({ description, required, type: 'integer', minimum: 0, maximum, ...stated }),
    Read((text) => (text === '0' || PLAIN_INTEGER.test(text) ? Number(text) : null)),
    ...(required ? [] : [OptionalWhenAbsent()]),
    IsInt({ message }),
    Min(0, { message }),
    Max(maximum, { message }),
  );
}

const PLAIN_YEAR = /^[2-9][0-9]{3}$/;

/** A calendar year, required. */
export function YearProperty(description: string): PropertyDecorator {
  const [minimum, maximum] = [2_000, 9_999];
  return applyDecorators(
    ApiProperty({ description, type: 'integer', minimum, maximum }),
    Read((text) => (PLAIN_YEAR.test(text) ? Number(text) : null)),
    IsInt({ message: `must be a year from ${minimum} to ${maximum}` }),
  );
}

const PLAIN_TIME = /^-?(?:0|[1-9][0-9]{0,10})(?:\.[0-9]{1,9})?$/;
const LATEST_TIME = 99_999_999_999;

/** A time in seconds has at most 11 digits: longer ones are milliseconds, as JavaScript's clients have them. */
const PLAIN_MILLISECONDS = /^[1-9][0-9]{11,13}(?:\.[0-9]{1,9})?$/;

/** A Unix time in seconds, in milliseconds too; required unless said otherwise. The DTO holds seconds. */
export function UnixTimeProperty(
  description: string,
  { required = true, example = 1_795_219_200 } = {},
): PropertyDecorator {
  const message = `must be a Unix time in seconds, an integer from -${LATEST_TIME} to ${LATEST_TIME}`;
  return applyDecorators(
    ApiProperty({
      description,
      required,
      type: 'integer',
      minimum: -LATEST_TIME,
      maximum: LATEST_TIME,
      example,
    }),
    Read(readUnixTime),
    ...(required ? [] : [OptionalWhenAbsent()]),
    IsInt({ message }),
  );
}

function readUnixTime(text: string): number | null {
  if (PLAIN_MILLISECONDS.test(text)) return Math.floor(Number(text) / 1_000);
  return PLAIN_TIME.test(text) ? Math.floor(Number(text)) : null;
}

/** An optional amount of USD that is not negative, as a JSON number; the DTO holds the text, which is exact. */
export function UsdProperty(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'number', minimum: 0 }),
    OptionalWhenAbsent(),
    Matches(PLAIN_USD, { message: 'must be an amount of USD such as 2500, 0.5 or 1.5e-7' }),
  );
}

interface LimitOptions {
  readonly max?: number;
  /** Shown in the description; the DTO sets it as the property's initial value. Null when there is none. */
  readonly default?: number | null;
}

/** The `limit` of a list: a plain integer from 1 to `max`. */
export function LimitProperty({ max = 100, default: initial = 20 }: LimitOptions = {}): PropertyDecorator {
  const message = `must be an integer from 1 to ${max}`;
  return applyDecorators(
    ApiPropertyOptional({
      description: 'How many items to return.',
      type: 'integer',
      minimum: 1,
      maximum: max,
      ...(initial !== null && { default: initial }),
    }),
    Read((text) => (PLAIN_INTEGER.test(text) ? Number(text) : null)),
    OptionalWhenAbsent(),
    IsInt({ message }),
    Min(1, { message }),
    Max(max, { message }),
  );
}
