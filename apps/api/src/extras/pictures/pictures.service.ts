import { Injectable } from '@nestjs/common';
import type { Address, AsOf } from '@slipway/domain';
import { AppService } from '../../modules/apps/app/app.service.js';
import type { SparklineSpan } from '../../modules/apps/list/list.dto.js';
import type { CardTheme } from './drawing/card-theme.js';
import { drawCard } from './drawing/draw-card.js';
import { drawSparkline } from './drawing/draw-sparkline.js';
import { BundledFonts } from './fonts/bundled-fonts.js';
import { Painter } from './painting/painter.js';
import { PictureCache } from './picture-cache.js';
import { PicturesBusyError } from './painting/pictures-busy.error.js';

/** docs/http-contract.md section 3, Pictures. An SVG takes 1 to 6 KB. */
const MAX_AGE_MS = 60_000;
const SVG_CACHE = { maxCount: 4_000, maxBytes: 16 * 1_024 * 1_024, maxAgeMs: MAX_AGE_MS, maxDrawing: 100 };

/** A PNG takes 100 to 160 KB. */
const PNG_CACHE = { maxCount: 400, maxBytes: 48 * 1_024 * 1_024, maxAgeMs: MAX_AGE_MS, maxDrawing: 100 };

@Injectable()
export class PicturesService {
  private readonly pngs = new PictureCache(PNG_CACHE, () => new PicturesBusyError());
  private readonly svgs = new PictureCache(SVG_CACHE, () => new PicturesBusyError());

  constructor(
    private readonly apps: AppService,
    private readonly fonts: BundledFonts,
    private readonly painter: Painter,
  ) {}

  /** @throws ApiError `not_found` when no app that is shown has the token */
  drawCardSvg(token: Address, theme: CardTheme): Promise<AsOf<Buffer>> {
    return this.svgs.get(`card ${theme} ${token}`, () => this.composeCard(token, theme, false));
  }

  /** @throws ApiError `not_found` when no app that is shown has the token; PicturesBusyError */
  drawCardPng(token: Address, theme: CardTheme): Promise<AsOf<Buffer>> {
    return this.pngs.get(`${theme} ${token}`, async () => {
      const { asOf, body } = await this.composeCard(token, theme, true);
      return { asOf, body: await this.painter.paint(body.toString()) };
    });
  }

  /** @throws ApiError `not_found` when no app that is shown has the token */
  drawSparklineSvg(token: Address, span: SparklineSpan): Promise<AsOf<Buffer>> {
    return this.svgs.get(`sparkline ${span} ${token}`, async () => {
      const { asOf, body } = await this.apps.getShown(token, span);
      const { symbol, sparkline: values = [], priceUsd, priceChange24h } = body;
      const change = span === '24h' ? priceChange24h : null;
      return { asOf, body: Buffer.from(drawSparkline({ symbol, span, values, priceUsd, change })) };
    });
  }

  private async composeCard(token: Address, theme: CardTheme, isConfined: boolean): Promise<AsOf<Buffer>> {
    const { asOf, body } = await this.apps.getShown(token, '24h');
    const options = { theme, isConfined, measure: this.fonts, at: asOf.time };
    return { asOf, body: Buffer.from(drawCard(body, options)) };
  }
}
