import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Matches } from 'class-validator';
import { ADDRESS_PATTERN, parseAddress } from '#values';
import { OptionalWhenAbsent } from './optional-when-absent.decorator.js';

interface AddressPropertyOptions {
  readonly description: string;
  readonly required?: boolean;
}

/** The pattern as contract and OpenAPI give it. */
export const ADDRESS_SCHEMA = { type: 'string', pattern: ADDRESS_PATTERN.source } as const;

export const ADDRESS_MESSAGE = 'must be an address: 0x and 40 hexadecimal digits';

/** An address in any case, a wrong checksum included; the DTO holds it as an EIP-55 `Address`. */
export function AddressProperty({ description, required = true }: AddressPropertyOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ description, required, ...ADDRESS_SCHEMA }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (parseAddress(value) ?? value) : value,
    ),
    ...(required ? [] : [OptionalWhenAbsent()]),
    Matches(ADDRESS_PATTERN, { message: ADDRESS_MESSAGE }),
  );
}
