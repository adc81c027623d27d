import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';
import { ApiInteger } from '../../../openapi/api-properties.js';
import { AppDetailDto } from '../../../modules/apps/app/app.dto.js';
import { CandleDto } from '../../../modules/market/candles/candles.dto.js';
import { CurveDto } from '../../../modules/market/curves/curves.dto.js';
import { CallExplanationDto } from '../../trading/dto/explain.dto.js';

/** An app without its market, which `get_market` tells of. */
export class AppResult extends OmitType(AppDetailDto, [
  'sparkline',
  'windows',
  'allTimeHighUsd',
  'concentration',
]) {}

/** How an app trades: figures, windows, curve and the last candles. */
export class MarketResult extends PickType(AppDetailDto, [
  'tokenAddress',
  'symbol',
  'stage',
  'priceUsd',
  'marketCapUsd',
  'liquidityUsd',
  'holders',
  'allTimeHighUsd',
  'lastTradeAt',
  'windows',
  'concentration',
]) {
  @ApiProperty({ type: CurveDto })
  curve!: CurveDto;

  @ApiProperty({ type: [CandleDto] })
  candles!: CandleDto[];
}

/** What a call does. Of a multicall the first `limit` calls. */
export class ExplanationResult extends CallExplanationDto {
  @ApiInteger()
  omittedCalls!: number;
}
