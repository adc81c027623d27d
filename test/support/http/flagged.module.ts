import { Controller, Get, Module } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PgIndexHead } from '@slipway/database';
import { AddressParam, ApiError, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { SampleDto } from './sample.dto.js';

const common = { status: 'proposed', limit: 'read', description: 'A sample.', response: SampleDto } as const;

/** Routes that a flag switches, one of them kept by the cache, whose body counts its reads; nothing of the interface. */
@ApiTags('Rewards')
@Controller('flagged')
class FlaggedController {
  private reads = 0;

  constructor(private readonly feed: PgIndexHead) {}

  @Get('cached')
  @Operation({ ...common, id: 'getFlagged', access: 'public', summary: 'Cached', flag: 'leaderboards' })
  cached(): AsOf<SampleDto> {
    const asOf = this.feed.current();
    if (asOf === null) throw new ApiError('service_unavailable');
    this.reads += 1;
    return { asOf, body: { seen: { reads: this.reads } } };
  }

  @Get(':address/things')
  @Operation({ ...common, id: 'getFlaggedOwned', access: 'owner', summary: 'Owner', flag: 'claims' })
  owned(@AddressParam('address', 'Whose.') address: Address): SampleDto {
    return { seen: { address } };
  }
}

@Module({ controllers: [FlaggedController] })
export class FlaggedModule {}
