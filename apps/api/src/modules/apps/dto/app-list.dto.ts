import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AppList } from '../apps.types.js';
import { AppSummaryDto } from './app-summary.dto.js';

@ApiSchema({ name: 'AppList', description: 'A page of apps.' })
export class AppListDto implements AppList {
  @ApiProperty({ type: [AppSummaryDto] })
  apps!: AppSummaryDto[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: '`cursor` of the next page; null on the last.',
  })
  nextCursor!: string | null;
}
