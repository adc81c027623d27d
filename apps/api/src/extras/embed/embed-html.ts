import { element, type Markup } from '../pictures/drawing/markup.js';
import type { EmbedRequest } from './embed-options.js';
import { chartUrlOf, oembedUrlOf } from './oembed.service.js';

/** Where the parts of a page are. */
export interface EmbedUrls {
  /** Path of the interface, such as `/v1`. */
  readonly api: string;
  readonly script: string;
  readonly styles: string;
  /** URL of the interface, for reads from elsewhere: pictures, descriptions. */
  readonly publicBaseUrl: string;
}

/** The page of a chart, or of the mistake in the request for it. Its script reads the app: it has no words of strangers. */
export function renderEmbedHtml(request: EmbedRequest, urls: EmbedUrls): string {
  const html = element(
    'html',
    { lang: 'en', class: classesOf(request) },
    element(
      'head',
      {},
      element('meta', { charset: 'utf-8' }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('title', {}, 'A chart of Slipway'),
      ...linksOf(request, urls),
      element('link', { rel: 'stylesheet', href: urls.styles }),
      element('script', { type: 'module', src: urls.script, crossorigin: 'anonymous' }, ''),
    ),
    element('body', dataOf(request, urls), ...contentOf(request)),
  );
  return `<!doctype html>\n${html.text}\n`;
}

function classesOf(request: EmbedRequest): string {
  if (request.issue !== null) return '';
  const { light_chart: light, grayscale } = request.options;
  return [light === '1' ? 'light' : '', grayscale === '1' ? 'grayscale' : '']
    .filter((name) => name !== '')
    .join(' ');
}

/** For programs that are given the page's address: a picture, and how to embed it. */
function linksOf(request: EmbedRequest, { publicBaseUrl }: EmbedUrls): Markup[] {
  if (request.issue !== null) return [];
  const page = chartUrlOf(request.token, publicBaseUrl);
  const card = `${publicBaseUrl}/apps/${request.token}/card.png`;
  return [
    element('link', { rel: 'canonical', href: page }),
    element('link', {
      rel: 'alternate',
      type: 'application/json+oembed',
      href: oembedUrlOf(request.token, publicBaseUrl),
      title: 'A chart',
    }),
    element('meta', { property: 'og:url', content: page }),
    element('meta', { property: 'og:image', content: card }),
    element('meta', { property: 'og:image:width', content: 1_200 }),
    element('meta', { property: 'og:image:height', content: 630 }),
    element('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ];
}

function dataOf(request: EmbedRequest, { api }: EmbedUrls): Record<string, string> {
  if (request.issue !== null) return { class: 'failed', 'data-error': request.issue };
  const {
    info,
    swaps,
    light_chart: light,
    chart_type: type,
    resolution,
    bg_color: background,
  } = request.options;
  return {
    ...{
      class: 'waiting',
      'data-api': api,
      'data-token': request.token,
      'data-info': info,
      'data-swaps': swaps,
    },
    ...{ 'data-light': light, 'data-type': type, 'data-resolution': resolution },
    ...(background !== null && { 'data-background': background }),
  };
}

function contentOf(request: EmbedRequest): Markup[] {
  const message = element('p', { id: 'message', role: 'alert' }, request.issue ?? '');
  if (request.issue !== null) return [message];
  const { info, swaps } = request.options;
  const filled = (name: string, id: string): Markup => element(name, { id }, '');
  return [
    ...(info === '1'
      ? [
          element(
            'header',
            {},
            ...[
              filled('h1', 'name'),
              filled('span', 'symbol'),
              filled('span', 'price'),
              filled('span', 'change'),
            ],
          ),
        ]
      : []),
    element('main', { id: 'chart', role: 'img', 'aria-label': 'A chart that is being read' }, ''),
    message,
    ...(swaps === '1' ? [swapsTable()] : []),
    element(
      'footer',
      {},
      element('small', {}, 'Slipway, with charts by '),
      element(
        'a',
        { href: 'https://www.tradingview.com/', target: '_blank', rel: 'noopener noreferrer' },
        'TradingView',
      ),
    ),
  ];
}

function swapsTable(): Markup {
  const heads = ['Trade', 'Price', 'Value', 'Time (UTC)'].map((text) =>
    element('th', { scope: 'col' }, text),
  );
  const table = element(
    'table',
    { 'aria-label': 'The last trades' },
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ''),
  );
  return element('div', { id: 'swaps', tabindex: 0 }, table);
}
