import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, Matches } from 'class-validator';
import { ADDRESS_PATTERN, parseAddress } from '#values';
import { ADDRESS_MESSAGE, ADDRESS_SCHEMA } from './address-property.decorator.js';
import { OptionalWhenAbsent } from './optional-when-absent.decorator.js';

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
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? value.split(',').map((item) => parseAddress(item) ?? item) : value,
    ),
    OptionalWhenAbsent(),
    IsArray({ message }),
    ArrayMinSize(1, { message }),
    ArrayMaxSize(max, { message }),
    Matches(ADDRESS_PATTERN, { each: true, message: `every item ${ADDRESS_MESSAGE}` }),
  );
}
