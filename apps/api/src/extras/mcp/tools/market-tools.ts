import { Injectable } from '@nestjs/common';
import type { AsOf } from '@slipway/domain';
import { AppService } from '../../../modules/apps/app/app.service.js';
import { CandlesService } from '../../../modules/market/candles/candles.service.js';
import { CurvesService } from '../../../modules/market/curves/curves.service.js';
import { QuoteDto } from '../../../modules/market/curves/curves.dto.js';
import { ExplainService } from '../../trading/explain.service.js';
import { ExplanationResult, MarketResult } from '../dto/read-results.dto.js';
import { ExplainInput, MarketInput, QuoteInput } from '../dto/read-inputs.dto.js';
import { defineTool, type Tool } from './tool.js';

/** Most times that the reads of a market are made until all are of one block. */
const READS_OF_ONE_BLOCK = 4;
/** Amounts of a call that are told; only a batch through Permit2 has more. */
const MOST_AMOUNTS = 3;

/** Tools that tell how an app trades, and what a call would do. */
@Injectable()
export class MarketTools {
  readonly tools: readonly Tool[] = [
    defineTool({
      name: 'get_market',
      title: 'Market of an app',
      description: 'Price, market cap, liquidity, changes over 5m to 7d, curve and last candles in USD.',
      limit: 'read',
      access: 'public',
      input: MarketInput,
      output: MarketResult,
      omitted: ['volumePlatform', 'closed', 'virtualPlatformReserve', 'virtualTokenReserve'],
      run: (input) => this.describe(input),
    }),
    defineTool({
      name: 'quote_trade',
      title: 'Quote',
      description: 'What a trade would give now, fee and price impact included. Amounts in wei.',
      limit: 'read',
      access: 'public',
      input: QuoteInput,
      output: QuoteDto,
      run: ({ tokenAddress, side, amount }) => this.curves.quote(tokenAddress, side, amount),
    }),
    defineTool({
      name: 'explain_transaction',
      title: 'What a call does',
      description: 'Decodes a call before a wallet signs it, with amounts and warnings.',
      limit: 'read',
      access: 'public',
      input: ExplainInput,
      output: ExplanationResult,
      omitted: ['arguments', 'message'],
      run: (input) => this.explain(input),
    }),
  ];

  constructor(
    private readonly apps: AppService,
    private readonly curves: CurvesService,
    private readonly candles: CandlesService,
    private readonly explanations: ExplainService,
  ) {}

  /** Three reads of one block, so that the last candle closes at the price; of the oldest where blocks come too fast for it. */
  private async describe(input: MarketInput, tries = READS_OF_ONE_BLOCK): Promise<AsOf<MarketResult>> {
    const { tokenAddress, interval, limit } = input;
    const [app, curve, series] = await Promise.all([
      this.apps.get(tokenAddress),
      this.curves.get(tokenAddress),
      this.candles.list(tokenAddress, { interval, limit, currency: 'usd', fill: true }),
    ]);
    const versions = new Set([app, curve, series].map(({ asOf }) => asOf.version));
    if (versions.size > 1 && tries > 1) return this.describe(input, tries - 1);
    const { asOf } = [app, curve, series].reduce((a, b) => (b.asOf.block < a.asOf.block ? b : a));
    return { asOf, body: Object.assign({}, app.body, { curve: curve.body, candles: series.body.candles }) };
  }

  private async explain({ limit, ...request }: ExplainInput): Promise<AsOf<ExplanationResult>> {
    const { body, ...explained } = await this.explanations.explain(request);
    const calls = body.calls
      .slice(0, limit)
      .map((call) => Object.assign({}, call, { amounts: call.amounts.slice(0, MOST_AMOUNTS) }));
    const omittedCalls = body.calls.length - calls.length;
    const amounts = body.amounts.slice(0, MOST_AMOUNTS);
    return { ...explained, body: Object.assign({}, body, { amounts, calls, omittedCalls }) };
  }
}
