import { formatChange, formatCount, formatShare, formatUsd } from '@slipway/sdk';
import { avatarColours, CARD_COLOURS, type CardColours, type CardTheme } from './card-theme.js';
import { fitText, toDrawable, type FontWeight, type TextMeasure, type TextRun } from './fit-text.js';
import { toPath, toPoints, trendOf } from './line-points.js';
import { element, type Markup } from './markup.js';

const CARD_WIDTH = 1_200;
const CARD_HEIGHT = 630;

const MARGIN = 64;
const RIGHT = CARD_WIDTH - MARGIN;

const MAIN_FONT = 'Inter';

/** Of a browser; the painter of PNGs has the first one, and is told where it needs another. */
const FONTS = "Inter, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif";

/** The fonts of a browser may be wider than those that are measured. */
const OTHER_FONTS = 1.08;

/** What a card shows: a line of `GET /apps`, and when it was so. */
export interface CardFigures {
  readonly tokenAddress: string;
  readonly name: string;
  readonly symbol: string;
  readonly stage: 'curve' | 'graduated';
  readonly priceUsd: number | null;
  readonly priceChange24h: number | null;
  readonly marketCapUsd: number | null;
  readonly volume24hUsd: number | null;
  readonly holders: number;
  readonly curveProgress: number;
  readonly sparkline?: readonly (number | null)[];
}

export interface CardOptions {
  readonly theme: CardTheme;
  readonly measure: TextMeasure;
  /** Whether it is drawn with the measured fonts alone, so that what they do not have must be replaced. */
  readonly isConfined: boolean;
  readonly at: Date;
}

/** An app as a picture of 1200 x 630 pixels, which is what sites show of a link. */
export function drawCard(app: CardFigures, options: CardOptions): string {
  const card = new Card(app, options);
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: CARD_WIDTH,
      height: CARD_HEIGHT,
      viewBox: `0 0 ${CARD_WIDTH} ${CARD_HEIGHT}`,
      role: 'img',
      'font-family': FONTS,
    },
    element('title', {}, card.title),
    ...card.ground(),
    ...card.line(),
    ...card.heading(),
    ...card.price(),
    ...card.figures(),
    ...card.progress(),
  ).text;
}

interface TextOptions {
  readonly size: number;
  readonly weight: FontWeight;
  readonly fill: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

class Card {
  private readonly colours: CardColours;
  private readonly name: readonly string[];
  private readonly symbol: readonly string[];
  private readonly trendColour: string;

  constructor(
    private readonly app: CardFigures,
    private readonly options: CardOptions,
  ) {
    this.colours = CARD_COLOURS[options.theme];
    const fonts = options.isConfined ? options.measure : null;
    const address = Array.from(shortAddress(app.tokenAddress));
    this.symbol = toDrawable(app.symbol, fonts) ?? address;
    this.name = toDrawable(app.name, fonts) ?? this.symbol;
    const change = app.priceChange24h;
    const trend = change === null ? trendOf(app.sparkline ?? []) : trendOf([0, change]);
    this.trendColour = this.colours.trend[trend];
  }

  /** What a reader that shows no pictures says. */
  get title(): string {
    const { priceUsd, priceChange24h: change } = this.app;
    const moved = change === null ? '' : `, ${formatChange(change)} in 24 h`;
    return `${this.name.slice(0, 64).join('')} (${this.symbol.slice(0, 32).join('')}): ${formatUsd(priceUsd)}${moved}`;
  }

  ground(): Markup[] {
    const [from, to] = this.colours.ground;
    const [, glow] = avatarColours(this.app.tokenAddress);
    const all = { width: CARD_WIDTH, height: CARD_HEIGHT };
    return [
      element(
        'defs',
        {},
        gradient('ground', [0, 0, 1, 1], [from, 1], [to, 1]),
        gradient('avatar', [0, 0, 1, 1], ...avatarColours(this.app.tokenAddress).map((c) => [c, 1] as const)),
        gradient('area', [0, 0, 0, 1], [this.trendColour, 0.32], [this.trendColour, 0]),
        element(
          'radialGradient',
          { id: 'glow', cx: 1, cy: 0, r: 0.9 },
          element('stop', { offset: 0, 'stop-color': glow, 'stop-opacity': 0.22 }),
          element('stop', { offset: 1, 'stop-color': glow, 'stop-opacity': 0 }),
        ),
        element('clipPath', { id: 'head' }, element('rect', { x: 0, y: 0, width: 900, height: 250 })),
      ),
      element('rect', { ...all, fill: 'url(#ground)' }),
      element('rect', { ...all, fill: 'url(#glow)' }),
    ];
  }

  /** The letter of the app, its name and symbol; whose card it is, and of when. */
  heading(): Markup[] {
    const { text, muted } = this.colours;
    const [letter = '?'] = this.symbol;
    const left = MARGIN + 136;
    const widest = 900 - left;
    const address =
      this.symbol[0] === '0' && this.symbol[1] === 'x' ? '' : shortAddress(this.app.tokenAddress);
    const symbol = this.fit(this.symbol, 30, 700, widest - 260);
    const symbolWidth = this.widthOf(symbol, 30, 700);
    return [
      element('circle', { cx: MARGIN + 54, cy: 118, r: 54, fill: 'url(#avatar)' }),
      this.text(letter, MARGIN + 54, 136, { size: 52, weight: 700, fill: '#ffffff', anchor: 'middle' }),
      element(
        'g',
        { 'clip-path': 'url(#head)' },
        this.text(this.fit(this.name, 58, 700, widest), left, 116, { size: 58, weight: 700, fill: text }),
        this.text(symbol, left, 164, { size: 30, weight: 700, fill: muted }),
        this.text(address, left + symbolWidth + 20, 164, { size: 26, weight: 500, fill: muted }),
      ),
      this.text('Slipway', RIGHT, 96, { size: 32, weight: 700, fill: text, anchor: 'end' }),
      this.text(dayOf(this.options.at), RIGHT, 132, { size: 20, weight: 500, fill: muted, anchor: 'end' }),
      this.text(timeOf(this.options.at), RIGHT, 160, { size: 20, weight: 500, fill: muted, anchor: 'end' }),
    ];
  }

  price(): Markup[] {
    const { priceUsd, priceChange24h: change } = this.app;
    if (priceUsd === null)
      return [this.text('No price yet', MARGIN, 290, { size: 64, weight: 700, fill: this.colours.muted })];
    const price = formatUsd(priceUsd);
    const options = { size: 96, weight: 700, fill: this.colours.text } as const;
    const drawn = this.text(price, MARGIN, 300, options);
    if (change === null) return [drawn];
    const label = formatChange(change);
    const left = MARGIN + this.widthOf(price, options.size, options.weight) + 32;
    const width = this.widthOf(label, 36, 700) + 44;
    return [
      drawn,
      element('rect', {
        ...{ x: left, y: 240, width, height: 62, rx: 31 },
        ...{ fill: this.trendColour, 'fill-opacity': 0.16 },
      }),
      this.text(label, left + width / 2, 284, {
        ...{ size: 36, weight: 700, fill: this.trendColour, anchor: 'middle' },
      }),
      this.text('24 h', left + width + 18, 283, { size: 26, weight: 500, fill: this.colours.muted }),
    ];
  }

  /** The prices of a day from edge to edge. */
  line(): Markup[] {
    const box = { left: 0, top: 350, width: CARD_WIDTH, height: 120 };
    const points = toPoints(this.app.sparkline ?? [], box);
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return [];
    const path = toPath(points);
    return [
      element('path', {
        d: `${path}L${last.x.toFixed(1)} 515L${first.x.toFixed(1)} 515Z`,
        fill: 'url(#area)',
      }),
      element('path', {
        ...{ d: path, fill: 'none', stroke: this.trendColour, 'stroke-width': 5 },
        ...{ 'stroke-linejoin': 'round', 'stroke-linecap': 'round' },
      }),
    ];
  }

  figures(): Markup[] {
    const { marketCapUsd, volume24hUsd, holders } = this.app;
    const figures = [
      ['Market cap', formatUsd(marketCapUsd)],
      ['Volume 24 h', formatUsd(volume24hUsd)],
      ['Holders', formatCount(holders)],
    ] as const;
    return figures.flatMap(([label, value], i) => [
      this.text(label, MARGIN + i * 200, 548, { size: 20, weight: 500, fill: this.colours.muted }),
      this.text(value, MARGIN + i * 200, 584, { size: 30, weight: 700, fill: this.colours.text }),
    ]);
  }

  /** How far the app is on its curve. */
  progress(): Markup[] {
    const { stage, curveProgress } = this.app;
    const isDone = stage === 'graduated';
    const [left, width] = [716, RIGHT - 716];
    const filled = Math.max(isDone ? 1 : Math.min(curveProgress, 1), 0) * width;
    const bar = { x: left, y: 568, height: 16, rx: 8 };
    const label = isDone ? 'Graduated' : 'Bonding curve';
    const { text, muted, track } = this.colours;
    return [
      this.text(label, left, 548, { size: 20, weight: 500, fill: muted }),
      this.text(formatShare(isDone ? 1 : curveProgress), RIGHT, 548, {
        ...{ size: 20, weight: 700, fill: text, anchor: 'end' },
      }),
      element('rect', { ...bar, width, fill: track }),
      ...(filled < 1 ? [] : [element('rect', { ...bar, width: Math.max(filled, 16), fill: 'url(#avatar)' })]),
    ];
  }

  private text(content: string, x: number, y: number, { size, weight, fill, anchor }: TextOptions): Markup {
    const place = anchor === undefined ? {} : { 'text-anchor': anchor };
    const common = { 'font-size': size, 'font-weight': weight, fill };
    if (!this.options.isConfined) return element('text', { x, y, ...common, ...place }, content);
    // The painter lays a text out with one font. It gives up where another has more or fewer shapes for it.
    const runs = this.options.measure.runsOf(content);
    if (runs.length < 2) return element('text', { x, y, ...common, ...place, ...familyOf(runs[0]) }, content);
    let left = x;
    const pieces = runs.map((run) => {
      const piece = element('text', { x: left, y, ...common, ...familyOf(run) }, run.text);
      left += this.widthOf(run.text, size, weight);
      return piece;
    });
    return element('g', {}, ...pieces);
  }

  private fit(graphemes: readonly string[], size: number, weight: FontWeight, width: number): string {
    return fitText(graphemes, width / size / this.wider, weight, this.options.measure);
  }

  private widthOf(text: string, size: number, weight: FontWeight): number {
    return this.options.measure.widthOf(text, weight) * size * this.wider;
  }

  private get wider(): number {
    return this.options.isConfined ? 1 : OTHER_FONTS;
  }
}

/** A run in the font that the whole card is in says nothing of it. */
function familyOf(run: TextRun | undefined): { readonly 'font-family'?: string } {
  return run === undefined || run.family === MAIN_FONT ? {} : { 'font-family': run.family };
}

function gradient(
  id: string,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  ...stops: readonly (readonly [colour: string, opacity: number])[]
): Markup {
  const drawn = stops.map(([colour, opacity], i) =>
    element('stop', {
      ...{ offset: stops.length < 2 ? 0 : i / (stops.length - 1) },
      ...{ 'stop-color': colour, 'stop-opacity': opacity },
    }),
  );
  return element('linearGradient', { id, x1, y1, x2, y2 }, ...drawn);
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const timeOf = (at: Date): string => `${at.toISOString().slice(11, 16)} UTC`;

function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
