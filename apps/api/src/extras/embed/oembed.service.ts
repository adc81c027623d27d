import { Injectable } from '@nestjs/common';
import { Settings } from '@slipway/settings';
import { AppService } from '../../modules/apps/app/app.service.js';
import { element } from '../pictures/drawing/markup.js';
import { toGraphemes } from '../pictures/drawing/visible-text.js';
import type { Address } from '@slipway/domain';
import { readOembedRequest } from './oembed-request.js';

const [CARD_WIDTH, CARD_HEIGHT] = [1_200, 630];
const [LONGEST_NAME, LONGEST_SYMBOL] = [64, 24];
const CACHE_SECONDS = 60;

/** A chart as the type `rich` of oembed.com 2.3.4. */
export interface OembedBody {
  readonly version: '1.0';
  readonly type: 'rich';
  readonly provider_name: string;
  readonly provider_url: string;
  readonly title: string;
  readonly cache_age: number;
  readonly width: number;
  readonly height: number;
  readonly html: string;
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
}

@Injectable()
export class OembedService {
  constructor(
    private readonly apps: AppService,
    private readonly settings: Settings,
  ) {}

  /** @throws ApiError as {@link readOembedRequest} does, and `not_found` when no app that is shown has the token */
  async describe(query: Readonly<Record<string, string | undefined>>): Promise<OembedBody> {
    const { publicBaseUrl } = this.settings;
    const { token, page, width, height } = readOembedRequest(query, publicBaseUrl);
    const { name, symbol } = (await this.apps.getShown(token)).body;
    const title = `${clip(name, LONGEST_NAME)} (${clip(symbol, LONGEST_SYMBOL)})`;
    const frame = { src: page.href, width, height, title, loading: 'lazy', sandbox: 'allow-scripts' };
    const hasRoom = !('maxwidth' in query || 'maxheight' in query);
    return {
      ...{
        version: '1.0',
        type: 'rich',
        provider_name: 'Slipway',
        title,
        cache_age: CACHE_SECONDS,
        width,
        height,
      },
      provider_url: new URL('.', publicBaseUrl).href,
      html: element('iframe', { ...frame, style: 'border:0' }, '').text,
      // It has one size, which may not be beyond what a consumer has room for.
      ...(hasRoom && {
        thumbnail_url: `${publicBaseUrl}/apps/${token}/card.png`,
        ...{ thumbnail_width: CARD_WIDTH, thumbnail_height: CARD_HEIGHT },
      }),
    };
  }
}

/** Where the chart of an app is described, for a page to name: oEmbed's discovery (2.3.4). */
export function oembedUrlOf(token: Address, publicBaseUrl: string): string {
  const description = new URL('oembed', publicBaseUrl);
  description.searchParams.set('url', chartUrlOf(token, publicBaseUrl));
  description.searchParams.set('format', 'json');
  return description.href;
}

export function chartUrlOf(token: Address, publicBaseUrl: string): string {
  return new URL(`embed/${token}`, publicBaseUrl).href;
}

const clip = (text: string, most: number): string => toGraphemes(text).slice(0, most).join('');
