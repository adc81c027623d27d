import { renderWebHtml } from './render-web-html.js';

const BUILT = '<html><head><script src="./assets/a-1.js"></script></head><body><div></div></body></html>';

describe('the HTML of the market page', () => {
  it('names its files and the interface below the path of a proxy', () => {
    expect(renderWebHtml(BUILT, { base: '/slipway/', api: '/slipway/v1' })).toBe(
      '<html><head><script src="/slipway/assets/a-1.js"></script></head><body data-base="/slipway/" data-api="/slipway/v1"><div></div></body></html>',
    );
  });

  it('has every path as text', () => {
    const html = renderWebHtml(BUILT, { base: '/"><i>&/', api: '/v1' });
    expect(html).toContain('data-base="/&quot;>&lt;i>&amp;/"');
    expect(html).not.toContain('<i>');
  });
});
