import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { AddressProperty, CursorProperty, EnumProperty, LimitProperty } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { ListAppsQueryDto } from '../../../modules/apps/list/list.dto.js';
import { SearchQueryDto } from '../../../modules/apps/search/search.dto.js';
import { MarketActivityQueryDto } from '../../../modules/apps/market-activity/market-activity.dto.js';
import { CANDLE_INTERVALS, type CandleInterval } from '../../../modules/market/candles/candles.dto.js';
import { QuoteQueryDto } from '../../../modules/market/curves/curves.dto.js';
import { ExplainRequestDto } from '../../trading/dto/explain.dto.js';
import { ToolInput } from './tool-input.dto.js';

// With these limits a result of the largest figures has 4 KB at most, unless more was asked for (largest-results.spec.ts).

export class FindAppsInput extends IntersectionType(
  ToolInput,
  PartialType(PickType(SearchQueryDto, ['q'])),
  PickType(ListAppsQueryDto, ['sort', 'stage', 'creator', 'cursor']),
) {
  @LimitProperty({ default: 4 })
  limit: number = 4;
}

export class AppInput extends ToolInput {
  @AddressProperty({ description: "The app's token." })
  tokenAddress!: Address;
}

export class MarketInput extends AppInput {
  @EnumProperty(CANDLE_INTERVALS, { default: '1h', description: 'Length of a candle.' })
  interval: CandleInterval = '1h';

  @LimitProperty({ default: 6, max: 300 })
  limit: number = 6;
}

const TRADES = ['buy', 'sell'] as const;

export class TradesInput extends IntersectionType(ToolInput, PickType(MarketActivityQueryDto, ['wallet'])) {
  @AddressProperty({ description: 'Only trades of this app.', required: false })
  tokenAddress?: Address;

  @EnumProperty(TRADES, { description: 'Only buys, or only sales.' })
  side?: (typeof TRADES)[number];

  @LimitProperty({ default: 5 })
  limit: number = 5;

  @CursorProperty('`nextCursor` of the page before.')
  cursor?: string;
}

export class HoldersInput extends AppInput {
  @LimitProperty({ default: 15 })
  limit: number = 15;

  @CursorProperty('`nextCursor` of the page before.')
  cursor?: string;
}

export class QuoteInput extends IntersectionType(AppInput, QuoteQueryDto) {}

export class ExplainInput extends IntersectionType(ToolInput, ExplainRequestDto) {
  @LimitProperty({ default: 2 })
  limit: number = 2;
}
