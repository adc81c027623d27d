import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalWhenAbsent, PageQueryDto } from '#http';
import { ACTIVITY_TYPES, type ActivityType } from '../activity.types.js';

export class ActivityQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ enum: ACTIVITY_TYPES, description: 'Only events of this type.' })
  @OptionalWhenAbsent()
  @IsIn(ACTIVITY_TYPES, { message: `must be one of ${ACTIVITY_TYPES.join(', ')}` })
  type?: ActivityType;
}
