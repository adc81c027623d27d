import { toCsvPage } from './csv-page.js';

const list = { property: 'rows', columns: ['a'], hasNextCursor: true };
const BASE = 'https://api.example.com/slipway/v1';
const page = (target: string, nextCursor: string | null = 'x_-') =>
  toCsvPage(list, { rows: [{ a: 1 }], nextCursor }, target, BASE);

describe('toCsvPage', () => {
  it('links to the next page with what else was asked for', () => {
    expect(page('/activity?type=buy,sell&limit=5').link).toBe(
      `<${BASE}/activity?type=buy%2Csell&limit=5&cursor=x_->; rel="next"`,
    );
    expect(page('/activity?cursor=old&limit=5').link).toBe(
      `<${BASE}/activity?cursor=x_-&limit=5>; rel="next"`,
    );
    expect(page('/activity?after=old').link).toBe(`<${BASE}/activity?after=x_->; rel="next"`);
    expect(page('/activity').link).toBe(`<${BASE}/activity?cursor=x_->; rel="next"`);
  });

  it('has no link on the last page', () => {
    expect(page('/activity', null).link).toBeUndefined();
  });

  it.each([
    ['/apps/0xAb/holders?limit=5&cursor=x', 'apps-0xAb-holders.csv'],
    ['/candles/0xAb?interval=4h&from=2026-11-01T00:00:00Z', 'candles-0xAb-4h-2026-11-01T00-00-00Z.csv'],
    ['/portfolio/0xAb/gains?year=2026', 'portfolio-0xAb-gains-2026.csv'],
    ['/apps/%30xAb/holders/', 'apps-30xAb-holders-.csv'],
    ['/a?b=%22%0d%0a%2F..%2F%5C', 'a-.csv'],
    [`/a?b=${'c'.repeat(5_000)}`, `a-${'c'.repeat(198)}.csv`],
  ])('%s is saved as %s', (target, name) => {
    expect(page(target).fileName).toBe(name);
  });
});
