import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { ClearSigningDescriptorDto } from './dto/erc7730.dto.js';
import { ExplainService } from './explain.service.js';

@ApiTags('Integrations')
@Controller('integrations/erc7730')
export class DescriptorsController {
  constructor(private readonly explanations: ExplainService) {}

  @Get(':contract.json')
  @Operation({
    id: 'getClearSigningDescriptor',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    summary: 'How a wallet shows calls of a contract',
    description:
      "Of the launchpad, the router, Multicall3, the price feed, the platform token, a reward distributor, or an app's token " +
      'or pool (ERC-7730, version 2). Its sentences are those of `POST /payloads/explain`.',
    response: ClearSigningDescriptorDto,
    errors: ['not_found'],
    ignoresUnknownQuery: true,
  })
  describe(
    @AddressParam('contract', 'A contract of this deployment.') contract: Address,
  ): Promise<AsOf<ClearSigningDescriptorDto>> {
    return this.explanations.describe(contract);
  }
}
