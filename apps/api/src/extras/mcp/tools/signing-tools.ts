import { Injectable } from '@nestjs/common';
import type { AsOf } from '@slipway/domain';
import { LaunchPayloadDto } from '../../trading/dto/launch.dto.js';
import { TradePayloadDto } from '../../trading/dto/trade.dto.js';
import { LaunchesService } from '../../trading/launches.service.js';
import { TradesService } from '../../trading/trades.service.js';
import { CANDIDATE_FIELDS, LaunchInput, TradeInput } from '../dto/wallet-inputs.dto.js';
import { CALLDATA, defineTool, type Tool } from './tool.js';

/** `calls` again, for pages: the calldata would be told twice. */
const SAME_CALLS = ['sendCalls'];

/** Tools that return calls for a wallet to sign. */
@Injectable()
export class SigningTools {
  readonly tools: readonly Tool[] = [
    defineTool({
      name: 'check_launch',
      title: 'Check a launch',
      description:
        'What is wrong with a launch (`preflight.errors`); when nothing is, the `calls` to sign, in order.',
      limit: 'heavy',
      access: 'public',
      input: LaunchInput,
      output: LaunchPayloadDto,
      uncounted: CALLDATA,
      omitted: SAME_CALLS,
      run: (input) => this.check(input),
    }),
    defineTool({
      name: 'prepare_trade',
      title: 'Trade to sign',
      description: 'The calls of a trade, tried out, for `trader` to sign in order. Amounts in wei.',
      limit: 'heavy',
      access: 'public',
      input: TradeInput,
      output: TradePayloadDto,
      uncounted: CALLDATA,
      omitted: SAME_CALLS,
      run: (input) => this.trades.createPayload(input),
    }),
  ];

  constructor(
    private readonly launches: LaunchesService,
    private readonly trades: TradesService,
  ) {}

  /** A candidate as it was sent: other fields are absent. */
  private check(input: LaunchInput): Promise<AsOf<LaunchPayloadDto>> {
    const sent = CANDIDATE_FIELDS.map((name): [string, unknown] => [name, input[name]]);
    return this.launches.createPayload(Object.fromEntries(sent.filter(([, value]) => value !== undefined)));
  }
}
