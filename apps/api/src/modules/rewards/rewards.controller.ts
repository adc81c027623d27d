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
      'Every program, ended ones too, that owes the wallet something at `X-As-Of-Block`, by program id. `claimable` is ' +
      "the wallet's cumulative amount in the tree in force less what it has claimed on chain, in wei of the reward " +
      'token, which `tokenAddress` and `symbol` are about. `claimableUsd` is absent when that token has no price; ' +
      '`totalClaimableUsd` sums the priced items of all pages: 0 without items, absent when there are items and none ' +
      'has a price. Without `limit` the list is whole, up to 1,000 items; with it, or beyond, `Link` names the next page.',
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
      "The wallet's leaf in the tree in force of every program that has one, also when all of it is claimed, by " +
      'program id. `leaf` is `keccak256(bytes.concat(keccak256(abi.encode(address, rewardToken, cumulative))))`, and ' +
      '`proof` leads from it to `root`.',
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
      "The call that pays the wallet: to the program's distributor for one program, through Multicall3's `aggregate3` " +
      'for several, in program-id order, where one that fails takes no other with it. Send it with `value`; any account ' +
      'may, and the wallet is paid. It is true at `X-As-Of-Block`, which is the newest block of the chain: the proofs ' +
      'lead to the root that the distributor enforces, amounts are net of what was claimed, and the call was tried as ' +
      "the wallet would send it, at a real gas price and at most 500,000 gas a claim: the wallet's balance of each reward " +
      'token rises by what is due. What does not arrive is left out.\n\n' +
      'Without a body, or without `programIds`, it is every program that pays in the platform token or an app token, at ' +
      'most 100 of them; when there is none, the first that pays in another token, by itself. Ask again after claiming. ' +
      '`programIds` names 1 to 100 programs by ids of the form `^[a-z0-9][a-z0-9-]{0,63}$`; duplicates count once. ' +
      'Unknown ids are 404 with `details.programIds`. A named program that does not pay what is due is 409 ' +
      '`claim_unsafe` with `details.programIds`. When nothing of what was asked can be claimed it is 409 ' +
      '`nothing_to_claim`. A program whose root on chain is no tree of this service is left out when ids are absent; 409 ' +
      '`stale_root` with `details.programIds` when it was named, or when nothing else is left. Where no node can try ' +
      'calls (`eth_simulateV1`, or `eth_call` with state overrides) it is 503 `upstream_unavailable`.',
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
