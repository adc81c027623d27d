import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import {
  AddressListProperty,
  AddressProperty,
  CountProperty,
  EnumProperty,
  LimitProperty,
  PageQueryDto,
  UsdProperty,
} from '@slipway/http';
import type { Address } from '@slipway/domain';
import { APP_SORTS, APP_STAGES, type AppSort, type AppStage } from '../types/apps.types.js';
import { SPARKLINE_SPANS, type SparklineSpan } from '../types/sparkline.types.js';

export { SPARKLINE_SPANS, type SparklineSpan };

const SparklineProperty = (): PropertyDecorator =>
  EnumProperty(SPARKLINE_SPANS, { description: 'With `sparkline` in each app: 24 hours, or 7 days.' });

/** A page looks at a thousand apps (MOST_LOOKED_AT). */
const OUT_OF_RANGE =
  'A page looks at 1,000 apps in its order: it may have fewer than `limit`, even none, and a `nextCursor`.';

export class ListAppsQueryDto extends PageQueryDto {
  @AddressListProperty({
    description:
      'These apps, in this order, hidden ones marked; unknown ones are left out. Not with `cursor`, `stage`, `creator` or a least figure; `sort` and `limit` do nothing.',
    max: 100,
  })
  tokens?: Address[];

  @EnumProperty(APP_SORTS, {
    default: 'trending',
    description:
      'The order. `trending`: USD that each wallet moved in a transaction, bought less sold, in the last 24 hours, weighted by 2^(-age / 6 h). `price_change`: ' +
      'change over 24 hours, unknown last. `curve_progress`: graduated apps first. `last_trade`: the last trade, apps without one last.',
  })
  sort: AppSort = 'trending';

  @EnumProperty(APP_STAGES, { description: 'Only apps on their curve, or only graduated ones.' })
  stage?: AppStage;

  @AddressProperty({ description: 'Only apps that this wallet launched.', required: false })
  creator?: Address;

  @SparklineProperty()
  sparkline?: SparklineSpan;

  @UsdProperty(`Only apps with at least this \`marketCapUsd\`; unknown is not enough. ${OUT_OF_RANGE}`)
  minMarketCapUsd?: string;

  @UsdProperty(
    `Only apps with at least this \`volume24hUsd\`, of which the known part counts where it is null. ${OUT_OF_RANGE}`,
  )
  minVolume24hUsd?: string;

  @CountProperty(`Only apps with at least so many \`holders\`. ${OUT_OF_RANGE}`)
  minHolders?: number;
}

const MAX_LENGTH = 64;

export class SearchQueryDto {
  @ApiProperty({
    type: 'string',
    minLength: 1,
    maxLength: MAX_LENGTH,
    description:
      'Name, symbol or token address, whole or its beginning (of an address `0x` and 6 digits at least). 1 to 64 characters.',
  })
  @ValidateBy(
    {
      name: 'isSearchText',
      // Characters are code points, as in JSON Schema; an emoji is one or a few.
      validator: {
        validate: (value) =>
          typeof value === 'string' &&
          value !== '' &&
          value.length <= 2 * MAX_LENGTH &&
          Array.from(value).length <= MAX_LENGTH,
      },
    },
    { message: `must be 1 to ${MAX_LENGTH} characters` },
  )
  q!: string;

  @LimitProperty()
  limit: number = 20;

  @SparklineProperty()
  sparkline?: SparklineSpan;
}
