import { ApiError } from '@slipway/http';
import { renderEmbedHtml, type EmbedUrls } from './embed-html.js';
import { readEmbedRequest } from './embed-options.js';
import { readOembedRequest } from './oembed-request.js';

const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7';
const urls: EmbedUrls = {
  api: '/slipway/v1',
  script: '/slipway/embed/page-1.js',
  styles: '/slipway/embed/page-1.css',
  publicBaseUrl: 'https://api.example.com/slipway/v1',
};

const render = (address: string, query: Record<string, string> = {}): string =>
  renderEmbedHtml(readEmbedRequest(address, query), urls);

describe('a request for a chart', () => {
  it("takes GeckoTerminal's parameters, and has their defaults", () => {
    expect(readEmbedRequest(TOKEN.toLowerCase(), {})).toMatchObject({
      token: TOKEN,
      options: {
        info: '1',
        swaps: '0',
        light_chart: '0',
        chart_type: 'price',
        resolution: '1h',
        bg_color: null,
      },
    });
    const query = {
      ...{ embed: '1', info: '0', swaps: '1', grayscale: '1', light_chart: '1' },
      ...{ chart_type: 'market_cap', resolution: '15m', bg_color: '111827' },
    };
    expect(readEmbedRequest(TOKEN, query)).toMatchObject({ issue: null, options: query });
  });

  it.each<[Record<string, string>, string]>([
    [{ resolution: '12h' }, 'resolution must be one of 1m, 5m'],
    [{ info: 'true' }, 'info must be one of 0, 1.'],
    [{ info: '0,1' }, 'info must be one of 0, 1.'],
    [{ bg_color: '#fff' }, 'bg_color must be six hexadecimal digits'],
    [{ bg_color: 'red;}' }, 'bg_color must be six hexadecimal digits'],
    [{ theme: 'dark' }, 'There is no parameter theme.'],
    [{ constructor: '1' }, 'There is no parameter constructor.'],
    [{ ['x'.repeat(999)]: '1' }, `There is no parameter ${'x'.repeat(32)}.`],
  ])('is refused: %j', (query, issue) => {
    expect(readEmbedRequest(TOKEN, query).issue).toContain(issue);
  });

  it('is refused for what is no address', () => {
    expect(readEmbedRequest('0x12', {}).issue).toContain('40 hexadecimal digits');
  });
});

describe('the page of a chart', () => {
  it('has its files, its description and a picture, no script or style in itself', () => {
    const html = render(TOKEN, { info: '0' });
    expect(html).toContain(
      '<script type="module" src="/slipway/embed/page-1.js" crossorigin="anonymous"></script>',
    );
    expect(html).toContain('<link rel="stylesheet" href="/slipway/embed/page-1.css"/>');
    expect(html).toContain(
      `https://api.example.com/slipway/oembed?url=${encodeURIComponent(`https://api.example.com/slipway/embed/${TOKEN}`)}&amp;format=json`,
    );
    expect(html).toContain(`content="https://api.example.com/slipway/v1/apps/${TOKEN}/card.png"`);
    expect(html).not.toMatch(/ on\w+=|<style| style=|<script(?! type="module" src="\/slipway)/);
    expect(html).not.toContain('<header');
  });

  it('shows what is wrong with a request as text', () => {
    const html = render(TOKEN, { '"><img src=x onerror=alert(1)>': '1' });
    expect(html).toContain('There is no parameter &quot;&gt;&lt;img src=x onerror=alert(1');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('data-token');
  });
});

describe('a request of oEmbed', () => {
  const base = urls.publicBaseUrl;
  const page = `https://api.example.com/slipway/embed/${TOKEN}`;
  const read = (query: Record<string, string>): ReturnType<typeof readOembedRequest> =>
    readOembedRequest(query, base);
  const codeOf = (query: Record<string, string>): string | null => {
    try {
      read(query);
      return null;
    } catch (error) {
      return error instanceof ApiError ? error.code : 'another error';
    }
  };

  it('has a chart of ours, in the room that there is', () => {
    expect(read({ url: page })).toMatchObject({ token: TOKEN, width: 800, height: 480 });
    const bounds = { maxwidth: '320', maxheight: '9999', format: 'json', dnt: '1' };
    const found = read({ url: `${page.toLowerCase()}?light_chart=1#here`, ...bounds });
    expect(found).toMatchObject({ token: TOKEN, width: 320, height: 480 });
    expect(found.page.href).toBe(`${page}?light_chart=1`);
  });

  it('has the chart of an app, whose page has parameters of its own', () => {
    const app = `https://api.example.com/slipway/app/${TOKEN}`;
    for (const url of [app, `${app}/picture`, `${app.toLowerCase()}?utm_source=x&theme=dark#trades`]) {
      const found = read({ url });
      expect([found.token, found.page.href]).toEqual([TOKEN, page]);
    }
  });

  it.each([
    'https://api.example.com/slipway/embed/0x12',
    'https://api.example.com/slipway/app/0x12',
    `https://api.example.com/app/${TOKEN}`,
    `https://api.example.com/slipway/apps/${TOKEN}`,
    `https://api.example.com/embed/${TOKEN}`,
    `https://evil.example.com/slipway/embed/${TOKEN}`,
    `http://api.example.com/slipway/embed/${TOKEN}`,
    `https://api.example.com@evil.example.com/slipway/embed/${TOKEN}`,
    `https://api.example.com/slipway/embed/../v1/apps/${TOKEN}`,
    `${page}?theme=dark`,
    `${page}/more`,
    `${page}/picture`,
    `javascript:alert(1)//${page}`,
    `${page}?bg_color=${'1'.repeat(4_096)}`,
  ])('finds nothing at %s', (url) => {
    expect(codeOf({ url })).toBe('not_found');
  });

  it('is refused without a URL, with sizes that are none, in another format', () => {
    expect(codeOf({})).toBe('invalid_request');
    expect(codeOf({ url: page, maxwidth: '1e3' })).toBe('invalid_request');
    expect(codeOf({ url: page, format: 'xml' })).toBe('not_implemented');
  });
});
