import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

const MAX_UINT256 = 2n ** 256n - 1n;
const PLAIN_AMOUNT = /^[1-9][0-9]{0,77}$/;

/** An amount in wei above zero that fits an EVM word; the DTO holds it as a `bigint`. */
export function AmountProperty(description: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ description, type: 'string', pattern: PLAIN_AMOUNT.source }),
    // What is no such amount stays text, which the rule refuses.
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && PLAIN_AMOUNT.test(value) ? BigInt(value) : value,
    ),
    ValidateBy(
      {
        name: 'isAmount',
        validator: { validate: (value) => typeof value === 'bigint' && value <= MAX_UINT256 },
      },
      { message: 'must be an integer in base units (wei), above 0 and at most 2^256 - 1' },
    ),
  );
}
