import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { LaunchCandidateDto } from '../../modules/preflight/preflight.dto.js';
import { CallExplanationDto, ExplainRequestDto } from './dto/explain.dto.js';
import { LaunchPayloadDto } from './dto/launch.dto.js';
import { TradePayloadDto, TradeRequestDto } from './dto/trade.dto.js';
import { ExplainService } from './explain.service.js';
import { LaunchesService } from './launches.service.js';
import { TradesService } from './trades.service.js';

@ApiTags('Trading')
@Controller()
export class TradingController {
  constructor(
    private readonly trades: TradesService,
    private readonly launches: LaunchesService,
    private readonly explanations: ExplainService,
  ) {}

  @Post('trades/payload')
  @Operation({
    id: 'createTradePayload',
    status: 'proposed',
    access: 'public',
    limit: 'heavy',
    caching: 'private',
    asOf: true,
    hasBody: true,
    summary: 'A trade to sign',
    description:
      'The calls of a trade, in the order in which `trader` sends them: first an approval of exactly `amountIn` when the ' +
      'contract may not take so much yet, then the trade, which pays `trader`. On the bonding curve the contract is the ' +
      'launchpad; after graduation it is the router of `GET /config`, and the call is good until `deadline`, for 20 ' +
      'minutes. This service holds no key and sends nothing.\n\n' +
      '**The least that the trade gives**: send `minOut`, the number that the user was shown, and the call has exactly ' +
      "that; when today's quote is below, it is 409 `quote_moved` with `details.amountOut` and `details.minOut`: show " +
      'the new quote and ask again. `slippageBps` in its place is a part of what is quoted *now*, whatever was shown. ' +
      'Both or neither is a 400. `amountIn` and `amountOut` are to the wei what the contract does at `X-As-Of-Block`; ' +
      'a trade that would give less than `minOut` later reverts. `warnings` is what to look at twice: a price that was ' +
      'pushed a moment ago is `price_moved`. A buy takes no more than the curve lacks to graduate. `simulation` tries ' +
      'the calls in sequence at that block: `ok: false` has the error, such as `ERC20InsufficientBalance`; `ok: null` ' +
      'means that the node cannot tell. `sendCalls` is the same calls as the parameter of `wallet_sendCalls` (EIP-5792): ' +
      'one prompt for both.\n\n' +
      'An amount that the contract would refuse is a 400 with `details.reason`: `amount_too_small` or ' +
      '`exceeds_reserve`. Where no router is known, an app that has graduated is a 409 with ' +
      '`details.reason: "no_router"` and its `pool`. When the nodes are away, or too much is asked of them, it is 503 ' +
      '`upstream_unavailable` with `Retry-After`.',
    response: TradePayloadDto,
    errors: ['not_found', 'quote_moved', 'conflict', 'upstream_unavailable'],
  })
  @ApiBody({ type: TradeRequestDto, required: true })
  createTrade(@Body() request: TradeRequestDto): Promise<AsOf<TradePayloadDto>> {
    return this.trades.createPayload(request);
  }

  @Post('launches/payload')
  @Operation({
    id: 'createLaunchPayload',
    status: 'proposed',
    access: 'public',
    limit: 'heavy',
    caching: 'private',
    asOf: true,
    hasBody: true,
    summary: 'A launch to sign',
    description:
      'Checks a candidate as `POST /preflight/launch` does, and returns the calls of its launch, in the order in which ' +
      '`creator` sends them: an approval of exactly `cost` unless the launchpad may take just that, then the launch. The ' +
      'launchpad takes what a launch costs when it is mined; were it raised in between, the launch reverts for want of an ' +
      'allowance. `calls` is empty and `sendCalls` null while `preflight.errors` is not. This service holds no key and ' +
      'sends nothing.\n\n' +
      "The new app's token is `token` of the launchpad's `Launched` event in the receipt of the last call. `simulation` " +
      'tries the calls in sequence at `X-As-Of-Block`. When the nodes are away, or too much is asked of them, it is 503 ' +
      '`upstream_unavailable` with `Retry-After`.',
    response: LaunchPayloadDto,
    errors: ['upstream_unavailable'],
  })
  @ApiBody({ type: LaunchCandidateDto, required: true })
  createLaunch(@Body() body: unknown): Promise<AsOf<LaunchPayloadDto>> {
    return this.launches.createPayload(body);
  }

  @Post('payloads/explain')
  @Operation({
    id: 'explainPayload',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    caching: 'private',
    asOf: true,
    hasBody: true,
    summary: 'What a call does',
    description:
      'Tells a call before a wallet signs it, with symbols, amounts and USD at `X-As-Of-Block`: every function of the ' +
      'contracts of this deployment, and calls of ERC-20, 721, 1155, 2612, 3009 and Permit2 whatever contract they go to. ' +
      '`known` is true only of a call of ours that is told whole. A multicall is told one level deep, at most 100 calls ' +
      '(more are a 400), and warns of what its calls warn of. Nothing is sent or simulated.',
    response: CallExplanationDto,
  })
  @ApiBody({ type: ExplainRequestDto, required: true })
  explain(@Body() request: ExplainRequestDto): Promise<AsOf<CallExplanationDto>> {
    return this.explanations.explain(request);
  }
}
