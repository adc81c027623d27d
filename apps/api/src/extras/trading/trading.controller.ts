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
      'An approval of exactly `amountIn` where one is missing, then the trade, for `trader` to send in this order. Send one: ' +
      '`minOut`, the least that the user was shown (a quote below it is 409 `quote_moved` with `details.amountOut` and ' +
      '`details.minOut`), or `slippageBps` off what is quoted now. `details.reason` is `amount_too_small` or ' +
      '`exceeds_reserve` of a 400, `no_router` of a 409, which names the `pool`.',
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
      'Checks as `POST /preflight/launch` does, and returns what `creator` sends in this order: an approval of exactly ' +
      '`cost`, unless that is what the launchpad may take, then the launch. `calls` is empty while `preflight.errors` is ' +
      'not; the new token is `token` of `Launched` in the last receipt.',
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
      'Tells every function of the contracts of this deployment, and calls of ERC-20, 721, 1155, 2612, 3009 and Permit2 ' +
      'whatever contract they go to. `known` is true only of a call of ours that is told whole; a multicall is told one ' +
      'level deep, at most 100 calls (more are a 400). Nothing is sent or simulated.',
    response: CallExplanationDto,
  })
  @ApiBody({ type: ExplainRequestDto, required: true })
  explain(@Body() request: ExplainRequestDto): Promise<AsOf<CallExplanationDto>> {
    return this.explanations.explain(request);
  }
}
