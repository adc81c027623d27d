import { CARD_THEMES } from './card-theme.js';
import { drawCard, type CardFigures, type CardOptions } from './draw-card.js';
import { drawSparkline } from './draw-sparkline.js';
import { fitText, REPLACEMENT, toDrawable, type TextMeasure } from './fit-text.js';
import { toPoints, trendOf } from './line-points.js';
import { element } from './markup.js';
import { toGraphemes } from './visible-text.js';

/** Every character is half an em wide; only ASCII has shapes. */
const measure: TextMeasure = {
  widthOf: (text) => Array.from(text).length / 2,
  covers: (grapheme) => /^[\x20-\x7e]+$/.test(grapheme),
  runsOf: (text) => [{ text, family: 'Inter' }],
};

const line = { symbol: 'A', span: '24h', values: [1, 2], priceUsd: 2, change: 0.0546 };

const app: CardFigures = {
  tokenAddress: `0x${'1'.repeat(40)}`,
  name: 'Harbor Lights',
  symbol: 'HRBR',
  stage: 'curve',
  priceUsd: 0.00002627,
  priceChange24h: -0.0523,
  marketCapUsd: 26_270,
  volume24hUsd: null,
  holders: 1_834,
  curveProgress: 0.634,
  sparkline: [1, 2, 3],
};
const options: CardOptions = {
  theme: 'dark',
  measure,
  isConfined: true,
  at: new Date('2026-11-23T12:34:56Z'),
};

/** What launches are called by those who hope for a page that writes it as it is. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  `"/><script>alert(1)</script>`,
  ']]><!--',
  '&lt;b&gt;&#x3c;',
  '\u202egnp.exe\u202c\u2066\u200f',
  'a\0b\ufffe\ud800c',
  `Z${'\u0316\u0301'.repeat(400)}`,
  '👩‍👩‍👧‍👦'.repeat(100),
  'x'.repeat(4_096),
  '\u3164\u2800\u00ad',
  '',
];

/** Texts and tags of XML that has neither comments nor sections. */
function readXml(xml: string): { readonly tags: string[]; readonly texts: string[] } {
  const pieces = xml.split(/(<[^<>]*>)/);
  return {
    tags: pieces.filter((_piece, i) => i % 2 === 1),
    texts: pieces.filter((piece, i) => i % 2 === 0 && piece !== ''),
  };
}

const TAG =
  /^<(?:\/?(?:svg|title|defs|linearGradient|radialGradient|stop|clipPath|rect|circle|path|text|g))(?: [a-zA-Z0-9:-]+="[^"<>]*")*\/?>$/;

describe('a picture', () => {
  it.each(HOSTILE)('has a name as text and nothing else: %j', (name) => {
    const pictures = [true, false].flatMap((isConfined) =>
      CARD_THEMES.map((theme) => drawCard({ ...app, name, symbol: name }, { ...options, isConfined, theme })),
    );
    for (const svg of [...pictures, drawSparkline({ ...line, symbol: name })]) {
      const { tags, texts } = readXml(svg);
      expect(tags.filter((tag) => !TAG.test(tag))).toEqual([]);
      expect(texts.filter((text) => /[<>"]|&(?!(?:amp|lt|gt|quot|#39);)/.test(text))).toEqual([]);
      expect(svg).not.toMatch(/[\p{Cc}\p{Cs}\p{Co}\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      expect(svg.length).toBeLessThan(16_384);
    }
  });

  it('names nothing that would be fetched or run', () => {
    const svg = drawCard(app, options);
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|href|style|script|@import| on\w+=/,
    );
    expect(svg).toContain('url(#ground)');
  });

  it('shows name, symbol, price, change, figures and progress', () => {
    const { texts } = readXml(drawCard(app, { ...options, isConfined: false }));
    const shown = [
      'Harbor Lights',
      'HRBR',
      '0x1111…1111',
      '$0.0₄2627',
      '−5.23%',
      '$26,270.00',
      '–',
      '1,834',
      '63.4%',
    ];
    expect(texts).toEqual(expect.arrayContaining([...shown, '2026-11-23', '12:34 UTC']));
  });

  it('has another name where none could be read: the symbol, then the address', () => {
    const named = (name: string, symbol: string): string[] =>
      readXml(drawCard({ ...app, name, symbol }, options)).texts;
    expect(named('港口灯光', 'HRBR')).toContain('HRBR');
    expect(named('港口灯光', '港口')).toContain('0x1111…1111');
    expect(named('Moon 港', 'MN')).toContain(`Moon ${REPLACEMENT}`);
  });

  it('says that there is no price', () => {
    const card = drawCard({ ...app, priceUsd: null, priceChange24h: null, sparkline: [null, null] }, options);
    expect(readXml(card).texts).toContain('No price yet');
    expect(card).not.toMatch(/NaN|Infinity|null|undefined/);
    expect(drawSparkline({ ...line, span: '7d', values: [], priceUsd: null, change: null })).toContain(
      '<title>A, 7d: no price</title>',
    );
  });

  it('says of a line what the interface says of its span, in colour too', () => {
    const [rising, falling] = [drawSparkline(line), drawSparkline({ ...line, change: -0.01 })];
    expect(rising).toContain('<title>A, 24h: +5.46%</title>');
    expect(falling).toContain('<title>A, 24h: −1.00%</title>');
    const strokeOf = (svg: string): string => /stroke="(#\w+)"/.exec(svg)?.[1] ?? '';
    expect(strokeOf(falling)).not.toBe(strokeOf(rising));
    const young = drawSparkline({ ...line, change: null });
    expect(young).toContain('<title>A, 24h: $2.00</title>');
    expect(strokeOf(young)).toBe(strokeOf(rising));
  });
});

describe('a text', () => {
  it('loses what is not seen, and keeps the joiner of an emoji', () => {
    expect(toGraphemes(' a\u202e\u200db \n\t c ').join('')).toBe('ab c');
    expect(toGraphemes('👩‍👩‍👧‍👦🏳️‍🌈👍🏽')).toEqual(['👩‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽']);
    expect(toGraphemes(`o${'\u0301'.repeat(50)}`)).toEqual(['o\u0301\u0301\u0301']);
    expect(toDrawable('\u200b\u2060', null)).toBeNull();
  });

  it('is cut between graphemes, with an ellipsis, at a width', () => {
    expect(fitText(['a', 'b'], 1, 700, measure)).toBe('ab');
    expect(fitText(['a', ' ', 'b', 'c'], 1.5, 700, measure)).toBe('a…');
  });

  it('is escaped wherever it stands', () => {
    expect(element('a', { b: `"'<>&` }, `"'<>&`).text).toBe(
      '<a b="&quot;&#39;&lt;&gt;&amp;">&quot;&#39;&lt;&gt;&amp;</a>',
    );
  });
});

describe('a line', () => {
  const box = { left: 0, top: 0, width: 100, height: 10 };

  it('has the highest value at the top, and leaves out what is not known', () => {
    expect(toPoints([null, 1, 3], box)).toEqual([
      { x: 50, y: 10 },
      { x: 100, y: 0 },
    ]);
    expect(toPoints([], box)).toEqual([]);
  });

  it('is level for one price, and for prices that are the same', () => {
    expect(toPoints([7], box).map(({ y }) => y)).toEqual([5, 5]);
    expect(toPoints([2, 2, 2], box).map(({ y }) => y)).toEqual([5, 5, 5]);
  });

  it('has the trend of its ends', () => {
    expect([[1, 5, 2], [2, 1, null], [null, 1], []].map(trendOf)).toEqual(['up', 'down', 'flat', 'flat']);
  });
});
