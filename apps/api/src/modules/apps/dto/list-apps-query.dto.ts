import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { AddressProperty, OptionalWhenAbsent, PageQueryDto } from '#http';
import type { Address } from '#values';
import { APP_SORTS, APP_STAGES, type AppSort, type AppStage } from '../apps.types.js';

export class ListAppsQueryDto extends PageQueryDto {
  @ApiPropertyOptional({
    enum: APP_SORTS,
    default: 'trending',
    description:
      'The order. `trending`: USD volume of the last 24 hours, each trade weighted by 2^(-age / 6 h). `price_change`: ' +
      'change over 24 hours, unknown last.',
  })
  @OptionalWhenAbsent()
  @IsIn(APP_SORTS, { message: `must be one of ${APP_SORTS.join(', ')}` })
  sort: AppSort = 'trending';

  @ApiPropertyOptional({ enum: APP_STAGES, description: 'Only apps on their curve, or only graduated ones.' })
  @OptionalWhenAbsent()
  @IsIn(APP_STAGES, { message: `must be one of ${APP_STAGES.join(', ')}` })
  stage?: AppStage;

  @AddressProperty({ description: 'Only apps that this wallet launched.', required: false })
  creator?: Address;
}
