import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type TokenIdentity } from '@slipway/auth';
import { AddressParam, Operation } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { SampleBodyDto, SampleDto } from './sample.dto.js';

const common = { status: 'proposed', limit: 'read', description: 'A sample.', response: SampleDto } as const;

/** A route of each access, for tests of the guards of access; nothing of the interface. */
@ApiTags('Auth')
@Controller('owned')
class OwnedController {
  @Get(':address/things')
  @Operation({ ...common, id: 'getOwned', access: 'owner', summary: 'Owner' })
  owned(@AddressParam('address', 'Whose.') address: Address, @Caller() caller: TokenIdentity): SampleDto {
    return { seen: { address, wallet: caller.wallet } };
  }

  @Post(':address/things')
  @Operation({ ...common, id: 'postOwned', access: 'owner', summary: 'Owner, with a body', hasBody: true })
  change(@AddressParam('address', 'Whose.') address: Address, @Body() { ids }: SampleBodyDto): SampleDto {
    return { seen: { address, ids } };
  }

  @Get('optional')
  @Operation({ ...common, id: 'getOptionallyOwned', access: 'optional', summary: 'No token, or a good one' })
  optional(@Caller() caller?: TokenIdentity): SampleDto {
    return { seen: { wallet: caller?.wallet ?? null } };
  }

  @Get('open')
  @Operation({ ...common, id: 'getOpen', access: 'public', caching: 'revalidate', summary: 'Public' })
  open(): SampleDto {
    return { seen: {} };
  }
}

@Module({ controllers: [OwnedController] })
export class OwnedModule {}
