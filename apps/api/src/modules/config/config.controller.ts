import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '#http';
import { ConfigService } from './config.service.js';
import { FeatureFlagsDto } from './dto/feature-flags.dto.js';

@ApiTags('Config')
@Controller('config')
export class ConfigController {
  constructor(private readonly service: ConfigService) {}

  @Get('features')
  @Operation({
    id: 'getFeatures',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    caching: 'revalidate',
    summary: 'Feature flags',
    description:
      'Which features are on now. Operators can switch them while all runs; every instance follows within 2 seconds. ' +
      'While `launches` is off, preflight says `launches_paused`; operations of the other features answer 503 ' +
      '`service_unavailable` with `details.feature`. Ask again with `If-None-Match` as often as you like to know.',
    answer: FeatureFlagsDto,
  })
  listFeatures(): FeatureFlagsDto {
    return this.service.listFeatures();
  }
}
