import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { LaunchReportDto } from './launch-report.dto.js';
import { LaunchReportService } from './launch-report.service.js';

@ApiTags('Apps')
@Controller('apps/:tokenAddress/launch-report')
export class LaunchReportController {
  constructor(private readonly service: LaunchReportService) {}

  @Get()
  @Operation({
    id: 'getLaunchReport',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    summary: 'Facts of a launch',
    description:
      "Facts of an app's launch, each with the transactions that show it: the creator and whom it funded, first buyers, bundles, round trips, concentration, liquidity. " +
      'No score; `docs/design/launch-report.md` has the definitions.',
    response: LaunchReportDto,
    errors: ['not_found'],
  })
  getLaunchReport(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
  ): Promise<AsOf<LaunchReportDto>> {
    return this.service.get(tokenAddress);
  }
}
