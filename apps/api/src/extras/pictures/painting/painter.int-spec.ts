import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { BundledFonts } from '../fonts/bundled-fonts.js';
import { drawCard } from '../drawing/draw-card.js';
import { until } from '../../../../../../test/support/until.js';
import { Painter, type PainterBounds } from './painter.js';

/** A thread that does as its texts say. */
const OBEDIENT = `
  import { execFileSync } from 'node:child_process';
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (svg) => {
    if (svg === 'hang') for (;;);
    if (svg === 'die') process.exit(3);
    if (svg === 'throw') throw new Error('no');
    if (svg === 'eat') { const eaten = []; for (;;) eaten.push(new Array(1e6).fill(eaten.length)); }
    if (svg.startsWith('/')) execFileSync('/bin/sh', ['-c', 'until [ -e "$0" ]; do /bin/sleep 0.05; done', svg]);
    if (svg === 'fail') parentPort.postMessage({ kind: 'failed', reason: 'no picture' });
    else setTimeout(() => parentPort.postMessage({ kind: 'painted', png: new TextEncoder().encode(String(threadId)) }), 20);
  });
  parentPort.postMessage({ kind: 'ready' });
`;

/** On a machine that may be busy with other suites. */
const LONG_MS = 300_000;
/** For a thread that has to be given up on. */
const SHORT_MS = 1_500;
const BOUNDS: PainterBounds = {
  maxQueue: 4,
  paintMs: LONG_MS,
  waitMs: LONG_MS,
  startMs: LONG_MS,
  restartMs: 10,
};

class TestedPainter extends Painter {
  protected override readonly bounds: PainterBounds;
  protected override readonly script: URL;

  constructor(source: string, paintMs = LONG_MS) {
    super(new BundledFonts());
    this.bounds = { ...BOUNDS, paintMs };
    this.script = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  }
}

/** The real thread. */
class PatientPainter extends Painter {
  protected override readonly bounds = BOUNDS;
}

const busy = { code: 'service_unavailable', headers: { 'Retry-After': '2' } };

describe('Painter', () => {
  let painter: Painter;

  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  afterEach(() => {
    painter.onModuleDestroy();
  });

  it.each(['hang', 'die', 'throw', 'eat'])('replaces a thread that does this: %s', async (deed) => {
    painter = new TestedPainter(OBEDIENT, deed === 'hang' ? SHORT_MS : LONG_MS);
    const before = String(await painter.paint('paint'));
    const [refused, next] = await Promise.allSettled([painter.paint(deed), painter.paint('paint')]);
    expect(refused).toMatchObject({ status: 'rejected', reason: busy });
    expect(next.status).toBe('fulfilled');
    const after = String(await painter.paint('paint'));
    expect(after).not.toBe(before);
  });

  it('begins no third thread while two that were ended cannot be stopped', async () => {
    painter = new TestedPainter(OBEDIENT, SHORT_MS);
    const folder = mkdtempSync(path.join(tmpdir(), 'slipway-painter-'));
    // They are blocked until it is there.
    const file = path.join(folder, 'go-on');
    try {
      for (const svg of [file, file, 'paint']) await expect(painter.paint(svg)).rejects.toMatchObject(busy);
    } finally {
      writeFileSync(file, '');
    }
    await until('one of them has ended', () =>
      painter.paint('paint').then(
        () => true,
        () => false,
      ),
    );
  });

  it('keeps a thread that could not paint one text', async () => {
    painter = new TestedPainter(OBEDIENT);
    const before = String(await painter.paint('paint'));
    await expect(painter.paint('fail')).rejects.toMatchObject(busy);
    expect(String(await painter.paint('paint'))).toBe(before);
  });

  it('refuses what is more than may wait', async () => {
    painter = new TestedPainter(OBEDIENT);
    const asked = Array.from({ length: 8 }, () => painter.paint('paint'));
    const results = await Promise.allSettled(asked);
    // One is painted, four wait.
    expect(results.map(({ status }) => status)).toEqual([
      ...Array<string>(5).fill('fulfilled'),
      ...Array<string>(3).fill('rejected'),
    ]);
    expect(results.at(-1)).toMatchObject({ reason: busy });
  });

  it('refuses when its thread cannot begin, and when it is closed', async () => {
    painter = new TestedPainter('throw new Error("no library");');
    await expect(painter.paint('paint')).rejects.toMatchObject(busy);
    painter.onModuleDestroy();
    await expect(painter.paint('paint')).rejects.toMatchObject(busy);
  });

  it('paints a card of 1200 x 630 with its own fonts', async () => {
    const measure = new BundledFonts();
    painter = new PatientPainter(measure);
    const app = {
      ...{ tokenAddress: `0x${'1'.repeat(40)}`, name: 'Harbor', symbol: 'HRBR', stage: 'curve' as const },
      ...{
        priceUsd: 1,
        priceChange24h: 0.1,
        marketCapUsd: 1,
        volume24hUsd: 1,
        holders: 1,
        curveProgress: 0.5,
      },
    };
    const png = await painter.paint(
      drawCard(app, { theme: 'dark', measure, isConfined: true, at: new Date(0) }),
    );
    expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630]);
    await expect(painter.paint('<svg')).rejects.toMatchObject(busy);
  });
});

describe('BundledFonts', () => {
  const fonts = new BundledFonts();

  it.each([
    'Latin Ünïcødé Tiếng Việt',
    'Ελληνικά',
    'Кириллица',
    'العربية',
    'עברית',
    'देवनागरी',
    'ไทย',
    '🚀🔥👩‍👩‍👧‍👦🏳️‍🌈👍🏽',
    '$0.0₄2627 −5.23% … ◇ –',
  ])('has every character of %s', (text) => {
    expect(Array.from(text).filter((character) => !fonts.covers(character))).toEqual([]);
  });

  it('lacks what is listed nowhere, and takes it to be as wide as it is high', () => {
    expect(['港', 'カ', '한', 'ℵ'].filter((character) => fonts.covers(character))).toEqual([]);
    expect(fonts.widthOf('港口', 700)).toBe(2);
  });

  it('splits a text where another font must draw it, with spaces where they are', () => {
    expect(fonts.runsOf('Hi สวัสดี วัน🚀!')).toEqual([
      { text: 'Hi ', family: 'Inter' },
      { text: 'สวัสดี วัน', family: 'Noto Sans Thai' },
      { text: '🚀', family: 'Noto Emoji' },
      { text: '!', family: 'Inter' },
    ]);
  });

  it('knows that bold is wider, and that what is joined is one shape', () => {
    expect(fonts.widthOf('Harbor', 700)).toBeGreaterThan(fonts.widthOf('Harbor', 500));
    expect(fonts.widthOf('👩‍👩‍👧‍👦', 700)).toBe(fonts.widthOf('👩', 700));
  });
});
