import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { TradePayloadDto, TradeRequestDto } from './dto/trade.dto.js';
import { TradesService } from './trades.service.js';

@ApiTags('Trading')
@Controller('trades')
export class TradingController {
  constructor(private readonly service: TradesService) {}

  @Post('payload')
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
      'The calls of a trade on the bonding curve, in the order in which `trader` sends them: first an approval of ' +
      'exactly `amountIn` when the launchpad may not take so much yet, then the trade, which pays `trader`. This ' +
      'service holds no key and sends nothing.\n\n' +
      '`amountIn`, `amountOut` and `fee` are to the wei what the launchpad does at `X-As-Of-Block`; `minOut` is ' +
      '`amountOut` less `slippageBps`, rounded down: when other trades come in between, the trade gives at least that, or ' +
      'reverts. A buy takes no more than the curve lacks to graduate. `simulation` tries the calls in sequence at that ' +
      'block: `ok: false` has the error, such as `ERC20InsufficientBalance`; `ok: null` means that the node cannot tell.\n\n' +
      'An amount that the contract would refuse is a 400 with `details.reason`: `amount_too_small` or ' +
      '`exceeds_reserve`. An app that has graduated is a 409 with `details.reason: "graduated"` and its `pool`. When the ' +
      'nodes are away, or too much is asked of them, it is 503 `upstream_unavailable` with `Retry-After`.',
    response: TradePayloadDto,
    errors: ['not_found', 'conflict', 'upstream_unavailable'],
  })
  @ApiBody({ type: TradeRequestDto, required: true })
  createPayload(@Body() request: TradeRequestDto): Promise<AsOf<TradePayloadDto>> {
    return this.service.createPayload(request);
  }
}
