import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { AddressParam, nextLink, Operation, WholeListQueryDto } from '@slipway/http';
import { Settings } from '@slipway/settings';
import type { Address, AsOf } from '@slipway/domain';
import { ClaimsService } from './claims/claims.service.js';
import { ClaimPayloadDto, ClaimRequestDto } from './claims/claims.dto.js';
import { RewardProofListDto, RewardsSummaryDto } from './rewards.dto.js';
import { RewardsService } from './rewards.service.js';

const OWN_ADDRESS = "The token's own wallet.";

@ApiTags('Rewards')
@Controller('rewards/:address')
export class RewardsController {
  constructor(
    private readonly service: RewardsService,
    private readonly claims: ClaimsService,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Operation({
    id: 'getRewards',
    status: 'proposed',
    access: 'owner',
    limit: 'read',
    asOf: true,
    linksNextPage: true,
    summary: 'What a wallet may claim',
    description:
      'Every program, ended ones too, that owes the wallet something, by program id: its cumulative amount in the tree in ' +
      'force less what it has claimed. Whole without `limit`, up to 1,000; with it, or beyond, `Link` names the next page.',
    response: RewardsSummaryDto,
    csv: true,
  })
  async getRewards(
    @AddressParam('address', OWN_ADDRESS) address: Address,
    @Query() { limit, cursor }: WholeListQueryDto,
  ): Promise<AsOf<RewardsSummaryDto>> {
    const { response, nextCursor } = await this.service.getRewards(address, limit ?? null, cursor ?? null);
    return {
      ...response,
      link: nextLink(`${this.settings.publicBaseUrl}/rewards/${address}`, { limit, cursor: nextCursor }),
    };
  }

  @Get('proofs')
  @Operation({
    id: 'listRewardProofs',
    status: 'proposed',
    access: 'owner',
    limit: 'read',
    asOf: true,
    summary: "A wallet's proofs",
    description:
      "The wallet's leaf in the tree in force of every program that has one, also when all of it is claimed, by program id. " +
      '`leaf` is `keccak256(bytes.concat(keccak256(abi.encode(address, rewardToken, cumulative))))`.',
    response: RewardProofListDto,
  })
  listProofs(@AddressParam('address', OWN_ADDRESS) address: Address): Promise<AsOf<RewardProofListDto>> {
    return this.service.listProofs(address);
  }

  @Post('claim-payload')
  @Operation({
    id: 'createClaimPayload',
    status: 'proposed',
    access: 'owner',
    limit: 'heavy',
    flag: 'claims',
    asOf: true,
    hasBody: true,
    summary: 'A transaction that claims',
    description:
      "The call that pays the wallet, whoever sends it, tried at the chain's newest block: what would not arrive is left " +
      'out. Without `programIds` it is all that pays in the platform token or app tokens, else the first program in another ' +
      'token: ask again until 409 `nothing_to_claim`. Of `programIds` (1 to 100) unknown ones are 404, those that do not pay ' +
      'what is due 409 `claim_unsafe`, those whose root is of no tree here 409 `stale_root`: each with `details.programIds`.',
    response: ClaimPayloadDto,
    errors: ['nothing_to_claim', 'claim_unsafe', 'stale_root', 'upstream_unavailable'],
  })
  @ApiBody({ type: ClaimRequestDto, required: false })
  createClaimPayload(
    @AddressParam('address', OWN_ADDRESS) address: Address,
    @Body() { programIds }: ClaimRequestDto,
  ): Promise<AsOf<ClaimPayloadDto>> {
    return this.claims.createPayload(address, programIds ?? null);
  }
}
