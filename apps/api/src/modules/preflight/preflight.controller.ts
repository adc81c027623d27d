import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Caller, type TokenIdentity } from '@slipway/auth';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { LaunchCandidateDto, PreflightResultDto } from './preflight.dto.js';
import { PreflightService } from './preflight.service.js';

@ApiTags('Preflight')
@Controller('preflight')
export class PreflightController {
  constructor(private readonly service: PreflightService) {}

  @Post('launch')
  @Operation({
    id: 'preflightLaunch',
    status: 'proposed',
    access: 'optional',
    limit: 'read',
    summary: 'Check a launch before sending it',
    description:
      'Every problem at once by `launch` of `GET /config`, as issues of a 200: only a body that is no JSON object is a 4xx. ' +
      'Names and symbols are compared as they look; they are not unique on chain: another launch may still come first.\n\n' +
      '**Errors**: `required`, `invalid_type`, `invalid_format`, `too_short`, `too_long`, `unsupported_characters`, ' +
      '`reserved`, `name_taken`, `symbol_taken`, `url_not_allowed`, `creator_blocked`, `launch_rate_exceeded`, ' +
      '`launches_paused`.\n\n' +
      '**Warnings**: `missing_description`, `missing_image`, `missing_website`, `similar_name`, `insufficient_balance`, ' +
      '`insufficient_allowance`, `cost_unavailable`, `creator_mismatch`, `unknown_field`.',
    response: PreflightResultDto,
    hasBody: true,
    asOf: true,
  })
  @ApiBody({ type: LaunchCandidateDto, required: true })
  checkLaunch(
    @Body() body: unknown,
    @Caller() caller: TokenIdentity | undefined,
  ): Promise<AsOf<PreflightResultDto>> {
    return this.service.checkLaunch(body, caller?.wallet ?? null);
  }
}
