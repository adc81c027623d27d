import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { AppSummaryDto } from './app-summary.dto.js';

@ApiSchema({ name: 'AppSearch', description: 'Apps that a text may mean, best first.' })
export class AppSearchDto {
  @ApiProperty({ type: [AppSummaryDto] })
  apps!: AppSummaryDto[];
}
