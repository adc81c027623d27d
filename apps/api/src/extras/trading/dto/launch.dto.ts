import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiAmount, NULLABLE } from '../../../openapi/api-properties.js';
import { PreflightResultDto } from '../../../modules/preflight/preflight.dto.js';
import { PayloadDto } from './payload.dto.js';

@ApiSchema({ name: 'LaunchPayload', description: 'A launch to sign, true at `X-As-Of-Block`.' })
export class LaunchPayloadDto extends PayloadDto {
  @ApiAmount(
    'What the launch takes of the platform token, wei; null when `preflight` does not say.',
    NULLABLE,
  )
  cost!: string | null;

  @ApiProperty({ type: PreflightResultDto })
  preflight!: PreflightResultDto;
}
