import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  AddressListProperty,
  AddressProperty,
  CountProperty,
  EnumProperty,
  PageQueryDto,
  UsdProperty,
} from '@slipway/http';
import type { Address } from '@slipway/domain';
import { SPARKLINE_SPANS, type SparklineSpan } from '../sparklines.sql.js';
import { APP_STAGES, type AppStage } from '../app-rows.types.js';
import { ApiNextCursor } from '../../../openapi/api-properties.js';
import { AppSummaryDto } from '../app/app.dto.js';
import { APP_SORTS, type AppSort } from './list.repository.js';

export { SPARKLINE_SPANS, type SparklineSpan };

export const SparklineProperty = (): PropertyDecorator =>
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

@ApiSchema({ name: 'AppList', description: 'A page of apps.' })
export class AppListDto {
  @ApiProperty({ type: [AppSummaryDto] })
  apps!: AppSummaryDto[];

  @ApiNextCursor()
  nextCursor!: string | null;
}
