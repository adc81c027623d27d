import { EnumProperty } from '@slipway/http';
import { CARD_THEMES, type CardTheme } from '../drawing/card-theme.js';
import { SPARKLINE_SPANS, type SparklineSpan } from '../../../modules/apps/list/list.dto.js';

export class CardQueryDto {
  @EnumProperty(CARD_THEMES, { default: 'dark', description: 'The colours of its ground and text.' })
  theme: CardTheme = 'dark';
}

export class SparklineQueryDto {
  @EnumProperty(SPARKLINE_SPANS, { default: '24h', description: '24 hours, or 7 days.' })
  span: SparklineSpan = '24h';
}
